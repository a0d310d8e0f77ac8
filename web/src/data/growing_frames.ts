// Frames that arrive one after the other. They are kept as they come; when they fill the memory allowed for them, every
// second one is given up, and from then on every second one is taken.
import type { Frames } from "./run";

export class GrowingFrames implements Frames {
    private readonly positions: Float32Array[] = [];
    private readonly times: number[] = [];
    private stride = 1;
    private arrived = 0;

    constructor(
        private readonly pointCount: number,
        private readonly mostBytes = 600e6,
    ) {}

    get count(): number {
        return this.times.length;
    }

    time(frame: number): number {
        return this.times[frame] ?? 0;
    }

    read(frame: number, out: Float32Array): void {
        out.set(this.positions[frame]!);
    }

    /// Which of the frames that arrived this one was.
    arrival(frame: number): number {
        return frame * this.stride;
    }

    append(positions: Float32Array, time: number): void {
        if (this.arrived++ % this.stride !== 0) return;
        this.positions.push(positions);
        this.times.push(time);
        if (12 * this.pointCount * this.count > this.mostBytes) this.thin();
    }

    private thin(): void {
        const kept = (this.count + 1) >> 1;
        for (let i = 0; i < kept; ++i) {
            this.positions[i] = this.positions[2 * i]!;
            this.times[i] = this.times[2 * i]!;
        }
        this.positions.length = this.times.length = kept;
        this.stride *= 2;
    }
}
