// The ground of three-dimensional scenes: grid lines that fade with distance, and the plane that takes the key light's
// shadow.
import * as THREE from "three";
import { gridSpacing } from "./grid_spacing";
import type { ThemeColours } from "./theme_colours";

const vertexShader = /* glsl */ `
varying vec3 world;
void main() {
    world = (modelMatrix * vec4(position, 1.0)).xyz;
    gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 ink;
uniform vec3 center;
uniform float reach;
uniform float spacing;
uniform float divisions;
varying vec3 world;
float grid(float every, float width) {
    vec2 pixel = fwidth(world.xz);
    vec2 distance = abs(world.xz - every * floor(world.xz / every + 0.5)) / pixel;
    vec2 cover = clamp(0.5 * width + 0.5 - distance, 0.0, 1.0);
    // Lines closer together than a few pixels would shimmer: let them go.
    cover *= 1.0 - smoothstep(0.1, 0.35, pixel / every);
    return max(cover.x, cover.y);
}
void main() {
    float fade = 1.0 - smoothstep(0.15, 1.0, distance(world.xz, center.xz) / reach);
    gl_FragColor = vec4(ink, fade * max(0.1 * grid(spacing / divisions, 1.0), 0.3 * grid(spacing, 1.0)));
    #include <colorspace_fragment>
}
`;

/// Where the ground lies: at 0 when the bodies stand on or just above it, otherwise under their lowest point.
export function groundHeight(box: THREE.Box3): number {
    const size = box.getSize(new THREE.Vector3()).length();
    return box.min.y >= -1e-3 * size && box.min.y <= 0.6 * size ? 0 : box.min.y;
}

/// `height`: of a floor of the scene; null: there is none.
export function ground(box: THREE.Box3, colours: ThemeColours, height: number | null): THREE.Group {
    const center = box.getCenter(new THREE.Vector3());
    const size = Math.max(1e-6, box.getSize(new THREE.Vector3()).length());
    const { spacing, divisions } = gridSpacing(size / 4);
    const plane = new THREE.PlaneGeometry(16 * size, 16 * size).rotateX(-Math.PI / 2);
    const grid = new THREE.Mesh(
        plane,
        new THREE.ShaderMaterial({
            vertexShader,
            fragmentShader,
            uniforms: {
                ink: { value: colours.gridLine },
                center: { value: center },
                reach: { value: 3.2 * size },
                spacing: { value: spacing },
                divisions: { value: divisions },
            },
            transparent: true,
            depthWrite: false,
            toneMapped: false,
        }),
    );
    const shadowMaterial = new THREE.ShadowMaterial({ opacity: 0.3, depthWrite: false, toneMapped: false });
    shadowMaterial.color = colours.shadow;
    const shadow = new THREE.Mesh(plane, shadowMaterial);
    shadow.receiveShadow = true;
    const group = new THREE.Group();
    group.add(shadow, grid);
    group.position.set(center.x, (height ?? groundHeight(box)) - 1e-4 * size, center.z);
    group.renderOrder = -5;
    return group;
}
