// Frames stored as 16-bit numbers q inside one box per body:  x = low + q · step.
//
// The stream holds, frame after frame, what is left of q after predicting that every point moves on evenly,
//   r = q(f) − (2 q(f−1) − q(f−2))  mod 2¹⁶,   folded to r' = 2r for r ≥ 0 and −2r − 1 below,
// first the low bytes of all x, y and z of the frame, then the high bytes. The writer is record/report_frames.cpp.
import type { Body, Frames } from "./run";

export interface Box {
    low: [number, number, number];
    step: [number, number, number];
}

export class QuantisedFrames implements Frames {
    readonly count: number;
    private readonly quantised: Uint16Array; // frame by frame: all x, all y, all z
    private readonly pointCount: number;

    constructor(
        bytes: Uint8Array,
        private readonly times: number[],
        private readonly bodies: Body[],
        private readonly boxes: Box[],
    ) {
        this.count = times.length;
        this.pointCount = bodies.reduce((sum, body) => sum + body.pointCount, 0);
        this.quantised = decode(bytes, this.count, 3 * this.pointCount);
    }

    time(frame: number): number {
        return this.times[frame] ?? 0;
    }

    read(frame: number, out: Float32Array): void {
        const n = this.pointCount;
        this.bodies.forEach((body, index) => {
            const { low, step } = this.boxes[index]!;
            for (let axis = 0; axis < 3; ++axis) {
                const from = (3 * frame + axis) * n;
                for (let i = body.firstPoint; i < body.firstPoint + body.pointCount; ++i)
                    out[3 * i + axis] = low[axis]! + this.quantised[from + i]! * step[axis]!;
            }
        });
    }
}

function decode(bytes: Uint8Array, frameCount: number, width: number): Uint16Array {
    if (bytes.length !== 2 * frameCount * width) throw new Error("the frames of this report are incomplete");
    const q = new Uint16Array(frameCount * width);
    for (let frame = 0; frame < frameCount; ++frame) {
        const here = frame * width;
        const low = 2 * here;
        const high = low + width;
        for (let i = 0; i < width; ++i) {
            const folded = bytes[low + i]! | (bytes[high + i]! << 8);
            const residual = (folded >> 1) ^ -(folded & 1);
            const last = frame > 0 ? q[here - width + i]! : 0;
            const before = frame > 1 ? q[here - 2 * width + i]! : last;
            q[here + i] = 2 * last - before + residual; // wraps at 2¹⁶, as the writer's does
        }
    }
    return q;
}
