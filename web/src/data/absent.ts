// Particles of emitters that are not there, because they are not yet born or gone: their age is unknown, and where they
// are becomes NaN, which nothing draws.
import type { Body, Field, Frames, JsonObject } from "./run";

export function withoutAbsent(
    frames: Frames,
    bodies: Body[],
    scene: JsonObject,
    fields: Field[],
    pointCount: number,
): Frames {
    const age = fields.find((field) => field.name === "age");
    const specs = (scene["bodies"] ?? []) as JsonObject[];
    const emitted = bodies.filter((body) => specs.some((spec) => spec["name"] === body.name && spec["emitter"]));
    if (!age || emitted.length === 0) return frames;
    const ages = new Float32Array(pointCount);
    return {
        get count() {
            return frames.count;
        },
        time: (frame) => frames.time(frame),
        read(frame, out) {
            frames.read(frame, out);
            age.read(frame, ages);
            for (const { firstPoint, pointCount: count } of emitted)
                for (let i = firstPoint; i < firstPoint + count; ++i)
                    if (Number.isNaN(ages[i]!)) out.fill(NaN, 3 * i, 3 * i + 3);
        },
    };
}
