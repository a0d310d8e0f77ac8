// A number in as few characters as three digits need.

export function shortNumber(value: number): string {
    const size = Math.abs(value);
    if (size === 0) return "0";
    const digits =
        size >= 1e5 || size < 1e-3
            ? value.toExponential(1).replace("e+", "e").replace(".0e", "e")
            : String(Number(value.toPrecision(3)));
    return digits.replaceAll("-", "\u2212");
}
