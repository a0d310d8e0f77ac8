// Which plots a table of steps gives: each only when its columns are there.
import { columnUnit, columnWords, isCount } from "../data/columns";
import type { StepTable } from "../data/steps";
import type { PhaseKind } from "./phase_plot";

export interface Curve {
    column: string;
    label: string;
    hue: number | null; // degrees; null is the colour of text
}

export interface PlotKind {
    title: string;
    unit: string;
    curves: Curve[];
    counts?: boolean; // whole numbers that hold for a step
    logarithmic?: boolean;
}

export const curveHues = [242, 155, 305, 85, 195, 15];

export function plotList(steps: StepTable): PlotKind[] {
    const curve = (column: string, hue: number): Curve[] => [{ column, label: "", hue }];
    const plots: PlotKind[] = [
        { title: "Energy", unit: "J", curves: energyCurves(steps) },
        { title: "Newton iterations", unit: "", curves: curve("newton_iterations", 305), counts: true },
        { title: "Minimum distance", unit: "m", curves: curve("min_distance", 155), logarithmic: true },
        { title: "Contact force", unit: "N", curves: bodyCurves(steps, "contact_force.") },
        { title: "Reaction", unit: "N", curves: bodyCurves(steps, "reaction.") },
        { title: "Step time", unit: "ms", curves: curve("wall_ms", 195) },
    ];
    return plots.filter(({ curves }) => curves.some(({ column }) => hasNumbers(steps.columns.get(column))));
}

/// The plot of any one column.
export function columnPlot(steps: StepTable, column: string): PlotKind {
    return {
        title: columnWords(column),
        unit: columnUnit(column, steps.energies, steps.columns.keys()),
        curves: [{ column, label: "", hue: 242 }],
        counts: isCount(column),
    };
}

/// One column against another.
export function phaseOf(steps: StepTable, x: string, y: string): PhaseKind {
    const axis = (column: string) => {
        return { words: columnWords(column), unit: columnUnit(column, steps.energies, steps.columns.keys()) };
    };
    return {
        title: `${columnWords(y)} against ${columnWords(x)}`,
        x: axis(x),
        y: axis(y),
        curves: [{ x, y, label: "", hue: 242 }],
    };
}

/// Columns that can be plotted: all that hold numbers, time itself aside.
export function plottable(steps: StepTable): string[] {
    return [...steps.columns.keys()].filter((name) => name !== "time" && hasNumbers(steps.columns.get(name)));
}

function energyCurves(steps: StepTable): Curve[] {
    let potentials = 0;
    return steps.energies.map((name) => {
        const label = columnWords(name);
        if (name === "kinetic") return { column: name, label, hue: 42 };
        if (name === "total") return { column: name, label, hue: null };
        return { column: name, label, hue: curveHues[potentials++ % curveHues.length]! };
    });
}

/// One curve per body that has such a column; of one alone the name goes without saying.
function bodyCurves(steps: StepTable, prefix: string): Curve[] {
    const columns = [...steps.columns.keys()].filter((name) => name.startsWith(prefix)).slice(0, curveHues.length);
    return columns.map((column, k) => ({
        column,
        label: columns.length > 1 ? column.slice(prefix.length) : "",
        hue: curveHues[k]!,
    }));
}

function hasNumbers(column: Float64Array | undefined): boolean {
    return column?.some((value) => Number.isFinite(value)) ?? false;
}
