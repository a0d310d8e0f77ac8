// The vertices that a surface is drawn with: those of its creases, split where the texture has a seam; of a thick sheet
// once for each side, with a rim between them.
import type { Creases } from "./creases";

export interface Dress {
    crease: Uint32Array; // the vertex of the creases that each vertex follows
    side: Int8Array; // 1 where the normal points, -1 on the other side
    corners: Uint32Array;
    cloth: Float32Array | null; // u and v of each vertex
    thread: number; // width of a thread in units of the texture
}

/// `texture`: u and v of every corner of a triangle.
export function dress(creases: Creases, texture: Float32Array | null, thick: boolean): Dress {
    let crease: number[] = [];
    let cloth: number[] = [];
    const known = new Map<string, number>();
    let corners = Array.from(creases.corners, (vertex, corner) => {
        const u = texture ? texture[2 * corner]! : 0;
        const v = texture ? texture[2 * corner + 1]! : 0;
        const key = `${vertex} ${u} ${v}`;
        let number = known.get(key);
        if (number === undefined) {
            number = crease.length;
            known.set(key, number);
            crease.push(vertex);
            cloth.push(u, v);
        }
        return number;
    });
    let side = crease.map(() => 1);
    if (thick) {
        const count = crease.length;
        const rim = border(corners, crease).flatMap(([a, b]) => [a, b, b + count, a, b + count, a + count]);
        corners = [...corners, ...corners.map((vertex) => vertex + count), ...rim];
        crease = crease.concat(crease);
        cloth = cloth.concat(cloth);
        side = [...side, ...side.map(() => -1)];
    }
    return {
        crease: Uint32Array.from(crease),
        side: Int8Array.from(side),
        corners: Uint32Array.from(corners),
        cloth: texture ? Float32Array.from(cloth) : null,
        thread: texture ? extent(texture) / 80 : 1,
    };
}

/// Edges of one triangle.
function border(corners: number[], crease: number[]): [number, number][] {
    const ways = new Map<string, [number, number]>();
    for (let corner = 0; corner < corners.length; ++corner) {
        const a = corners[corner]!;
        const b = corners[corner % 3 === 2 ? corner - 2 : corner + 1]!;
        if (!ways.delete(`${crease[b]!} ${crease[a]!}`)) ways.set(`${crease[a]!} ${crease[b]!}`, [a, b]);
    }
    return [...ways.values()];
}

/// The larger side of the texture's box.
function extent(texture: Float32Array): number {
    const low = [Infinity, Infinity];
    const high = [-Infinity, -Infinity];
    texture.forEach((value, i) => {
        low[i % 2] = Math.min(low[i % 2]!, value);
        high[i % 2] = Math.max(high[i % 2]!, value);
    });
    return Math.max(high[0]! - low[0]!, high[1]! - low[1]!, 1e-30);
}
