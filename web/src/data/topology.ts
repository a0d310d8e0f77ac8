// Bodies from topology.json, whose indices count from each body's first point; here they count over the whole run.
import type { Body, Json, JsonObject } from "./run";
import { boundaryTriangles } from "./boundary_triangles";

type Tuple = number[];

function flatten(tuples: Json | undefined, first: number): Uint32Array {
    const list = (tuples ?? []) as Tuple[];
    const width = list[0]?.length ?? 0;
    const flat = new Uint32Array(list.length * width);
    list.forEach((tuple, row) => tuple.forEach((index, column) => (flat[row * width + column] = index + first)));
    return flat;
}

/// u and v of the corners of a body's triangles, from looks.json.
function textureOf(looks: JsonObject | null, body: number, triangles: Uint32Array): Float32Array | null {
    const rows = ((looks?.["bodies"] as JsonObject[] | undefined)?.[body]?.["texture"] ?? []) as number[][];
    return rows.length > 0 && 3 * rows.length === triangles.length ? Float32Array.from(rows.flat()) : null;
}

/// `looks`: what looks.json holds, if anything.
export function readBodies(topology: JsonObject, looks: JsonObject | null): Body[] {
    return (topology["bodies"] as JsonObject[]).map((body, index) => {
        const first = body["first_point"] as number;
        const triangles = flatten(body["triangles"], first);
        return {
            name: body["name"] as string,
            firstPoint: first,
            pointCount: body["point_count"] as number,
            dimension: (body["dimension"] as number | undefined) ?? 3,
            radius: (body["radius"] as number | undefined) ?? 0,
            edges: flatten(body["edges"], first),
            triangles: triangles.length > 0 ? triangles : boundaryTriangles(flatten(body["tets"], first)),
            texture: textureOf(looks, index, triangles),
            held: Uint32Array.from((body["held"] ?? []) as number[], (point) => point + first),
            obstacle: body["obstacle"] === true,
        };
    });
}
