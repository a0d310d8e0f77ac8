// All point positions in one texture, with the colour value in its fourth channel: xyz in metres, w in 0…1, −1 where
// there is no value, −2 where the point is not there.
// Surfaces, rods, lines and dots hold only indices and fetch from it in their vertex shaders, so that a new frame is
// one upload of 16 bytes per point and no work per edge or triangle.
import * as THREE from "three";
import { mapNames, rampBytes } from "../colour/ramp";

const width = 1024;

export const fetchPoint = /* glsl */ `
uniform highp sampler2D points;
vec4 pointAt(float index) {
    int i = int(index);
    return texelFetch(points, ivec2(i & 1023, i >> 10), 0);
}
`;

export interface PointUniforms {
    points: THREE.IUniform<THREE.Texture>;
    ramp: THREE.IUniform<THREE.Texture>;
    useField: THREE.IUniform<number>; // 1: colour by the value, 0: by body
}

export class PointTexture {
    readonly uniforms: PointUniforms;
    private readonly data: Float32Array;
    private readonly texture: THREE.DataTexture;

    constructor(private readonly pointCount: number) {
        const height = Math.max(1, Math.ceil(pointCount / width));
        this.data = new Float32Array(4 * width * height);
        this.texture = new THREE.DataTexture(this.data, width, height, THREE.RGBAFormat, THREE.FloatType);
        this.uniforms = {
            points: { value: this.texture },
            ramp: { value: rampTexture(mapNames[0]!) },
            useField: { value: 0 },
        };
    }

    setMap(map: string): void {
        this.uniforms.ramp.value.dispose();
        this.uniforms.ramp.value = rampTexture(map);
    }

    update(positions: Float32Array, values: Float32Array): void {
        const data = this.data;
        for (let i = 0, p = 0, q = 0; i < this.pointCount; ++i) {
            if (Number.isNaN(positions[p]!)) {
                data.fill(0, q, q + 3);
                data[q + 3] = -2;
                p += 3;
                q += 4;
                continue;
            }
            data[q++] = positions[p++]!;
            data[q++] = positions[p++]!;
            data[q++] = positions[p++]!;
            data[q++] = values[i]!;
        }
        this.texture.needsUpdate = true;
    }
}

function rampTexture(map: string): THREE.Texture {
    const texture = new THREE.DataTexture(rampBytes(256, map), 256, 1);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.magFilter = THREE.LinearFilter;
    texture.minFilter = THREE.LinearFilter;
    texture.needsUpdate = true;
    return texture;
}
