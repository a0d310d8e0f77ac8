// The table of steps.csv: columns of equal length, one row per step, found by time.

export class StepTable {
    constructor(readonly columns: Map<string, Float64Array>) {}

    get count(): number {
        return this.times.length;
    }

    get times(): Float64Array {
        return this.columns.get("time") ?? new Float64Array(0);
    }

    /// Names of the energies in the table's own order: kinetic, each potential, total.
    get energies(): string[] {
        const names = [...this.columns.keys()];
        const first = names.indexOf("kinetic");
        const last = names.indexOf("total");
        return first < 0 || last < first ? [] : names.slice(first, last + 1);
    }

    /// The row that describes the state at `time`: the last one not after it; −1 before the first step.
    rowAt(time: number): number {
        const times = this.times;
        const slack = 1e-9 * Math.max(1, Math.abs(time));
        let low = 0;
        let high = times.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (times[middle]! <= time + slack) low = middle + 1;
            else high = middle;
        }
        return low - 1;
    }

    value(name: string, row: number): number | null {
        const value = this.columns.get(name)?.[row];
        return value === undefined || Number.isNaN(value) ? null : value;
    }
}
