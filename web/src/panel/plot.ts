// One plot over time: a card with the values at the cursor in its title line. The cursor is the timeline's; pressing
// or dragging in the plot moves the timeline, pointing at it tells the numbers there.
import uPlot from "uplot";
import type { StepTable } from "../data/steps";
import { chartOptions, curveColour } from "./chart_options";
import { element } from "./element";
import { cardTools, type PlotCard } from "./plot_card";
import type { PlotKind } from "./plot_list";
import { fourDigits, quantity, scaleFor, type Scale } from "./quantity";
import { Readout } from "./readout";

export class Plot implements PlotCard {
    readonly root: HTMLElement;
    private chart: uPlot;
    private readonly values: HTMLElement[];
    private readonly unit = element("small");
    private readonly canvas = element("div", { class: "chart", role: "img" });
    private readonly readout = new Readout();
    private readonly logButton = element("button", { class: "log", type: "button", "aria-pressed": "false" }, "log");
    private scale: Scale;
    private logarithmic: boolean;
    private time = 0;

    constructor(
        private readonly kind: PlotKind,
        private readonly steps: StepTable,
        private readonly seekTime: (time: number) => void,
        close: (() => void) | null = null,
    ) {
        this.scale = { factor: 1, unit: kind.unit };
        this.logarithmic = kind.logarithmic ?? false;
        this.values = kind.curves.map(() => element("b"));
        const chips = kind.curves.map(({ label, hue }, i) => {
            const dot = element("i", {});
            dot.style.background = curveColour(hue);
            return element("span", { class: "chip" }, dot, label, this.values[i]!);
        });
        const name = element("h2", {}, kind.title, " ", this.unit);
        this.logButton.title = `Logarithmic axis for ${kind.title}`;
        this.logButton.setAttribute("aria-label", this.logButton.title);
        this.logButton.addEventListener("click", () => this.setLogarithmic(!this.logarithmic));
        const width = kind.curves.length > 3 ? "plot wide" : "plot";
        const title = element("div", { class: "plot-title" }, name, ...chips);
        this.root = element("div", { class: width }, title, this.canvas, this.readout.root);
        this.root.append(cardTools(this.root, kind.title, close, this.logButton));
        this.chart = this.draw();
        new ResizeObserver(() => this.fit()).observe(this.canvas);
    }

    showTime(time: number): void {
        this.time = time;
        const row = this.steps.rowAt(time);
        this.kind.curves.forEach(({ column }, i) => {
            const value = this.steps.value(column, row);
            this.values[i]!.textContent = value === null ? "–" : fourDigits(value / this.scale.factor);
        });
        if (this.steps.count > 0) this.chart.setCursor({ left: this.chart.valToPos(time, "x"), top: 0 }, false);
    }

    /// The table has grown, or colours have changed.
    refresh(): void {
        this.chart.setData(this.data());
        this.showTime(this.time);
    }

    setLogarithmic(on: boolean): void {
        this.logarithmic = on;
        this.chart.destroy();
        this.chart = this.draw();
        this.fit();
    }

    private draw(): uPlot {
        this.logButton.setAttribute("aria-pressed", String(this.logarithmic));
        const data = this.data();
        const chart = new uPlot(chartOptions(this.kind, this.logarithmic, () => this.scale), data, this.canvas);
        this.listen(chart);
        return chart;
    }

    private fit(): void {
        this.chart.setSize({ width: this.canvas.clientWidth, height: this.canvas.clientHeight });
        queueMicrotask(() => this.showTime(this.time)); // the chart takes its new size in a microtask of its own
    }

    private data(): uPlot.AlignedData {
        const columns = this.kind.curves.map(({ column }) => this.steps.columns.get(column)!);
        let largest = 0;
        for (const column of columns)
            for (const value of column) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
        this.scale = scaleFor(largest, this.kind.unit);
        this.unit.textContent = this.scale.unit ? `(${this.scale.unit})` : "";
        this.canvas.setAttribute("aria-label", this.words(columns));
        // A logarithm has no place for zero.
        const positive = (column: (typeof columns)[number]) => Array.from(column, (v) => (v > 0 ? v : null));
        const shown = this.logarithmic ? columns.map(positive) : columns;
        return [this.steps.times, ...shown] as uPlot.AlignedData;
    }

    /// The plot for those who do not see it: what, and from where to where.
    private words(columns: Float64Array[]): string {
        const ranges = columns.map((column, i) => {
            const numbers = column.filter(Number.isFinite);
            if (numbers.length === 0) return `${this.kind.curves[i]!.label} no numbers`;
            const ends = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
            return `${this.kind.curves[i]!.label} ${ends.map((end) => quantity(end, this.kind.unit)).join(" to ")}`;
        });
        return `${this.kind.title} over time: ${ranges.map((range) => range.trim()).join("; ")}`;
    }

    private listen(chart: uPlot): void {
        const over = chart.over;
        const at = (event: PointerEvent) => chart.posToVal(event.clientX - over.getBoundingClientRect().left, "x");
        const seek = (event: PointerEvent) => {
            if (event.buttons & 1) this.seekTime(at(event));
        };
        over.addEventListener("pointerdown", (event) => {
            over.setPointerCapture(event.pointerId);
            seek(event);
        });
        over.addEventListener("pointermove", (event) => {
            seek(event);
            this.tell(at(event), event.clientX);
        });
        over.addEventListener("pointerleave", () => this.readout.hide());
    }

    /// The numbers where the pointer is.
    private tell(time: number, clientX: number): void {
        const row = this.steps.rowAt(time);
        const when = this.steps.value("time", row);
        if (when === null) return this.readout.hide();
        const lines = this.kind.curves.map(({ column, label }) => {
            const value = this.steps.value(column, row);
            return `${label} ${value === null ? "–" : quantity(value, this.kind.unit)}`.trim();
        });
        this.readout.show([`${fourDigits(when)} s`, ...lines], this.root, clientX);
    }
}
