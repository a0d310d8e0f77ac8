// The numbers of one point: where it is, how far it has come, and what every field says there.
import type { Run } from "./run";
import { StepTable } from "./steps";

export interface PointValue {
    name: string;
    unit: string;
    value: number; // NaN: not known, or not there
}

export class PointValues {
    private readonly start: Float32Array;
    private readonly now: Float32Array;
    private readonly field: Float32Array;

    constructor(private readonly run: Run) {
        this.start = new Float32Array(3 * run.pointCount);
        this.now = new Float32Array(3 * run.pointCount);
        this.field = new Float32Array(run.pointCount);
    }

    /// Position, displacement along each axis, then the fields.
    at(point: number, frame: number): PointValue[] {
        const { frames, fields } = this.run;
        frames.read(frame, this.now);
        const values: PointValue[] = ["x", "y", "z"].map((name, axis) => {
            return { name, unit: "m", value: this.now[3 * point + axis]! };
        });
        if (!frames.live) {
            frames.read(0, this.start);
            for (const [axis, name] of ["x", "y", "z"].entries()) {
                const value = this.now[3 * point + axis]! - this.start[3 * point + axis]!;
                values.push({ name: `displacement ${name}`, unit: "m", value });
            }
        }
        for (const field of fields) {
            field.read(frame, this.field);
            const unit = field.unit === "1" ? "" : field.unit;
            values.push({ name: field.name, unit, value: this.field[point]! });
        }
        return values;
    }

    /// One of these over all frames, as a table for plots.
    history(point: number, name: string): StepTable {
        const { frames } = this.run;
        const times = Float64Array.from({ length: frames.count }, (_, frame) => frames.time(frame));
        const values = times.map((_, frame) => this.value(point, name, frame));
        return new StepTable(new Map([["time", times], [name, values]]));
    }

    private value(point: number, name: string, frame: number): number {
        const { frames, fields } = this.run;
        const field = fields.find((one) => one.name === name);
        if (field) {
            field.read(frame, this.field);
            return this.field[point]!;
        }
        const axis = ["x", "y", "z"].indexOf(name.at(-1)!);
        frames.read(frame, this.now);
        if (!name.startsWith("displacement")) return this.now[3 * point + axis]!;
        frames.read(0, this.start);
        return this.now[3 * point + axis]! - this.start[3 * point + axis]!;
    }
}
