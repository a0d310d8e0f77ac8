// The wires of a surface, chosen by their places in the first frame, so that any mesh is served, whatever made it.

/// The edges of the triangles, each once, without the diagonals of parallelograms (longer than their four sides): a
/// sheet of cells shows its cells.
export function surfaceEdges(triangles: Uint32Array, x: Float32Array): Uint32Array {
    const edges = new Map<string, { ends: [number, number]; opposite: number[] }>();
    for (let i = 0; i < triangles.length; i += 3)
        for (let corner = 0; corner < 3; ++corner) {
            const p = triangles[i + corner]!;
            const q = triangles[i + ((corner + 1) % 3)]!;
            const edge = edges.get(key(p, q)) ?? { ends: [p, q], opposite: [] };
            edge.opposite.push(triangles[i + ((corner + 2) % 3)]!);
            edges.set(key(p, q), edge);
        }
    const shown = [...edges.values()].filter(
        ({ ends: [p, q], opposite }) =>
            !(opposite.length === 2 && isLongDiagonal(x, p, q, opposite[0]!, opposite[1]!)),
    );
    return Uint32Array.from(shown.flatMap(({ ends }) => ends));
}

export function meanLength(pairs: Uint32Array, x: Float32Array): number {
    let sum = 0;
    for (let i = 0; i < pairs.length; i += 2) sum += distance(x, pairs[i]!, pairs[i + 1]!);
    return pairs.length > 0 ? (2 * sum) / pairs.length : 0.1;
}

/// Whether pq and rs halve each other, which makes p r q s a parallelogram, and pq is longer than its sides.
function isLongDiagonal(x: Float32Array, p: number, q: number, r: number, s: number): boolean {
    let squared = 0;
    for (let axis = 0; axis < 3; ++axis)
        squared += (x[3 * p + axis]! + x[3 * q + axis]! - x[3 * r + axis]! - x[3 * s + axis]!) ** 2;
    const length = distance(x, p, q);
    return squared < (1e-2 * length) ** 2 && length > Math.max(distance(x, p, r), distance(x, p, s));
}

function distance(x: Float32Array, p: number, q: number): number {
    return Math.hypot(x[3 * p]! - x[3 * q]!, x[3 * p + 1]! - x[3 * q + 1]!, x[3 * p + 2]! - x[3 * q + 2]!);
}

function key(p: number, q: number): string {
    return p < q ? `${p} ${q}` : `${q} ${p}`;
}
