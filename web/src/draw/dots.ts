// Points as flat marks of a fixed size in pixels: discs for the points of planar scenes, diamonds for what is held; or
// discs of a radius in metres, for particles that have one.
import * as THREE from "three";
import { fetchPoint, type PointUniforms } from "./point_texture";

const vertexShader = /* glsl */ `
${fetchPoint}
attribute float pointIndex;
uniform float size;
uniform float radius;
uniform vec2 viewport;
varying float value;
varying float across;
void main() {
    vec4 point = pointAt(pointIndex);
    gl_Position = projectionMatrix * viewMatrix * vec4(point.xyz, 1.0);
    gl_Position.z -= 4e-3 * gl_Position.w; // in front of the surface the point belongs to
    across = max(size, radius * projectionMatrix[1][1] * viewport.y / gl_Position.w);
    gl_PointSize = across + 2.0;
    value = point.w;
    if (point.w < -1.5) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // not there
}
`;

const fragmentShader = /* glsl */ `
varying float across;
uniform float rim;
uniform bool diamond;
uniform vec3 colour;
uniform vec3 rimColour;
uniform float useField;
uniform sampler2D ramp;
varying float value;
void main() {
    vec2 place = (gl_PointCoord - 0.5) * (across + 2.0);
    float inside = 0.5 * across - (diamond ? abs(place.x) + abs(place.y) : length(place));
    vec3 fill = mix(colour, texture2D(ramp, vec2(value, 0.5)).rgb, useField * step(-0.5, value));
    float cover = clamp(inside + 0.5, 0.0, 1.0);
    if (cover <= 0.0) discard;
    gl_FragColor = vec4(mix(rimColour, fill, clamp(inside - rim + 0.5, 0.0, 1.0)), cover);
    #include <colorspace_fragment>
}
`;

export interface DotStyle {
    colour: THREE.Color;
    rimColour: THREE.Color; // shared with the theme, which may change it
    size: number; // pixels, rim included; at least, where there is a radius
    radius?: number; // metres
    rim: number; // pixels
    diamond: boolean;
    byField: boolean;
}

export function dots(
    indices: Uint32Array,
    style: DotStyle,
    points: PointUniforms,
    viewport: THREE.IUniform<THREE.Vector2> = { value: new THREE.Vector2() },
): THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial> {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("pointIndex", new THREE.BufferAttribute(Float32Array.from(indices), 1));
    geometry.setDrawRange(0, indices.length);
    const ratio = Math.min(2, window.devicePixelRatio);
    const material = new THREE.ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: {
            points: points.points,
            ramp: points.ramp,
            useField: style.byField ? points.useField : { value: 0 },
            size: { value: style.size * ratio },
            radius: { value: style.radius ?? 0 },
            viewport,
            rim: { value: style.rim * ratio },
            diamond: { value: style.diamond },
            colour: { value: style.colour },
            rimColour: { value: style.rimColour },
        },
        transparent: true,
        depthWrite: false,
        toneMapped: false,
    });
    const marks = new THREE.Points(geometry, material);
    marks.frustumCulled = false;
    return marks;
}
