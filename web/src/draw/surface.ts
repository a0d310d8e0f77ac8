// A body's triangles with smooth shading and shadow; sharp edges of the first frame stay sharp. Sheets that contact
// gives a thickness have one, and what has texture coordinates is woven along them.
import * as THREE from "three";
import { findCreases, type Creases } from "./creases";
import { dress, type Dress } from "./dress";
import { litMesh, tintedMesh } from "./follow_points";
import type { PointUniforms } from "./point_texture";
import { sumNormals } from "./vertex_normals";

const shape = /* glsl */ `
attribute float pointIndex;
uniform float halfThickness;
vec3 followedNormal() { return normalize(normal + vec3(1e-20)); }
vec3 followedPosition() { return pointAt(pointIndex).xyz + halfThickness * followedNormal(); }
float followedValue() { return pointAt(pointIndex).w; }
`;
const textured = /* glsl */ `
attribute vec2 cloth;
vec2 followedTexture() { return cloth; }
`;

export interface Cover {
    texture: Float32Array | null; // u and v of every corner of a triangle
    halfThickness: number; // m
}

export class Surface {
    readonly mesh: THREE.Mesh;
    private readonly creases: Creases;
    private readonly dressed: Dress;
    private readonly sums: Float32Array;
    private readonly normals: THREE.BufferAttribute;
    private readonly halfThickness: THREE.IUniform<number>;

    constructor(
        triangles: Uint32Array,
        start: Float32Array,
        colour: THREE.Color,
        points: PointUniforms,
        planar: boolean,
        private readonly cover: Cover = { texture: null, halfThickness: 0 },
    ) {
        this.creases = findCreases(triangles, start);
        const texture = planar ? null : cover.texture;
        this.dressed = dress(this.creases, texture, cover.halfThickness > 0);
        const { crease, corners, cloth, thread } = this.dressed;
        const { vertexPoint } = this.creases;
        this.sums = new Float32Array(3 * vertexPoint.length);
        this.normals = new THREE.BufferAttribute(new Float32Array(3 * crease.length), 3);
        this.normals.setUsage(THREE.DynamicDrawUsage);
        this.halfThickness = { value: cover.halfThickness };
        const geometry = new THREE.BufferGeometry();
        const pointIndex = Float32Array.from(crease, (vertex) => vertexPoint[vertex]!);
        geometry.setAttribute("pointIndex", new THREE.BufferAttribute(pointIndex, 1));
        geometry.setAttribute("normal", this.normals);
        if (cloth) geometry.setAttribute("cloth", new THREE.BufferAttribute(cloth, 2));
        geometry.setIndex(new THREE.BufferAttribute(corners, 1));
        const own = { halfThickness: this.halfThickness, thread: { value: thread } };
        this.mesh = (planar ? tintedMesh : litMesh)(geometry, colour, cloth ? shape + textured : shape, points, own);
    }

    /// Lines lie in the middle of a sheet: while they are seen, it has no thickness.
    showLines(visible: boolean): void {
        this.halfThickness.value = visible ? 0 : this.cover.halfThickness;
    }

    update(positions: Float32Array): void {
        if (!this.mesh.visible) return;
        sumNormals(this.creases, positions, this.sums);
        const { crease, side } = this.dressed;
        const normals = this.normals.array as Float32Array;
        for (let i = 0; i < crease.length; ++i)
            for (let a = 0; a < 3; ++a) normals[3 * i + a] = side[i]! * this.sums[3 * crease[i]! + a]!;
        this.normals.needsUpdate = true;
    }
}
