// One column against another: the path of a run through the plane of two quantities, with a dot where it is now.
// Pointing at it tells the numbers of the nearest step, pressing goes there.
import type { StepTable } from "../data/steps";
import { curveColour } from "./chart_options";
import { element } from "./element";
import { cardTools, type PlotCard } from "./plot_card";
import type { Curve } from "./plot_list";
import { fourDigits, quantity, scaleFor, tick, type Scale } from "./quantity";
import { Readout } from "./readout";

export interface PhaseCurve {
    x: string; // columns
    y: string;
    label: string;
    hue: Curve["hue"];
}

export interface PhaseKind {
    title: string;
    x: { words: string; unit: string };
    y: { words: string; unit: string };
    curves: PhaseCurve[];
    logarithmic?: boolean; // both axes
}

const margin = { left: 64, right: 12, top: 8, bottom: 34 }; // CSS pixels

type Place = (x: number, y: number) => [number, number];

export class PhasePlot implements PlotCard {
    readonly root: HTMLElement;
    private readonly canvas = element("canvas", { role: "img" });
    private readonly host = element("div", { class: "chart" }, this.canvas);
    private readonly values = element("span", { class: "chip" });
    private readonly readout = new Readout();
    private place: Place = () => [NaN, NaN];
    private time = 0;

    constructor(
        private readonly kind: PhaseKind,
        private readonly steps: StepTable,
        private readonly seekTime: (time: number) => void,
        close: () => void,
    ) {
        const title = element("div", { class: "plot-title" }, element("h2", {}, kind.title), this.values);
        this.root = element("div", { class: "plot phase" }, title, this.host, this.readout.root);
        this.root.append(cardTools(this.root, kind.title, close));
        this.canvas.addEventListener("pointermove", (event) => this.point(event));
        this.canvas.addEventListener("pointerdown", (event) => this.point(event));
        this.canvas.addEventListener("pointerleave", () => this.readout.hide());
        new ResizeObserver(() => this.refresh()).observe(this.host);
    }

    showTime(time: number): void {
        this.time = time;
        this.refresh();
    }

    refresh(): void {
        const { clientWidth: width, clientHeight: height } = this.host;
        if (width < 80 || height < 60) return;
        const ratio = window.devicePixelRatio;
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(height * ratio);
        const context = this.canvas.getContext("2d")!;
        context.scale(ratio, ratio);
        const [xs, ys] = [this.range("x"), this.range("y")];
        const scales = { x: scaleFor(largest(xs), this.kind.x.unit), y: scaleFor(largest(ys), this.kind.y.unit) };
        const scaled = (value: number) => (this.kind.logarithmic ? Math.log(value) : value);
        const share = (value: number, [low, high]: [number, number]) =>
            (scaled(value) - scaled(low)) / (scaled(high) - scaled(low));
        const place: Place = (x, y) => [
            margin.left + share(x, xs) * (width - margin.left - margin.right),
            height - margin.bottom - share(y, ys) * (height - margin.top - margin.bottom),
        ];
        this.place = place;
        this.drawAxes(context, xs, ys, scales, place);
        const row = this.steps.rowAt(this.time);
        for (const curve of this.kind.curves) this.drawCurve(context, curve, row, place);
        this.tell(row, xs, ys);
    }

    private range(axis: "x" | "y"): [number, number] {
        let [low, high] = [Infinity, -Infinity];
        for (const curve of this.kind.curves)
            for (const value of this.steps.columns.get(curve[axis]) ?? [])
                if (Number.isFinite(value) && (value > 0 || !this.kind.logarithmic))
                    [low, high] = [Math.min(low, value), Math.max(high, value)];
        if (this.kind.logarithmic) return low > high ? [0.1, 10] : [low / 2, high * 2];
        if (low > high) return [0, 1];
        const air = high > low ? 0.04 * (high - low) : Math.abs(high) || 1;
        return [low - air, high + air];
    }

    private drawAxes(
        context: CanvasRenderingContext2D,
        xs: [number, number],
        ys: [number, number],
        scales: { x: Scale; y: Scale },
        place: Place,
    ): void {
        const style = getComputedStyle(document.documentElement);
        context.strokeStyle = style.getPropertyValue("--hairline");
        context.fillStyle = style.getPropertyValue("--faint");
        context.font = "11px system-ui, sans-serif";
        const line = (a: [number, number], b: [number, number]) => {
            context.beginPath();
            context.moveTo(...a);
            context.lineTo(...b);
            context.stroke();
        };
        context.textAlign = "center";
        const marks = this.kind.logarithmic ? decades : ticks;
        for (const [x, text] of marks(xs, 6, scales.x)) {
            line(place(x, ys[0]), place(x, ys[1]));
            const [along, below] = place(x, ys[0]);
            context.fillText(text, along, below + 13);
        }
        const titled = ({ words, unit }: PhaseKind["x"], scale: Scale) => (unit ? `${words} (${scale.unit})` : words);
        const [left, bottom] = place(xs[0], ys[0]);
        const [right, top] = place(xs[1], ys[1]);
        context.fillText(titled(this.kind.x, scales.x), (left + right) / 2, bottom + 27);
        context.save();
        context.translate(10, (top + bottom) / 2);
        context.rotate(-Math.PI / 2);
        context.fillText(titled(this.kind.y, scales.y), 0, 0, bottom - top);
        context.restore();
        context.textAlign = "right";
        for (const [y, text] of marks(ys, 5, scales.y)) {
            line(place(xs[0], y), place(xs[1], y));
            const [beside, at] = place(xs[0], y);
            context.fillText(text, beside - 5, at + 4);
        }
    }

