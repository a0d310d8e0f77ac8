// Handles of rigs, over everything: a round mark for each, in the middle of a bone, and a line along every bone.
import * as THREE from "three";
import type { Stage } from "./stage";

const vertexShader = /* glsl */ `
attribute float chosen;
uniform float size;
varying float across;
varying float lit;
void main() {
    gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
    lit = chosen;
    across = size * (1.0 + 0.35 * chosen);
    gl_PointSize = across + 2.0;
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 colour;
uniform vec3 rimColour;
uniform float rim;
varying float across;
varying float lit;
void main() {
    float inside = 0.5 * across - length((gl_PointCoord - 0.5) * (across + 2.0));
    float cover = clamp(inside + 0.5, 0.0, 1.0);
    if (cover <= 0.0) discard;
    float ring = clamp(inside - rim + 0.5, 0.0, 1.0);
    gl_FragColor = vec4(mix(rimColour, colour, ring), cover * mix(0.8, 1.0, lit));
    #include <colorspace_fragment>
}
`;

export class HandleMarks {
    private readonly marks: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>;
    private readonly bones: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial>;

    constructor(
        private readonly stage: Stage,
        private readonly count: number,
    ) {
        const ratio = Math.min(2, window.devicePixelRatio);
        const material = new THREE.ShaderMaterial({
            vertexShader,
            fragmentShader,
            uniforms: {
                size: { value: 15 * ratio },
                rim: { value: 2 * ratio },
                colour: { value: stage.colours.force },
                rimColour: { value: stage.colours.rim },
            },
            transparent: true,
            depthTest: false,
            depthWrite: false,
            toneMapped: false,
        });
        this.marks = new THREE.Points(geometry(count), material);
        this.marks.geometry.setAttribute("chosen", new THREE.BufferAttribute(new Float32Array(count), 1));
        const line = new THREE.LineBasicMaterial({ depthTest: false, toneMapped: false });
        line.color = stage.colours.force;
        this.bones = new THREE.LineSegments(geometry(2 * count), line);
        for (const drawn of [this.bones, this.marks]) {
            drawn.frustumCulled = false;
            drawn.renderOrder = 6;
            stage.scene.add(drawn);
        }
    }

    /// Where a handle's mark is.
    place(handle: number): THREE.Vector3 {
        return new THREE.Vector3().fromBufferAttribute(this.marks.geometry.getAttribute("position"), handle);
    }

    /// Both ends of every handle, x y z each.
    move(ends: Float32Array): void {
        const bones = this.bones.geometry.getAttribute("position") as THREE.BufferAttribute;
        const marks = this.marks.geometry.getAttribute("position") as THREE.BufferAttribute;
        (bones.array as Float32Array).set(ends.subarray(0, 6 * this.count));
        for (let handle = 0; handle < this.count; ++handle)
            for (let axis = 0; axis < 3; ++axis)
                marks.array[3 * handle + axis] = 0.5 * (ends[6 * handle + axis]! + ends[6 * handle + 3 + axis]!);
        bones.needsUpdate = marks.needsUpdate = true;
        this.stage.invalidate();
    }

    /// −1: none.
    choose(handle: number): void {
        const chosen = this.marks.geometry.getAttribute("chosen") as THREE.BufferAttribute;
        (chosen.array as Float32Array).fill(0);
        if (handle >= 0) chosen.array[handle] = 1;
        chosen.needsUpdate = true;
        this.stage.invalidate();
    }
}

function geometry(points: number): THREE.BufferGeometry {
    const made = new THREE.BufferGeometry();
    made.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * points), 3));
    return made;
}
