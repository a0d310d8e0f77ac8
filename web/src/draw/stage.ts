// The canvas: renderer, scene and lights, its size, and drawing only when something has changed.
import * as THREE from "three";
import { addLights } from "./lights";
import { applyTheme, themeColours, type ThemeColours } from "./theme_colours";

export class Stage {
    readonly scene = new THREE.Scene();
    readonly renderer: THREE.WebGLRenderer;
    readonly colours: ThemeColours = themeColours();
    readonly viewport: THREE.IUniform<THREE.Vector2> = { value: new THREE.Vector2(1, 1) }; // device pixels
    /// Called before a picture in which something has moved: what other pictures must be there first.
    prepare: () => void = () => {};
    private readonly relight: (box: THREE.Box3) => void;
    private dirty = true;
    private moved = true;

    constructor(
        readonly host: HTMLElement,
        planar: boolean,
        label: string,
    ) {
        this.renderer = new THREE.WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
        this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
        this.renderer.shadowMap.enabled = !planar;
        this.renderer.shadowMap.type = THREE.PCFShadowMap;
        this.renderer.toneMapping = planar ? THREE.NoToneMapping : THREE.NeutralToneMapping;
        this.relight = planar ? () => {} : addLights(this.scene, this.renderer);
        this.canvas.setAttribute("role", "img");
        this.canvas.setAttribute("aria-label", label);
        host.append(this.canvas);
        new ResizeObserver(() => this.resize()).observe(host);
        this.resize();
    }

    get canvas(): HTMLCanvasElement {
        return this.renderer.domElement;
    }

    get aspect(): number {
        return this.host.clientWidth / Math.max(1, this.host.clientHeight);
    }

    /// Lights and shadows reach over this part of the world.
    lightUp(box: THREE.Box3): void {
        this.relight(box);
    }

    setDark(dark: boolean): void {
        applyTheme(this.colours, dark);
        this.invalidate();
    }

    invalidate(): void {
        this.dirty = this.moved = true;
    }

    /// The same for a camera that alone has moved.
    invalidateView(): void {
        this.dirty = true;
    }

    /// Draws if anything has changed since the last time; tells whether it did.
    draw(camera: THREE.Camera): boolean {
        if (!this.dirty) return false;
        if (this.moved) this.prepare();
        this.dirty = this.moved = false;
        this.renderer.render(this.scene, camera);
        return true;
    }

    private resize(): void {
        this.renderer.setSize(this.host.clientWidth, this.host.clientHeight, false);
        this.renderer.getDrawingBufferSize(this.viewport.value);
        this.invalidate();
    }
}
