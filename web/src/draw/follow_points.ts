// Meshes whose vertices follow the point texture. A shape gives the text of three functions,
//   vec3 followedPosition(), vec3 followedNormal()  and  float followedValue()  (the colour value),
// and they take the place of the fixed position and normal in three's own shaders, for the picture and the shadow.
import * as THREE from "three";
import { fetchPoint, type PointUniforms } from "./point_texture";

type Uniforms = { [name: string]: THREE.IUniform };

function follow(material: THREE.Material, shape: string, uniforms: Uniforms): void {
    material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms);
        shader.vertexShader = shader.vertexShader
            .replace("#include <common>", `#include <common>\n${fetchPoint}\nvarying float value;\n${shape}`)
            .replace("#include <beginnormal_vertex>", "vec3 objectNormal = followedNormal();")
            .replace("#include <begin_vertex>", "vec3 transformed = followedPosition(); value = followedValue();");
        shader.fragmentShader = shader.fragmentShader
            .replace(
                "#include <common>",
                "#include <common>\nvarying float value;\nuniform sampler2D ramp;\nuniform float useField;",
            )
            .replace(
                "#include <color_fragment>",
                `#include <color_fragment>
                vec3 fieldColor = texture2D(ramp, vec2(value, 0.5)).rgb;
                diffuseColor.rgb = mix(diffuseColor.rgb, fieldColor, useField * step(-0.5, value));`,
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
    mesh.frustumCulled = false; // its bounds are known to the shader only
    return mesh;
}

/// The same without light: a thin even tint.
export function tintedMesh(
    geometry: THREE.BufferGeometry,
    colour: THREE.Color,
    shape: string,
    points: PointUniforms,
): THREE.Mesh {
    const material = new THREE.MeshBasicMaterial({
        side: THREE.DoubleSide,
        transparent: true,
        opacity: 0.2,
        depthWrite: false,
    });
    material.color = colour;
    follow(material, shape, { ...points });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = -1;
    return mesh;
}
