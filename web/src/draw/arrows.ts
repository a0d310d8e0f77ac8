// Arrows of forces, some pixels wide at any distance, drawn over everything: contact hides where bodies meet.
import * as THREE from "three";

const vertexShader = /* glsl */ `
attribute vec3 from;
attribute vec3 force;
uniform float metresPerNewton;
uniform vec2 viewport;
uniform float pixels; // per CSS pixel
void main() {
    vec4 a = projectionMatrix * viewMatrix * vec4(from, 1.0);
    vec4 b = projectionMatrix * viewMatrix * vec4(from + metresPerNewton * force, 1.0);
    vec2 tail = 0.5 * viewport * a.xy / a.w;
    vec2 reach = 0.5 * viewport * b.xy / b.w - tail;
    float size = max(length(reach), 1e-3);
    vec2 along = reach / size;
    float head = min(10.0 * pixels, 0.6 * size);
    // position: how far along the shaft (x) or from its end to the tip (z), and how far aside (y)
    float aside = position.y * min(pixels, 0.25 * size);
    vec2 place = tail + along * (position.x * (size - head) + position.z * head) + vec2(-along.y, along.x) * aside;
    float depth = mix(a.w, b.w, max(position.x, position.z));
    gl_Position = vec4(2.0 * place / viewport, 0.0, 1.0) * depth;
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 colour;
void main() {
    gl_FragColor = vec4(colour, 1.0);
    #include <colorspace_fragment>
}
`;

// Half a shaft's width is 1 CSS pixel, half a head's 3.6.
const outline = [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0, 1, -3.6, 0, 1, 0, 1, 1, 3.6, 0];

export class Arrows {
    readonly mesh: THREE.Mesh<THREE.InstancedBufferGeometry, THREE.ShaderMaterial>;
    private readonly scale = { value: 0 };
    private capacity = 0;

    constructor(colour: THREE.Color, viewport: THREE.IUniform<THREE.Vector2>) {
        const geometry = new THREE.InstancedBufferGeometry();
        geometry.setAttribute("position", new THREE.Float32BufferAttribute(outline, 3));
        geometry.setIndex([0, 1, 2, 0, 2, 3, 4, 5, 6]);
        const material = new THREE.ShaderMaterial({
            vertexShader,
            fragmentShader,
            uniforms: {
                metresPerNewton: this.scale,
                viewport,
                pixels: { value: Math.min(2, window.devicePixelRatio) },
                colour: { value: colour },
            },
            side: THREE.DoubleSide,
            depthTest: false,
            depthWrite: false,
            transparent: true,
            toneMapped: false,
        });
        this.mesh = new THREE.Mesh(geometry, material);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = 4;
        this.mesh.visible = false;
    }

    get count(): number {
        return this.mesh.visible ? this.mesh.geometry.instanceCount : 0;
    }

    /// `fill` gets both arrays, 3 numbers per arrow.
    show(count: number, metresPerNewton: number, fill: (from: Float32Array, force: Float32Array) => void): void {
        this.mesh.visible = count > 0;
        if (count === 0) return;
        if (count > this.capacity) this.makeRoom(2 * count);
        this.scale.value = metresPerNewton;
        const { geometry } = this.mesh;
        const [from, force] = [geometry.getAttribute("from"), geometry.getAttribute("force")];
        fill(from.array as Float32Array, force.array as Float32Array);
        from.needsUpdate = force.needsUpdate = true;
        geometry.instanceCount = count;
    }

    hide(): void {
        this.mesh.visible = false;
    }

    private makeRoom(capacity: number): void {
        this.capacity = capacity;
        const { geometry } = this.mesh;
        for (const name of ["from", "force"]) {
            const attribute = new THREE.InstancedBufferAttribute(new Float32Array(3 * capacity), 3);
            geometry.setAttribute(name, attribute.setUsage(THREE.DynamicDrawUsage));
        }
    }
}
