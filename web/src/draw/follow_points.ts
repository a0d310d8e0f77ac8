// Meshes whose vertices follow the point texture. A shape gives the text of three functions,
//   vec3 followedPosition(), vec3 followedNormal()  and  float followedValue()  (the colour value),
// and, where it has texture coordinates, vec2 followedTexture(), along which it is woven.
// They take the place of the fixed position and normal in three's own shaders, for the picture and the shadow.
import * as THREE from "three";
import { shadowLayer } from "./contact_shadow";
import { fetchPoint, type PointUniforms } from "./point_texture";

// Plain weave: warp runs along u, weft along v, each over one thread and under the next (src/talweg/render/weave.hpp).
// Threads too fine for the screen melt into their mean.
const weave = /* glsl */ `
varying vec2 clothPlace;
uniform float thread;
vec2 arch(vec2 x) { return 4.0 * x * (1.0 - x); }
float weave() {
    vec2 at = clothPlace / thread;
    vec2 cell = floor(at);
    bool warpAbove = mod(cell.x + cell.y, 2.0) < 0.5;
    vec2 round = arch(at - cell);
    float bright = 0.74 + (warpAbove ? 0.14 * round.x + 0.22 * round.y + 0.03 : 0.22 * round.x + 0.14 * round.y - 0.03);
    vec2 blur = fwidth(at);
    return mix(bright, 0.98, smoothstep(0.3, 1.0, max(blur.x, blur.y)));
}
`;

type Uniforms = { [name: string]: THREE.IUniform };

function follow(material: THREE.Material, shape: string, uniforms: Uniforms): void {
    const woven = shape.includes("followedTexture");
    material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms);
        shader.vertexShader = shader.vertexShader
            .replace("#include <common>", `#include <common>\n${fetchPoint}\nvarying float value;\n${shape}`)
            .replace("#include <common>", woven ? "#include <common>\nvarying vec2 clothPlace;" : "#include <common>")
            .replace("#include <beginnormal_vertex>", "vec3 objectNormal = followedNormal();")
            .replace(
                "#include <begin_vertex>",
                `vec3 transformed = followedPosition(); value = followedValue();
                ${woven ? "clothPlace = followedTexture();" : ""}`,
            );
        shader.fragmentShader = shader.fragmentShader
            .replace(
                "#include <common>",
                `#include <common>
                varying float value;
                uniform sampler2D ramp;
                uniform float useField;
                ${woven ? weave : ""}`,
            )
            .replace(
                "#include <color_fragment>",
                `#include <color_fragment>
                vec3 fieldColor = texture2D(ramp, vec2(value, 0.5)).rgb;
                diffuseColor.rgb = mix(diffuseColor.rgb, fieldColor, useField * step(-0.5, value));
                ${woven ? "diffuseColor.rgb *= weave();" : ""}`,
            );
    };
    // three shares compiled programs by this key: the shape's text is what tells ours apart.
    material.customProgramCacheKey = () => shape;
}

export function litMesh(
    geometry: THREE.BufferGeometry,
    colour: THREE.Color,
    shape: string,
    points: PointUniforms,
    own: Uniforms = {},
): THREE.Mesh {
    const uniforms: Uniforms = { ...points, ...own };
    const material = new THREE.MeshStandardMaterial({
        roughness: 0.62,
        metalness: 0,
        side: THREE.DoubleSide,
        polygonOffset: true, // lines that lie on a surface win
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
    });
    material.color = colour; // the very object: a theme may change it
    follow(material, shape, uniforms);
    const depth = new THREE.MeshDepthMaterial({ depthPacking: THREE.RGBADepthPacking, side: THREE.DoubleSide });
    follow(depth, shape, uniforms);

    const mesh = new THREE.Mesh(geometry, material);
    mesh.customDepthMaterial = depth;
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.layers.enable(shadowLayer);
    mesh.frustumCulled = false; // its bounds are known to the shader only
    return mesh;
}

/// The same without light: a thin even tint.
export function tintedMesh(
    geometry: THREE.BufferGeometry,
    colour: THREE.Color,
    shape: string,
    points: PointUniforms,
    own: Uniforms = {},
): THREE.Mesh {
    const material = new THREE.MeshBasicMaterial({
        side: THREE.DoubleSide,
        transparent: true,
        opacity: 0.2,
        depthWrite: false,
    });
    material.color = colour;
    follow(material, shape, { ...points, ...own });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = -1;
    return mesh;
}
