// Numbers with units as people read them: four digits, and thousands of joules as kilojoules.
import { shortNumber } from "./short_number";

/// Four significant digits; from 100,000 on, and below a thousandth, with an exponent.
export function fourDigits(value: number): string {
    const size = Math.abs(value);
    if (size === 0) return "0";
    const exponential = size >= 99_995 || size < 1e-3;
    const text = exponential
        ? value.toExponential(3).replace(/\.?0*e/, "e").replace("e+", "e")
        : String(Number(value.toPrecision(4)));
    return text.replaceAll("-", "\u2212");
}

export interface Scale {
    factor: number; // a number in the plain unit is so many times the one shown
    unit: string;
}

const prefixes: [number, string][] = [
    [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"],
];
const scalable = new Set(["Pa", "J", "N", "m", "W"]);

/// The prefix with which the largest number has one to three digits before its point. No kilometres.
export function scaleFor(largest: number, unit: string): Scale {
    const size = Math.abs(largest);
    if (!scalable.has(unit) || !Number.isFinite(size) || size === 0) return { factor: 1, unit };
    const [factor, prefix] = prefixes.find(([least]) => size >= 0.99995 * least) ?? [1, ""];
    if (unit === "m" && factor > 1) return { factor: 1, unit };
    return { factor, unit: prefix + unit };
}

/// "103.7 kJ"
export function quantity(value: number, unit: string): string {
    const { factor, unit: scaled } = scaleFor(value, unit);
    return scaled ? `${fourDigits(value / factor)} ${scaled}` : fourDigits(value);
}

/// For ticks of axes and legends: as few characters as three digits need, or as many digits as tell apart ticks that
/// are `step` from each other.
export function tick(value: number, scale: Scale, step = 0): string {
    const [shown, apart] = [value / scale.factor, Math.abs(step / scale.factor)];
    if (!(apart > 0) || apart >= 1e5 || apart < 1e-6) return shortNumber(shown);
    const needed = Math.ceil(Math.log10(Math.max(Math.abs(shown), apart) / apart) - 1e-9) + 1;
    if (needed <= 3 || Math.abs(shown) >= 1e7) return shortNumber(shown);
    return String(Number(shown.toPrecision(Math.min(12, needed)))).replaceAll("-", "\u2212");
}
