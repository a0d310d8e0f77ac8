// Which corners of a triangle mesh share one normal: those of a point whose faces turn by less than 40 degrees.
// A box keeps its sharp edges, a cloth stays smooth. Decided once, on the first frame.

export interface Creases {
    vertexPoint: Uint32Array; // the point each vertex follows
    corners: Uint32Array; // the vertex of every triangle corner
}

const sharpest = Math.cos((40 * Math.PI) / 180);

export function findCreases(triangles: Uint32Array, positions: Float32Array): Creases {
    const vertexPoint: number[] = [];
    const vertexNormal: [number, number, number][] = [];
    const verticesOfPoint = new Map<number, number[]>();
    const corners = new Uint32Array(triangles.length);

    for (let corner = 0; corner < triangles.length; ++corner) {
        const normal = faceNormal(triangles, positions, corner - (corner % 3));
        const point = triangles[corner]!;
        const vertices = verticesOfPoint.get(point) ?? [];
        verticesOfPoint.set(point, vertices);
        let vertex = vertices.find((candidate) => dot(vertexNormal[candidate]!, normal) >= sharpest);
        if (vertex === undefined) {
            vertex = vertexPoint.length;
            vertexPoint.push(point);
            vertexNormal.push(normal);
            vertices.push(vertex);
        }
        corners[corner] = vertex;
    }
    return { vertexPoint: Uint32Array.from(vertexPoint), corners };
}

function dot(a: [number, number, number], b: [number, number, number]): number {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function faceNormal(triangles: Uint32Array, x: Float32Array, first: number): [number, number, number] {
    const [a, b, c] = [3 * triangles[first]!, 3 * triangles[first + 1]!, 3 * triangles[first + 2]!];
    const u = [x[b]! - x[a]!, x[b + 1]! - x[a + 1]!, x[b + 2]! - x[a + 2]!] as const;
    const v = [x[c]! - x[a]!, x[c + 1]! - x[a + 1]!, x[c + 2]! - x[a + 2]!] as const;
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
    const size = Math.hypot(...normal) || 1;
    return [normal[0] / size, normal[1] / size, normal[2] / size];
}