    private drawCurve(
        context: CanvasRenderingContext2D,
        { x, y, hue }: PhaseCurve,
        row: number,
        place: Place,
    ): void {
        const [xs, ys] = [this.steps.columns.get(x), this.steps.columns.get(y)];
        if (!xs || !ys) return;
        const style = getComputedStyle(document.documentElement);
        context.strokeStyle = context.fillStyle =
            hue === null
                ? style.getPropertyValue("--ink")
                : `oklch(${style.getPropertyValue("--curve-lightness")} 0.14 ${hue})`;
        context.lineWidth = 1.6;
        context.beginPath();
        xs.forEach((value, i) => {
            if (Number.isFinite(value) && Number.isFinite(ys[i]!)) context.lineTo(...place(value, ys[i]!));
        });
        context.stroke();
        const [nowX, nowY] = [xs[row] ?? NaN, ys[row] ?? NaN];
        if (!Number.isFinite(nowX + nowY)) return;
        context.beginPath();
        context.arc(...place(nowX, nowY), 4.5, 0, 2 * Math.PI);
        context.fill();
    }

    /// Tells the step that is drawn nearest to the pointer; pressed, the timeline goes there.
    private point(event: PointerEvent): void {
        const { left, top } = this.canvas.getBoundingClientRect();
        const nearest = this.nearest(event.clientX - left, event.clientY - top);
        if (nearest === null) return this.readout.hide();
        const { curve, row } = nearest;
        const { x, y } = this.kind;
        const told = (column: string, axis: PhaseKind["x"]) => {
            return `${axis.words} ${quantity(this.steps.value(column, row) ?? NaN, axis.unit)}`;
        };
        const when = this.steps.value("time", row);
        const lines = [
            ...(when === null ? [] : [`${fourDigits(when)} s`]),
            ...(curve.label ? [curve.label] : []),
            told(curve.x, x),
            told(curve.y, y),
        ];
        this.readout.show(lines, this.root, event.clientX);
        if (when !== null && event.buttons & 1) this.seekTime(when);
    }

    private nearest(x: number, y: number): { curve: PhaseCurve; row: number } | null {
        let [best, found]: [number, { curve: PhaseCurve; row: number } | null] = [Infinity, null];
        for (const curve of this.kind.curves) {
            const [xs, ys] = [this.steps.columns.get(curve.x), this.steps.columns.get(curve.y)];
            xs?.forEach((value, row) => {
                const [u, v] = this.place(value, ys?.[row] ?? NaN);
                const apart = (u - x) ** 2 + (v - y) ** 2;
                if (apart < best) [best, found] = [apart, { curve, row }];
            });
        }
        return found;
    }

    /// Where it is now, for those who see the plot; from where to where it goes, for those who do not.
    private tell(row: number, xs: [number, number], ys: [number, number]): void {
        const { curves, x, y } = this.kind;
        const chips = curves.map((curve) => {
            const at = [this.steps.value(curve.x, row), this.steps.value(curve.y, row)];
            const texts = at.map((value, i) => (value === null ? "–" : quantity(value, [x, y][i]!.unit)));
            const dot = element("i", {});
            dot.style.background = curveColour(curve.hue);
            return element("span", {}, dot, curve.label, element("b", {}, texts.join(", ")), " ");
        });
        this.values.replaceChildren(...chips);
        const ends = (range: [number, number], unit: string) => range.map((end) => quantity(end, unit)).join(" to ");
        const words = `${this.kind.title}: ${x.words} ${ends(xs, x.unit)}, ${y.words} ${ends(ys, y.unit)}`;
        this.canvas.setAttribute("aria-label", words);
    }
}

function largest([low, high]: [number, number]): number {
    return Math.max(Math.abs(low), Math.abs(high));
}

/// Round numbers within a range, about so many, each with its text.
function ticks([low, high]: [number, number], about: number, scale: Scale): [number, string][] {
    const raw = (high - low) / about;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = power * [1, 2, 5, 10].find((digit) => raw <= digit * power * (1 + 1e-9))!;
    const first = Math.ceil(low / step);
    return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => {
        const value = (first + i) * step;
        return [value, tick(value, scale, step)];
    });
}

/// Powers of ten within a range; of less than two of them, also 2 and 5 times those.
function decades([low, high]: [number, number], about: number, scale: Scale): [number, string][] {
    const first = Math.floor(Math.log10(low));
    const count = Math.ceil(Math.log10(high)) - first + 1;
    const digits = count > 3 ? [1] : [1, 2, 5];
    const all = Array.from({ length: count }, (_, i) => digits.map((digit) => digit * 10 ** (first + i))).flat();
    const every = Math.max(1, Math.ceil(all.length / (2 * about)));
    const within = all.filter((value, i) => i % every === 0 && value >= low && value <= high);
    return within.map((value) => [value, tick(value, scale)]);
}
