// What was measured of several runs: a table in the panel, and plots with a colour per run.
import { hueOf } from "../colour/palette";
import { curveTable, pointTable, type Measured } from "../data/measured";
import { columnOf, type NamedRun } from "../data/several";
import { element } from "./element";
import type { Plots } from "./plots";

export function addMeasuredPlots({ curves, work }: Measured, runs: NamedRun[], plots: Plots): void {
    for (const { title, unit, logarithmic, lines } of curves) {
        const ofRuns = lines.map(({ run }, k) => {
            return { column: columnOf("value", k), label: runs[run]!.name, hue: hueOf(run) };
        });
        if (lines.length > 0) plots.add({ title, unit, logarithmic, curves: ofRuns }, curveTable(lines));
    }
    const dots = work.points.map(({ run }, k) => {
        return { x: columnOf("x", k), y: columnOf("y", k), label: runs[run]!.name, hue: hueOf(run) };
    });
    const { title, x, y, points } = work;
    if (dots.length > 0) plots.addPhase({ title, x, y, curves: dots, logarithmic: true }, pointTable(points));
}

export function measuredTable({ about, columns, rows }: Measured): HTMLElement[] {
    const head = element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)));
    const body = rows.map(([name, ...cells]) => {
        const numbers = cells.map((text) => element("td", {}, text));
        return element("tr", {}, element("th", { scope: "row" }, name!), ...numbers);
    });
    const table = element("table", { class: "results" }, element("thead", {}, head), element("tbody", {}, ...body));
    const scrolls = { class: "wide-table", tabindex: "0", role: "region", "aria-label": "Measured of each run" };
    return [element("p", { class: "note" }, about), element("div", scrolls, table)];
}
