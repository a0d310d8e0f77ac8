// Which field colours the points now, and its values scaled to 0…1 for the ramp.
import type { Field } from "../data/run";

export class Colouring {
    private active: Field | null = null;
    private bounds: [number, number] = [0, 1];
    private fixed: [number, number] | null = null;

    constructor(
        readonly fields: Field[],
        private readonly changed: () => void,
    ) {}

    get field(): Field | null {
        return this.active;
    }

    get name(): string {
        return this.active?.name ?? "body";
    }

    get range(): [number, number] {
        return this.bounds;
    }

    /// Fixed ends of the colours; null: those that the field chooses itself.
    setRange(range: [number, number] | null): void {
        this.fixed = range && range[0] < range[1] ? range : null;
        this.changed();
    }

    set name(name: string) {
        const next = this.fields.find((field) => field.name === name) ?? null;
        if (next !== this.active) {
            this.active?.watch?.(false);
            next?.watch?.(true);
        }
        if (next !== this.active) this.fixed = null;
        this.active = next;
        if (this.active) this.bounds = this.fixed ?? this.active.range();
        this.changed();
    }

    /// Values of the active field as fractions of its range; −1 where it has none.
    read(frame: number, out: Float32Array): void {
        if (!this.active) return;
        this.active.read(frame, out);
        this.bounds = this.fixed ?? this.active.range();
        const [low, high] = this.bounds;
        const scale = high > low ? 1 / (high - low) : 0;
        for (let i = 0; i < out.length; ++i)
            out[i] = Number.isNaN(out[i]!) ? -1 : Math.min(1, Math.max(0, (out[i]! - low) * scale));
    }
}
