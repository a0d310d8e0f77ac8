// How a plot is drawn: axes with units, whole-number ticks where something is counted, curves in their colours.
import uPlot from "uplot";
import type { Curve, PlotKind } from "./plot_list";
import { tick, type Scale } from "./quantity";
import { shortNumber } from "./short_number";

const wholeSteps = [1, 2, 5].flatMap((digit) => [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map((power) => digit * power));

export function curveColour(hue: Curve["hue"]): string {
    return hue === null ? "var(--ink)" : `oklch(var(--curve-lightness) 0.14 ${hue})`;
}

export function chartOptions(kind: PlotKind, logarithmic: boolean, scale: () => Scale): uPlot.Options {
    const style = () => getComputedStyle(document.documentElement);
    const axis: uPlot.Axis = {
        stroke: () => style().getPropertyValue("--faint"),
        grid: { stroke: () => style().getPropertyValue("--hairline"), width: 1 },
        ticks: { show: false, size: 0 },
        font: "11px system-ui, sans-serif",
        gap: 4,
    };
    // A logarithmic axis passes null for the lines it does not label.
    const texts =
        (text: (value: number, step: number) => string) =>
        (_: uPlot, splits: (number | null)[], _axis: number, _space: number, step: number) =>
            splits.map((value) => (value === null ? "" : text(value, step)));
    const stroke = (hue: Curve["hue"]) => () =>
        hue === null
            ? style().getPropertyValue("--ink")
            : `oklch(${style().getPropertyValue("--curve-lightness")} 0.14 ${hue})`;
    return {
        width: 300,
        height: 120,
        padding: [8, 10, 0, 0],
        legend: { show: false },
        scales: { x: { time: false }, y: { distr: logarithmic ? 3 : 1 } },
        axes: [
            {
                ...axis,
                size: 20,
                space: 60,
                label: "time (s)",
                labelSize: 13,
                labelFont: "10px system-ui, sans-serif",
                values: texts((value) => shortNumber(value)),
            },
            {
                ...axis,
                size: 46,
                space: 26,
                values: texts((value, step) => tick(value, scale(), logarithmic ? 0 : step)),
                ...(kind.counts && !logarithmic ? { incrs: wholeSteps.sort((a, b) => a - b) } : {}),
            },
        ],
        series: [
            {},
            ...kind.curves.map(
                ({ column, hue }): uPlot.Series => ({
                    label: column,
                    stroke: stroke(hue),
                    width: hue === null ? 1.4 : 1.8,
                    ...(hue === null ? { dash: [5, 4] } : {}),
                    ...(kind.counts ? { paths: uPlot.paths.stepped!({ align: -1 }) } : {}),
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
