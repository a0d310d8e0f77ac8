// A step table that grows row by row. With a capacity it keeps the newest rows, at least half as many as that.
import { StepTable } from "./steps";

export class GrowingTable extends StepTable {
    private rows = 0;
    private stores: Float64Array[];

    constructor(
        private readonly names: string[],
        private readonly capacity = Infinity,
    ) {
        super(new Map());
        this.stores = names.map(() => new Float64Array(Math.min(capacity, 1024)));
        this.publish();
    }

    /// A row of float64 numbers, little-endian, from byte `offset` on. Seen by readers after the next `publish`.
    append(bytes: DataView, offset: number): void {
        if (this.rows === this.stores[0]!.length) this.makeRoom();
        this.stores.forEach((store, column) => (store[this.rows] = bytes.getFloat64(offset + 8 * column, true)));
        ++this.rows;
    }

    clear(): void {
        this.rows = 0;
    }

    publish(): void {
        this.names.forEach((name, i) => this.columns.set(name, this.stores[i]!.subarray(0, this.rows)));
    }

    private makeRoom(): void {
        if (this.rows < this.capacity) {
            this.stores = this.stores.map((store) => {
                const larger = new Float64Array(Math.min(this.capacity, 2 * store.length));
                larger.set(store);
                return larger;
            });
            return;
        }
        const kept = this.rows >> 1;
        for (const store of this.stores) store.copyWithin(0, this.rows - kept, this.rows);
        this.rows = kept;
    }
}
