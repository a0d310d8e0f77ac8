// The shadow of the sky: how much of it the bodies hide from the ground. It is darkest where they touch it, and soft.
//
// Views from below and from above give the lowest and the highest place of what stands over every place of the ground.
// Something between the heights a and b, a distance d away, hides of the strip of an even sky in its direction
//   b² / (b² + d²) − a² / (a² + d²)
// by the cosine law: the squared sines of the angles under which it is seen. Within a strip, all is hidden from the
// lowest to the highest of these; strips of all directions are averaged.
import * as THREE from "three";
import type { ThemeColours } from "./theme_colours";

/// What throws shadows is on this layer, too.
export const shadowLayer = 1;

const heightPixels = 256; // along each side of a picture
const shadowPixels = 128;
const directions = 16;
const steps = 8; // in each
const strength = 0.55; // of the sky beside the key light

const screenShader = /* glsl */ `
varying vec2 place;
void main() { place = 0.5 + 0.5 * position.xy; gl_Position = vec4(position.xy, 0.0, 1.0); }
`;

const occlusionShader = /* glsl */ `
#include <packing>
uniform sampler2D fromBelow;
uniform sampler2D fromAbove; // mirrored
uniform float depth;  // m, between the two
uniform float side;   // m, of the pictures
uniform float radius; // m, as far as things are looked for
varying vec2 place;
float hides(float height, float d) { return height * height / (height * height + d * d); }
void main() {
    float hidden = 0.0;
    for (int k = 0; k < ${directions}; ++k) {
        float angle = 6.2831853 * (float(k) + 0.5) / float(${directions});
        vec2 strip = vec2(1.0, 0.0); // hidden from, to
        for (int j = 0; j < ${steps}; ++j) {
            float t = (float(j) + 0.5) / float(${steps});
            float d = radius * t * t; // near places count for more
            vec2 tap = place + d / side * vec2(cos(angle), sin(angle));
            float top = depth * (1.0 - unpackRGBAToDepth(texture2D(fromAbove, vec2(1.0 - tap.x, tap.y))));
            float bottom = depth * unpackRGBAToDepth(texture2D(fromBelow, tap));
            if (bottom >= top) continue; // nothing there
            strip = vec2(min(strip.x, hides(bottom, d)), max(strip.y, hides(top, d)));
        }
        hidden += max(0.0, strip.y - strip.x) / float(${directions});
    }
    gl_FragColor = vec4(hidden, 0.0, 0.0, 1.0);
}
`;

const groundShader = /* glsl */ `
uniform sampler2D occlusion;
uniform vec3 shade;
uniform float strength;
varying vec2 seen;
void main() {
    vec2 inwards = min(seen, 1.0 - seen); // it ends softly where nothing is looked for any more
    float fade = smoothstep(0.0, 0.06, min(inwards.x, inwards.y));
    gl_FragColor = vec4(shade, strength * fade * texture2D(occlusion, seen).r);
    #include <colorspace_fragment>
}
`;

type Dressed = [THREE.Mesh, THREE.Material | THREE.Material[]];

function heightPicture(): THREE.WebGLRenderTarget {
    const filters = { minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter };
    return new THREE.WebGLRenderTarget(heightPixels, heightPixels, filters);
}

export class ContactShadow {
    /// A piece of the ground, at its height.
    readonly mesh: THREE.Mesh;
    private readonly views: [THREE.OrthographicCamera, THREE.WebGLRenderTarget][];
    private readonly occlusion = new THREE.WebGLRenderTarget(shadowPixels, shadowPixels, { depthBuffer: false });
    private readonly sum = new THREE.Scene();

