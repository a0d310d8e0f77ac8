// The newest frame of a live simulation and the one before it, as they came: nothing is copied.
import type { Frames } from "../data/run";

export class LiveFrames implements Frames {
    readonly count = 2; // 0: before, 1: now
    readonly live = true;
    private now: Float32Array;
    private before: Float32Array;
    private times: [number, number] = [0, 0];

    constructor(
        private readonly pointCount: number,
        first: ArrayBuffer,
    ) {
        this.now = this.before = new Float32Array(first, 0, 3 * pointCount);
    }

    time(frame: number): number {
        return this.times[frame]!;
    }

    read(frame: number, out: Float32Array): void {
        out.set(frame === 0 ? this.before : this.now);
    }

    take(bytes: ArrayBuffer, time: number): void {
        const frame = new Float32Array(bytes, 0, 3 * this.pointCount);
        const last = this.times[1];
        if (time > last) this.before = this.now;
        if (time < last) this.before = frame; // after a reset nothing was before
        if (time !== last) this.times[0] = Math.min(last, time);
        this.now = frame;
        this.times[1] = time;
    }
}
