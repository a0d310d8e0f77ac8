// Where two bodies touch: of the points that feel a force, those that feel it from the other body. Forces are known per
// point; where a body touches several others, a point belongs to the one whose surface is nearest.
import * as THREE from "three";
import type { ContactFrame, TouchingPair } from "../data/contact_block";
import type { Body } from "../data/run";

const mostWork = 1e6; // pairs of a point and a face

export function pairPoints(
    touching: ContactFrame,
    { first, second }: TouchingPair,
    bodies: Body[],
    positions: Float32Array,
): Uint32Array {
    const surfaces = new Map<number, Surface>();
    const surface = (body: number) => {
        const known = surfaces.get(body) ?? new Surface(bodies[body]!, touching, positions);
        surfaces.set(body, known);
        return known;
    };
    const of = (one: number, other: number): number[] => {
        const partners = touching.pairs
            .filter((pair) => pair.first === one || pair.second === one)
            .map((pair) => (pair.first === one ? pair.second : pair.first));
        const { firstPoint, pointCount } = bodies[one]!;
        const own = [...touching.points].filter((p) => p >= firstPoint && p < firstPoint + pointCount);
        if (partners.length < 2) return own;
        // Beyond that the picture would stutter; then all points of the body that touch are marked.
        const work = partners.reduce((sum, partner) => sum + own.length * surface(partner).faceCount, 0);
        if (work > mostWork) return own;
        return own.filter((point) => {
            const distances = partners.map((partner) => surface(partner).distance(point));
            return distances[partners.indexOf(other)] === Math.min(...distances);
        });
    };
    return Uint32Array.from(first === second ? of(first, first) : [...of(first, second), ...of(second, first)]);
}

/// The part of a body's surface that touches: triangles, or edges, with a corner that feels a force; of obstacles,
/// whose forces are not known by point, all of them.
class Surface {
    private readonly faces: [number, number, number][] = [];
    private readonly triangle = new THREE.Triangle();
    private readonly place = new THREE.Vector3();
    private readonly nearest = new THREE.Vector3();

    constructor(
        { triangles, edges }: Body,
        touching: ContactFrame,
        private readonly positions: Float32Array,
    ) {
        const all: [number, number, number][] = [];
        for (let i = 0; i < triangles.length; i += 3) all.push([triangles[i]!, triangles[i + 1]!, triangles[i + 2]!]);
        for (let i = 0; i < edges.length && triangles.length === 0; i += 2)
            all.push([edges[i]!, edges[i + 1]!, edges[i + 1]!]);
        const touched = new Set(touching.points);
        const some = all.filter((face) => face.some((corner) => touched.has(corner)));
        this.faces = some.length > 0 ? some : all;
    }

    get faceCount(): number {
        return this.faces.length;
    }

    distance(point: number): number {
        this.place.fromArray(this.positions, 3 * point);
        let squared = Infinity;
        for (const face of this.faces) {
            if (face.includes(point)) continue;
            const { a, b, c } = this.triangle;
            a.fromArray(this.positions, 3 * face[0]);
            b.fromArray(this.positions, 3 * face[1]);
            c.fromArray(this.positions, 3 * face[2]);
            this.triangle.closestPointToPoint(this.place, this.nearest);
            squared = Math.min(squared, this.nearest.distanceToSquared(this.place));
        }
        return Math.sqrt(squared);
    }
}
