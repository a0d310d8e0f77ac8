// The outer faces of a tetrahedral mesh: those that belong to exactly one tetrahedron, turned outwards for
// tetrahedra of positive volume (corner 3 on the side the counter-clockwise face 0 1 2 looks away from).

const faces = [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
] as const;

export function boundaryTriangles(tets: Uint32Array): Uint32Array {
    const seen = new Map<string, [number, number, number] | null>();
    for (let tet = 0; tet < tets.length; tet += 4) {
        for (const [a, b, c] of faces) {
            const face: [number, number, number] = [tets[tet + a]!, tets[tet + b]!, tets[tet + c]!];
            const key = [...face].sort((p, q) => p - q).join(" ");
            seen.set(key, seen.has(key) ? null : face);
        }
    }
    return Uint32Array.from([...seen.values()].flatMap((face) => face ?? []));
}
