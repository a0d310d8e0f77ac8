// Fields that follow from positions alone. The velocity of frame f is the difference to the frame before, as the
// implicit Euler rule has it:  v(f) = (x(f) − x(f−1)) / (t(f) − t(f−1));  frame 0 takes that of frame 1.
import type { Field, Frames } from "../data/run";

/// `live`: the range is what has been seen so far; else what the whole run shows.
export function speedField(frames: Frames, pointCount: number, live = false): Field {
    return motionField("speed", "m/s", frames, pointCount, live, (squared) => Math.sqrt(squared));
}

export function kineticEnergyField(frames: Frames, pointCount: number, live = false): Field {
    return motionField("kinetic energy", "J/kg", frames, pointCount, live, (squared) => 0.5 * squared);
}

/// How far every point is from where it was at the start.
export function displacementField(frames: Frames, pointCount: number): Field {
    const start = new Float32Array(3 * pointCount);
    const now = new Float32Array(3 * pointCount);
    let known: [number, number] = [0, 1];
    let lookedAt = 0; // frames that `known` is about

    function read(frame: number, out: Float32Array): void {
        frames.read(0, start);
        frames.read(frame, now);
        for (let i = 0; i < pointCount; ++i)
            out[i] = Math.hypot(...[0, 1, 2].map((axis) => now[3 * i + axis]! - start[3 * i + axis]!));
    }

    function range(): [number, number] {
        if (frames.count < 1.2 * lookedAt) return known;
        lookedAt = frames.count;
        const values = new Float32Array(pointCount);
        const samples = Math.min(60, frames.count);
        let largest = 0;
        for (let sample = 0; sample < samples; ++sample) {
            read(Math.round((sample * (frames.count - 1)) / Math.max(1, samples - 1)), values);
            for (const value of values) if (value > largest) largest = value; // NaN: of what is not there
        }
        return (known = [0, largest > 0 ? largest : 1]);
    }

    return { name: "displacement", unit: "m", range, read };
}

function motionField(
    name: string,
    unit: string,
    frames: Frames,
    pointCount: number,
    live: boolean,
    ofSpeedSquared: (squared: number) => number,
): Field {
    const now = new Float32Array(3 * pointCount);
    const before = new Float32Array(3 * pointCount);
    let known: [number, number] = [0, 1];
    let lookedAt = 0; // frames that `known` is about
    const seen: [number, number] = [0, 1e-6];

    function read(frame: number, out: Float32Array): void {
        const later = Math.min(Math.max(frame, 1), frames.count - 1);
        const earlier = Math.max(later - 1, 0);
        const dt = frames.time(later) - frames.time(earlier);
        const perSquaredSecond = dt > 0 ? 1 / (dt * dt) : 0;
        frames.read(later, now);
        frames.read(earlier, before);
        for (let i = 0; i < pointCount; ++i) {
            const x = now[3 * i]! - before[3 * i]!;
            const y = now[3 * i + 1]! - before[3 * i + 1]!;
            const z = now[3 * i + 2]! - before[3 * i + 2]!;
            out[i] = ofSpeedSquared((x * x + y * y + z * z) * perSquaredSecond);
        }
        if (live) seen[1] = out.reduce((largest, value) => (value > largest ? value : largest), 0.998 * seen[1]);
    }

    /// Looks at 60 frames spread over the run: the scale must not jump while it plays.
    function range(): [number, number] {
        if (live) return seen;
        if (frames.count < 1.2 * lookedAt) return known;
        lookedAt = frames.count;
        const values = new Float32Array(pointCount);
        const samples = Math.min(60, frames.count);
        let largest = 0;
        for (let sample = 0; sample < samples; ++sample) {
            read(Math.round((sample * (frames.count - 1)) / Math.max(1, samples - 1)), values);
            for (const value of values) if (value > largest) largest = value; // NaN: of what is not there
        }
        return (known = [0, largest > 0 ? largest : 1]);
    }

    return { name, unit, range, read };
}
