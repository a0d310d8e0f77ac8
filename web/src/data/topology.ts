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

export function readBodies(topology: JsonObject): Body[] {
    return (topology["bodies"] as JsonObject[]).map((body) => {
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
            held: Uint32Array.from((body["held"] ?? []) as number[], (point) => point + first),
            obstacle: body["obstacle"] === true,
        };
    });
}
