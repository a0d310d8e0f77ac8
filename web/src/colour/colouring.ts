// Which field colours the points now, in which colours, and its values scaled to 0…1 for them.
import type { Field } from "../data/run";
import { colourRange } from "./percentiles";
import { mapNames } from "./ramp";

/// What the ends of the colours are taken from.
export const scopes = ["whole run", "this frame"] as const;
export type Scope = (typeof scopes)[number];

export class Colouring {
    private active: Field | null = null;
    private bounds: [number, number] = [0, 1];
    private fixed: [number, number] | null = null;
    private ofWhat: Scope = scopes[0];
    private mapName = mapNames[0]!;

    constructor(
        readonly fields: Field[],
        private readonly changed: () => void,
        private readonly mapChanged: (map: string) => void = () => {},
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

    get map(): string {
        return this.mapName;
    }

    set map(name: string) {
        this.mapName = name;
        this.mapChanged(name);
        this.changed();
    }

    get scope(): Scope {
        return this.ofWhat;
    }

    set scope(scope: Scope) {
        this.ofWhat = scope;
        this.changed();
    }

    /// Fixed ends of the colours; null: those that the numbers give.
    setRange(range: [number, number] | null): void {
        this.fixed = range && range[0] < range[1] ? range : null;
        this.changed();
    }

    set name(name: string) {
        const next = this.fields.find((field) => field.name === name) ?? null;
        if (next !== this.active) {
            this.active?.watch?.(false);
            next?.watch?.(true);
            this.fixed = null;
        }
        this.active = next;
        this.changed();
    }

    /// Values of the active field as fractions of its range; −1 where it has none.
    read(frame: number, out: Float32Array): void {
        if (!this.active) return;
        this.active.read(frame, out);
        this.bounds = this.fixed ?? (this.ofWhat === "this frame" ? colourRange([out]) : this.active.range());
        const [low, high] = this.bounds;
        const scale = high > low ? 1 / (high - low) : 0;
        for (let i = 0; i < out.length; ++i)
            out[i] = Number.isNaN(out[i]!) ? -1 : Math.min(1, Math.max(0, (out[i]! - low) * scale));
    }
}
