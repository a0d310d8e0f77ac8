// Which plots a table of steps gives: each only when its columns are there.
import type { StepTable } from "../data/steps";

export interface Curve {
    column: string;
    label: string;
    hue: number | null; // degrees; null is the colour of text
}

export interface PlotKind {
    title: string;
    unit: string;
    curves: Curve[];
    stepped?: boolean; // whole numbers that hold for a step
    logarithmic?: boolean;
}

const energyHues = [242, 155, 305, 85, 195, 15];

export function plotList(steps: StepTable): PlotKind[] {
    const curve = (column: string, hue: number): Curve[] => [{ column, label: "", hue }];
    const plots: PlotKind[] = [
        { title: "Energy", unit: "J", curves: energyCurves(steps) },
        { title: "Newton iterations", unit: "", curves: curve("newton_iterations", 305), stepped: true },
        { title: "Minimum distance", unit: "m", curves: curve("min_distance", 155), logarithmic: true },
        { title: "Contact force", unit: "N", curves: bodyCurves(steps, "contact_force.") },
        { title: "Reaction", unit: "N", curves: bodyCurves(steps, "reaction.") },
        { title: "Step time", unit: "ms", curves: curve("wall_ms", 195) },
    ];
    return plots.filter(({ curves }) => curves.some(({ column }) => hasNumbers(steps.columns.get(column))));
}

function energyCurves(steps: StepTable): Curve[] {
    let potentials = 0;
    return steps.energies.map((name) => {
        const label = name.replaceAll("_", " ");
        if (name === "kinetic") return { column: name, label, hue: 42 };
        if (name === "total") return { column: name, label, hue: null };
        return { column: name, label, hue: energyHues[potentials++ % energyHues.length]! };
    });
}

/// One curve per body that has such a column; of one alone the name goes without saying.
function bodyCurves(steps: StepTable, prefix: string): Curve[] {
    const columns = [...steps.columns.keys()].filter((name) => name.startsWith(prefix)).slice(0, energyHues.length);
    return columns.map((column, k) => ({
        column,
        label: columns.length > 1 ? column.slice(prefix.length) : "",
        hue: energyHues[k]!,
    }));
}

function hasNumbers(column: Float64Array | undefined): boolean {
    return column?.some((value) => Number.isFinite(value)) ?? false;
}
