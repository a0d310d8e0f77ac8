// What lies behind everything: a soft vertical gradient in three dimensions, graph paper in planar scenes.
import * as THREE from "three";
import type { ThemeColours } from "./theme_colours";

const vertexShader = /* glsl */ `
varying vec2 place;
void main() { place = position.xy; gl_Position = vec4(position.xy, 1.0, 1.0); }
`;

const skyShader = /* glsl */ `
uniform vec3 top;
uniform vec3 bottom;
varying vec2 place;
void main() {
    gl_FragColor = vec4(mix(bottom, top, smoothstep(-0.6, 1.0, place.y)), 1.0);
    #include <colorspace_fragment>
}
`;

const paperShader = /* glsl */ `
uniform vec3 paper;
uniform vec3 ink;
uniform vec2 center;   // of the view, in metres
uniform vec2 halfSize; // of the view, in metres
uniform vec2 viewport; // pixels
uniform float spacing; // between strong lines, in metres
uniform float divisions;
uniform float strength; // of all lines, 0…1
varying vec2 place;
float grid(vec2 world, float every, float width) {
    vec2 pixel = 2.0 * halfSize / viewport;
    vec2 distance = abs(world - every * floor(world / every + 0.5)) / pixel;
    vec2 cover = clamp(0.5 * width + 0.5 - distance, 0.0, 1.0);
    return max(cover.x, cover.y);
}
float axes(vec2 world) {
    vec2 cover = clamp(1.3 - abs(world) / (2.0 * halfSize / viewport), 0.0, 1.0);
    return max(cover.x, cover.y);
}
void main() {
    vec2 world = center + place * halfSize;
    float ink01 = max(0.14 * grid(world, spacing / divisions, 1.0), 0.3 * grid(world, spacing, 1.0));
    gl_FragColor = vec4(mix(paper, ink, strength * max(ink01, 0.55 * axes(world))), 1.0);
    #include <colorspace_fragment>
}
`;

function fullScreen(fragmentShader: string, uniforms: { [name: string]: THREE.IUniform }): THREE.Mesh {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3));
    const material = new THREE.ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms,
        depthTest: false,
        depthWrite: false,
        toneMapped: false,
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = -10;
    return mesh;
}

export function sky(colours: ThemeColours): THREE.Mesh {
    return fullScreen(skyShader, { top: { value: colours.skyTop }, bottom: { value: colours.skyBottom } });
}

export class GraphPaper {
    readonly mesh: THREE.Mesh;
    private readonly center = { value: new THREE.Vector2() };
    private readonly halfSize = { value: new THREE.Vector2(1, 1) };
    private readonly spacing = { value: 1 };
    private readonly divisions = { value: 5 };
    private readonly strength = { value: 1 };

    constructor(colours: ThemeColours, viewport: THREE.IUniform<THREE.Vector2>) {
        this.mesh = fullScreen(paperShader, {
            paper: { value: colours.paper },
            ink: { value: colours.gridLine },
            center: this.center,
            halfSize: this.halfSize,
            spacing: this.spacing,
            divisions: this.divisions,
            strength: this.strength,
            viewport,
        });
    }

    setInk(strength: number): void {
        this.strength.value = strength;
    }

    update(center: THREE.Vector2, halfSize: THREE.Vector2, spacing: number, divisions: number): void {
        this.center.value.copy(center);
        this.halfSize.value.copy(halfSize);
        this.spacing.value = spacing;
        this.divisions.value = divisions;
    }
}
