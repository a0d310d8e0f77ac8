// What was measured of several runs beside what they recorded: by `talweg compare` (compare/comparison_page.cpp).
import { columnOf, composeTables } from "./several";
import { StepTable } from "./steps";

export interface Measured {
    about: string; // a sentence or two
    columns: string[];
    rows: string[][];
    curves: { title: string; unit: string; logarithmic: boolean; lines: MeasuredLine[] }[];
    work: {
        title: string;
        x: { words: string; unit: string };
        y: { words: string; unit: string };
        points: { run: number; x: number; y: number }[];
    };
}

interface MeasuredLine {
    run: number;
    at: number[]; // s
    value: (number | null)[];
}

/// The lines of a curve as one table: column "value@k" is that of the k-th line.
export function curveTable(lines: MeasuredLine[]): StepTable {
    const numbers = (list: (number | null)[]) => Float64Array.from(list, (value) => value ?? NaN);
    return composeTables(
        lines.map(({ at, value }) => new StepTable(new Map([["time", numbers(at)], ["value", numbers(value)]]))),
    );
}

/// Points as a table of one row, which holds for all times.
export function pointTable(points: { x: number; y: number }[]): StepTable {
    const columns = new Map([["time", Float64Array.of(0)]]);
    points.forEach(({ x, y }, k) => {
        columns.set(columnOf("x", k), Float64Array.of(x));
        columns.set(columnOf("y", k), Float64Array.of(y));
    });
    return new StepTable(columns);
}
