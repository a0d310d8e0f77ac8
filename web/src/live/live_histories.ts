// Quantities of points of a live scene, from when they are asked for on.
import { GrowingTable } from "../data/growing_table";
import type { StepTable } from "../data/steps";

const rows = 4000;

export class LiveHistories {
    private readonly list: { point: number; name: string; table: GrowingTable; last: number }[] = [];
    private readonly row = new DataView(new ArrayBuffer(16));

    constructor(private readonly value: (name: string, point: number) => number) {}

    begin(point: number, name: string): StepTable {
        const table = new GrowingTable(["time", name], rows);
        this.list.push({ point, name, table, last: -1 });
        return table;
    }

    /// There is a new frame.
    take(time: number): void {
        for (const history of this.list) {
            if (time === history.last) continue;
            if (time < history.last) history.table.clear();
            history.last = time;
            this.row.setFloat64(0, time, true);
            this.row.setFloat64(8, this.value(history.name, history.point), true);
            history.table.append(this.row, 0);
            history.table.publish();
        }
    }
}
