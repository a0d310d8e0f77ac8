// The curves of several runs, one over the other: a plot per column, a colour per run.
import { columnUnit, columnWords, isCount } from "../data/columns";
import { columnOf, type NamedRun } from "../data/several";
import type { StepTable } from "../data/steps";
import { hueOf } from "../colour/palette";
import type { PhaseKind } from "./phase_plot";
import type { PlotKind } from "./plot_list";
import type { PlotSource } from "./plots";

const first = ["total", "kinetic", "newton_iterations", "min_distance"];

export function plotsOfSeveral(runs: NamedRun[], steps: StepTable): PlotSource {
    const tables = runs.map(({ run }) => run.steps);
    const columns = [...new Set(tables.flatMap((table) => [...table.columns.keys()]))].filter(
        (name) => name !== "time" && tables.some((table) => table.columns.get(name)?.some(Number.isFinite)),
    );
    const energies = [...new Set(tables.flatMap((table) => table.energies))];
    const plotOf = (column: string): PlotKind => ({
        title: column === "total" ? "Total energy" : sentence(columnWords(column)),
        unit: columnUnit(column, energies, columns),
        curves: runs.flatMap(({ name }, k) =>
            steps.columns.has(columnOf(column, k)) ? [{ column: columnOf(column, k), label: name, hue: hueOf(k) }] : [],
        ),
        counts: isCount(column),
        logarithmic: column === "min_distance",
    });
    const axis = (column: string) => ({ words: columnWords(column), unit: columnUnit(column, energies, columns) });
    const phaseOf = (x: string, y: string): PhaseKind => ({
        title: `${sentence(columnWords(y))} against ${columnWords(x)}`,
        x: axis(x),
        y: axis(y),
        curves: runs.map(({ name }, k) => ({ x: columnOf(x, k), y: columnOf(y, k), label: name, hue: hueOf(k) })),
    });
    return { steps, kinds: first.filter((name) => columns.includes(name)).map(plotOf), columns, plotOf, phaseOf };
}

function sentence(words: string): string {
    return words.charAt(0).toUpperCase() + words.slice(1);
}
