// A body's triangles with smooth shading and shadow; sharp edges of the first frame stay sharp.
import * as THREE from "three";
import { findCreases, type Creases } from "./creases";
import { litMesh, tintedMesh } from "./follow_points";
import type { PointUniforms } from "./point_texture";
import { sumNormals } from "./vertex_normals";

const shape = /* glsl */ `
attribute float pointIndex;
vec3 followedPosition() { return pointAt(pointIndex).xyz; }
vec3 followedNormal() { return normalize(normal + vec3(1e-20)); }
float followedValue() { return pointAt(pointIndex).w; }
`;

export class Surface {
    readonly mesh: THREE.Mesh;
    private readonly creases: Creases;
    private readonly normals: THREE.BufferAttribute;

    constructor(
        triangles: Uint32Array,
        start: Float32Array,
        colour: THREE.Color,
        points: PointUniforms,
        planar: boolean,
    ) {
        this.creases = findCreases(triangles, start);
        const { vertexPoint, corners } = this.creases;
        this.normals = new THREE.BufferAttribute(new Float32Array(3 * vertexPoint.length), 3);
        this.normals.setUsage(THREE.DynamicDrawUsage);
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("pointIndex", new THREE.BufferAttribute(Float32Array.from(vertexPoint), 1));
        geometry.setAttribute("normal", this.normals);
        geometry.setIndex(new THREE.BufferAttribute(corners, 1));
        this.mesh = (planar ? tintedMesh : litMesh)(geometry, colour, shape, points);
    }

    update(positions: Float32Array): void {
        if (!this.mesh.visible) return;
        sumNormals(this.creases, positions, this.normals.array as Float32Array);
        this.normals.needsUpdate = true;
    }
}
