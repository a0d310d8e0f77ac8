// Normals of a mesh's vertices: the sum of the normals of their faces, weighted by area. The shader normalises.
import type { Creases } from "./creases";

export function sumNormals({ vertexPoint, corners }: Creases, x: Float32Array, out: Float32Array): void {
    out.fill(0);
    for (let i = 0; i < corners.length; i += 3) {
        const p = corners[i]!;
        const q = corners[i + 1]!;
        const r = corners[i + 2]!;
        const a = 3 * vertexPoint[p]!;
        const b = 3 * vertexPoint[q]!;
        const c = 3 * vertexPoint[r]!;
        const ux = x[b]! - x[a]!;
        const uy = x[b + 1]! - x[a + 1]!;
        const uz = x[b + 2]! - x[a + 2]!;
        const vx = x[c]! - x[a]!;
        const vy = x[c + 1]! - x[a + 1]!;
        const vz = x[c + 2]! - x[a + 2]!;
        const nx = uy * vz - uz * vy;
        const ny = uz * vx - ux * vz;
        const nz = ux * vy - uy * vx;
        add(out, 3 * p, nx, ny, nz);
        add(out, 3 * q, nx, ny, nz);
        add(out, 3 * r, nx, ny, nz);
    }
}

function add(out: Float32Array, at: number, x: number, y: number, z: number): void {
    out[at]! += x;
    out[at + 1]! += y;
    out[at + 2]! += z;
}
