// A field of elements of a live scene, computed by the server while it is looked at.
import { percentiles } from "../colour/percentiles";
import type { Field } from "../data/run";
import type { FieldName } from "./protocol";
import type { Wishes } from "./wishes";

export class LiveField implements Field {
    readonly name: string;
    readonly unit: string;
    private values: Float32Array | null = null;
    private readonly seen: [number, number] = [Infinity, -Infinity];

    constructor(
        { name, unit }: FieldName,
        private readonly index: number,
        private readonly wishes: Wishes,
    ) {
        this.name = name.replaceAll("_", " ");
        this.unit = unit;
    }

    watch(on: boolean): void {
        this.wishes.set({ field: on ? this.index : null });
        this.values = null;
        this.seen[0] = Infinity;
        this.seen[1] = -Infinity;
    }

    /// What has been seen; extremes of the past are slowly forgotten.
    range(): [number, number] {
        const [low, high] = this.seen;
        return low <= high ? [low, Math.max(high, low + 1e-9 * Math.max(1, Math.abs(low)))] : [0, 1];
    }

    take(values: Float32Array): void {
        this.values = values;
        const slack = 0.005 * Math.max(0, this.seen[1] - this.seen[0]);
        this.seen[0] += slack;
        this.seen[1] -= slack;
        const now = percentiles([values]);
        if (!now) return;
        this.seen[0] = Math.min(this.seen[0], now[0]);
        this.seen[1] = Math.max(this.seen[1], now[1]);
    }

    read(_frame: number, out: Float32Array): void {
        if (this.values) out.set(this.values);
        else out.fill(NaN);
    }
}
