// One plot over time: a card with the values at the cursor in its title line. The cursor is the timeline's; pressing
// or dragging in the plot moves the timeline.
import uPlot from "uplot";
import type { StepTable } from "../data/steps";
import { element } from "./element";
import type { Curve, PlotKind } from "./plot_list";
import { shortNumber } from "./short_number";

export class Plot {
    readonly root: HTMLElement;
    private readonly chart: uPlot;
    private readonly values: HTMLElement[];
    private time = 0;

    constructor(
        private readonly kind: PlotKind,
        private readonly steps: StepTable,
        seekTime: (time: number) => void,
    ) {
        this.values = kind.curves.map(() => element("b"));
        const chips = kind.curves.map(({ label, hue }, i) => {
            const dot = element("i", {});
            dot.style.background = curveColour(hue);
            return element("span", { class: "chip" }, dot, label, this.values[i]!);
        });
        const name = element("h3", {}, kind.title, kind.unit ? element("small", {}, ` ${kind.unit}`) : "");
        const canvas = element("div", { class: "chart" });
        const width = kind.curves.length > 3 ? "plot wide" : "plot";
        this.root = element("div", { class: width }, element("div", { class: "plot-title" }, name, ...chips), canvas);
        this.chart = new uPlot(chartOptions(kind), this.data(), canvas);
        new ResizeObserver(() => {
            this.chart.setSize({ width: canvas.clientWidth, height: canvas.clientHeight });
            this.showTime(this.time);
        }).observe(canvas);
        this.scrubWithPointer(seekTime);
    }

    showTime(time: number): void {
        this.time = time;
        const row = this.steps.rowAt(time);
        this.kind.curves.forEach(({ column }, i) => {
            const value = this.steps.value(column, row);
            this.values[i]!.textContent = value === null ? "–" : shortNumber(value);
        });
        if (this.steps.count > 0) this.chart.setCursor({ left: this.chart.valToPos(time, "x"), top: 0 }, false);
    }

    /// The table has grown, or colours have changed.
    refresh(): void {
        this.chart.setData(this.data());
        this.showTime(this.time);
    }

    private data(): uPlot.AlignedData {
        const columns = this.kind.curves.map(({ column }) => this.steps.columns.get(column)!);
        return [this.steps.times, ...columns] as uPlot.AlignedData;
    }

    private scrubWithPointer(seekTime: (time: number) => void): void {
        const over = this.chart.over;
        const seek = (event: PointerEvent) => {
            const left = event.clientX - over.getBoundingClientRect().left;
            if (event.buttons & 1) seekTime(this.chart.posToVal(left, "x"));
        };
        over.addEventListener("pointerdown", (event) => {
            over.setPointerCapture(event.pointerId);
            seek(event);
        });
        over.addEventListener("pointermove", seek);
    }
}

function curveColour(hue: Curve["hue"]): string {
    return hue === null ? "var(--ink)" : `oklch(var(--curve-lightness) 0.14 ${hue})`;
}

function chartOptions(kind: PlotKind): uPlot.Options {
    const style = () => getComputedStyle(document.documentElement);
    const axis: uPlot.Axis = {
        stroke: () => style().getPropertyValue("--faint"),
        grid: { stroke: () => style().getPropertyValue("--hairline"), width: 1 },
        ticks: { show: false, size: 0 },
        font: "11px system-ui, sans-serif",
        // A logarithmic axis passes null for the lines it does not label.
        values: (_, splits) => splits.map((value: number | null) => (value === null ? "" : shortNumber(value))),
        gap: 4,
    };
    const stroke = (hue: Curve["hue"]) => () =>
        hue === null
            ? style().getPropertyValue("--ink")
            : `oklch(${style().getPropertyValue("--curve-lightness")} 0.14 ${hue})`;
    return {
        width: 300,
        height: 120,
        padding: [8, 10, 0, 0],
        legend: { show: false },
        scales: { x: { time: false }, y: { distr: kind.logarithmic ? 3 : 1 } },
        axes: [
            { ...axis, size: 22, space: 60 },
            { ...axis, size: 46, space: 26 },
        ],
        series: [
            {},
            ...kind.curves.map(
                ({ column, hue }): uPlot.Series => ({
                    label: column,
                    stroke: stroke(hue),
                    width: hue === null ? 1.4 : 1.8,
                    ...(hue === null ? { dash: [5, 4] } : {}),
                    ...(kind.stepped ? { paths: uPlot.paths.stepped!({ align: -1 }) } : {}),
                    points: { show: false },
                }),
            ),
        ],
        cursor: {
            y: false,
            drag: { x: false, y: false, setScale: false },
            // The mouse does not lead this cursor: the timeline does.
            bind: { mousemove: () => null, mouseleave: () => null, mouseenter: () => null },
            points: { size: 7 },
        },
    };
}