    constructor(
        private readonly scene: THREE.Scene,
        box: THREE.Box3,
        ground: number,
        colours: ThemeColours,
    ) {
        const [center, size] = [box.getCenter(new THREE.Vector3()), box.getSize(new THREE.Vector3())];
        const radius = Math.max(0.3 * size.length(), 1e-6);
        const side = Math.max(size.x, size.z) + 2 * radius;
        const depth = 1.01 * Math.max(box.max.y - ground, 1e-3 * radius);
        const camera = (from: number, to: number) => {
            const made = new THREE.OrthographicCamera(-side / 2, side / 2, side / 2, -side / 2, 0, depth);
            made.position.set(center.x, from, center.z);
            made.up.set(0, 0, 1);
            made.lookAt(center.x, to, center.z);
            made.updateMatrixWorld();
            made.layers.set(shadowLayer);
            return made;
        };
        const [below, above] = [camera(ground, ground + depth), camera(ground + depth, ground)];
        this.views = [[below, heightPicture()], [above, heightPicture()]];
        const [fromBelow, fromAbove] = this.views.map(([, { texture }]) => ({ value: texture }));
        const numbers = { depth: { value: depth }, side: { value: side }, radius: { value: radius } };
        this.sum.add(fullScreen({ fromBelow: fromBelow!, fromAbove: fromAbove!, ...numbers }));
        this.mesh = this.piece(side, below, colours);
    }

    /// Draws the pictures anew, from where everything is now.
    update(renderer: THREE.WebGLRenderer): void {
        if (!this.mesh.parent?.visible || !renderer.shadowMap.autoUpdate) return;
        const dressed: Dressed[] = [];
        this.scene.traverseVisible((object) => {
            if (!(object instanceof THREE.Mesh) || !object.customDepthMaterial) return;
            dressed.push([object, object.material]);
            object.material = object.customDepthMaterial;
        });
        const [colour, alpha] = [renderer.getClearColor(new THREE.Color()), renderer.getClearAlpha()];
        renderer.shadowMap.autoUpdate = false;
        renderer.setClearColor(0xffffff, 1); // as far as can be
        for (const [camera, picture] of this.views) {
            renderer.setRenderTarget(picture);
            renderer.render(this.scene, camera);
        }
        for (const [mesh, material] of dressed) mesh.material = material;
        renderer.setRenderTarget(this.occlusion);
        renderer.render(this.sum, this.views[0]![0]);
        renderer.setRenderTarget(null);
        renderer.setClearColor(colour, alpha);
        renderer.shadowMap.autoUpdate = true;
    }

    private piece(side: number, below: THREE.Camera, colours: ThemeColours): THREE.Mesh {
        const seenFromBelow = below.projectionMatrix.clone().multiply(below.matrixWorldInverse);
        const material = new THREE.ShaderMaterial({
            vertexShader: /* glsl */ `
                uniform mat4 seenFromBelow;
                varying vec2 seen;
                void main() {
                    vec4 world = modelMatrix * vec4(position, 1.0);
                    seen = 0.5 + 0.5 * (seenFromBelow * world).xy;
                    gl_Position = projectionMatrix * viewMatrix * world;
                }`,
            fragmentShader: groundShader,
            uniforms: {
                seenFromBelow: { value: seenFromBelow },
                occlusion: { value: this.occlusion.texture },
                shade: { value: colours.shadow },
                strength: { value: strength },
            },
            transparent: true,
            depthWrite: false,
            toneMapped: false,
        });
        const mesh = new THREE.Mesh(new THREE.PlaneGeometry(side, side).rotateX(-Math.PI / 2), material);
        mesh.position.copy(below.position);
        return mesh;
    }
}

/// All of a picture, made by the shader of occlusion.
function fullScreen(uniforms: { [name: string]: THREE.IUniform }): THREE.Mesh {
    const material = new THREE.ShaderMaterial({
        vertexShader: screenShader,
        fragmentShader: occlusionShader,
        uniforms,
        depthTest: false,
        depthWrite: false,
    });
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material);
    mesh.frustumCulled = false;
    mesh.layers.set(shadowLayer);
    return mesh;
}
