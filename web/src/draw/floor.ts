// Floors: level planes that nothing moves. They have no edge, so they are not drawn as squares; the ground of the
// picture lies where they are.
import type { Body, Json, JsonObject, Run } from "../data/run";

export interface Floor {
    body: Body;
    height: number; // m
}

export function floorsOf({ scene, bodies, planar, frames, pointCount }: Run): Floor[] {
    const planes = ((scene["obstacles"] ?? []) as JsonObject[]).filter(isStillPlane).map(({ name }) => String(name));
    if (planar || planes.length === 0) return [];
    const start = new Float32Array(3 * pointCount);
    frames.read(0, start);
    return bodies.flatMap((body) => {
        // On a page of several runs the run's name stands before the body's.
        const named = planes.some((name) => body.name === name || body.name.endsWith(` · ${name}`));
        const height = named && body.obstacle ? levelOf(body, start) : null;
        return height === null ? [] : [{ body, height }];
    });
}

function isStillPlane({ shape, motion }: JsonObject): boolean {
    return (shape as JsonObject | undefined)?.["type"] === "plane" && !moves(motion);
}

function moves(motion: Json | undefined): boolean {
    return motion !== undefined && motion !== null && Object.keys(motion).length > 0;
}

/// The height of all its points; null: they are not at one.
function levelOf({ firstPoint, pointCount }: Body, positions: Float32Array): number | null {
    const height = positions[3 * firstPoint + 1]!;
    let span = 0;
    for (let i = firstPoint; i < firstPoint + pointCount; ++i) {
        span = Math.max(span, Math.abs(positions[3 * i]! - positions[3 * firstPoint]!));
        if (Math.abs(positions[3 * i + 1]! - height) > 1e-5 * Math.max(span, 1e-9)) return null;
    }
    return height;
}
