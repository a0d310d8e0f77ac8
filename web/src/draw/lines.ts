// Lines between points, some pixels wide at any distance, with soft edges: the wires of a surface, and the springs of
// planar scenes.
import * as THREE from "three";
import { fetchPoint, type PointUniforms } from "./point_texture";

const vertexShader = /* glsl */ `
${fetchPoint}
attribute vec2 pair;
uniform vec2 viewport;
uniform float width;
varying float value;
varying float across;
void main() {
    vec4 from = pointAt(pair.x);
    vec4 to = pointAt(pair.y);
    vec4 a = projectionMatrix * viewMatrix * vec4(from.xyz, 1.0);
    vec4 b = projectionMatrix * viewMatrix * vec4(to.xyz, 1.0);
    vec2 along = normalize((b.xy / b.w - a.xy / a.w) * viewport + vec2(1e-6, 0.0));
    float reach = 0.5 * width + 1.0; // one pixel more, for the soft edge
    vec4 end = position.x > 0.5 ? b : a;
    vec2 offset = vec2(-along.y, along.x) * position.y + along * (2.0 * position.x - 1.0) * 0.35 * width / reach;
    gl_Position = end + vec4(2.0 * reach * offset / viewport * end.w, -1e-5 * end.w, 0.0);
    value = position.x > 0.5 ? to.w : from.w;
    across = position.y * reach;
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 colour;
uniform float opacity;
uniform float width;
uniform float useField;
uniform sampler2D ramp;
varying float value;
varying float across;
void main() {
    float cover = clamp(0.5 * width + 0.5 - abs(across), 0.0, 1.0);
    vec3 ink = mix(colour, texture2D(ramp, vec2(value, 0.5)).rgb, useField * step(-0.5, value));
    gl_FragColor = vec4(ink, opacity * cover);
    #include <colorspace_fragment>
}
`;

export interface LineStyle {
    colour: THREE.Color;
    width: number; // pixels
    opacity: number;
    byField: boolean; // takes the field's colour when one is shown
}

export function lines(
    pairs: Uint32Array,
    style: LineStyle,
    points: PointUniforms,
    viewport: THREE.IUniform<THREE.Vector2>,
): THREE.Mesh<THREE.InstancedBufferGeometry, THREE.ShaderMaterial> {
    const geometry = new THREE.InstancedBufferGeometry();
    const corners = new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]);
    geometry.setAttribute("position", new THREE.BufferAttribute(corners, 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    geometry.setAttribute("pair", new THREE.InstancedBufferAttribute(Float32Array.from(pairs), 2));
    geometry.instanceCount = pairs.length / 2;
    const material = new THREE.ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: {
            points: points.points,
            ramp: points.ramp,
            useField: style.byField ? points.useField : { value: 0 },
            viewport,
            width: { value: style.width },
            opacity: { value: style.opacity },
            colour: { value: style.colour },
        },
        transparent: true,
        depthWrite: false,
        toneMapped: false,
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    return mesh;
}
