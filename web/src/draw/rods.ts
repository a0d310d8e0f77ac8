// Springs as round rods and points as balls, lit and throwing shadows. Both are one sphere, drawn once per pair of
// points: its two halves are moved to the two ends, and the band between them becomes the rod. A ball is the rod from
// a point to itself.
import * as THREE from "three";
import { litMesh } from "./follow_points";
import type { PointUniforms } from "./point_texture";

const shape = /* glsl */ `
attribute vec2 pair;
uniform float radius;
mat3 rodFrame() {
    vec3 along = pointAt(pair.y).xyz - pointAt(pair.x).xyz;
    float size = length(along);
    vec3 y = size > 0.0 ? along / size : vec3(0.0, 1.0, 0.0);
    vec3 x = normalize(abs(y.y) < 0.9 ? cross(y, vec3(0.0, 1.0, 0.0)) : cross(y, vec3(1.0, 0.0, 0.0)));
    return mat3(x, y, cross(x, y));
}
vec4 rodEnd() { return pointAt(position.y > 0.0 ? pair.y : pair.x); }
vec3 followedPosition() {
    vec4 end = rodEnd();
    return end.xyz + (end.w < -1.5 ? 0.0 : radius) * (rodFrame() * position); // no size: not there
}
vec3 followedNormal() { return rodFrame() * position; }
float followedValue() { return rodEnd().w; }
`;

export function rods(pairs: Uint32Array, radius: number, colour: THREE.Color, points: PointUniforms): THREE.Mesh {
    const count = pairs.length / 2;
    const fine = count < 3000;
    // An odd number of bands: none of its rings lies on the equator, where the two ends part.
    const sphere = new THREE.SphereGeometry(1, fine ? 14 : 6, fine ? 9 : 3);
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setIndex(sphere.getIndex());
    geometry.setAttribute("position", sphere.getAttribute("position"));
    geometry.setAttribute("normal", sphere.getAttribute("normal"));
    geometry.setAttribute("pair", new THREE.InstancedBufferAttribute(Float32Array.from(pairs), 2));
    geometry.instanceCount = count;
    return litMesh(geometry, colour, shape, points, { radius: { value: radius } });
}

export function balls(indices: Uint32Array, radius: number, colour: THREE.Color, points: PointUniforms): THREE.Mesh {
    const pairs = new Uint32Array(2 * indices.length);
    indices.forEach((index, i) => pairs.fill(index, 2 * i, 2 * i + 2));
    return rods(pairs, radius, colour, points);
}
