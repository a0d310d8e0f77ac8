// What the page shows, as plain numbers on `window.talweg`: for tests, and for anyone at the browser's console.
import { Vector3 } from "three";
import type { Run } from "./data/run";
import type { Picture } from "./picture";

/// Where in time the page is.
export interface Clock {
    readonly frame: number;
    readonly playing: boolean;
    seek(frame: number): void;
}

export class Probe {
    private readonly scratch: Float32Array;

    constructor(
        private readonly run: Run,
        private readonly picture: Picture,
        private readonly clock: Clock,
    ) {
        this.scratch = new Float32Array(3 * run.pointCount);
    }

    get title(): string {
        return this.run.title;
    }

    get frame(): number {
        return this.clock.frame;
    }

    get frameCount(): number {
        return this.run.frames.count;
    }

    get time(): number {
        return this.run.frames.time(this.frame);
    }

    get playing(): boolean {
        return this.clock.playing;
    }

    get colorBy(): string {
        return this.picture.colouring.name;
    }

    set colorBy(name: string) {
        this.picture.colouring.name = name;
    }

    get colorRange(): [number, number] {
        return this.picture.colouring.range;
    }

    get notes(): string[] {
        return this.run.notes;
    }

    /// Position of a point in a frame, metres.
    positions(frame: number, point: number): number[] {
        this.run.frames.read(frame, this.scratch);
        return [...this.scratch.subarray(3 * point, 3 * point + 3)];
    }

    /// Value of a column of the step table at the plots' cursor.
    plotValue(column: string): number | null {
        return this.run.steps.value(column, this.run.steps.rowAt(this.time));
    }

    /// Value of the field that gives the colour, at a point in the frame shown.
    fieldValue(point: number): number | null {
        const { field } = this.picture.colouring;
        const values = new Float32Array(this.run.pointCount);
        field?.read(this.frame, values);
        return field ? values[point]! : null;
    }

    /// What touches in the frame shown, by name, N; null: not known.
    get touching(): { first: string; second: string; force: number }[] | null {
        const { contacts, bodies } = this.run;
        const pairs = contacts?.at(this.frame)?.pairs.map(({ first, second, force }) => {
            return { first: bodies[first]!.name, second: bodies[second]!.name, force };
        });
        return pairs ?? null;
    }

    /// How many points are marked because their pair is looked at.
    get marked(): number {
        return this.picture.contact?.markCount ?? 0;
    }

    /// How many forces of contact are drawn.
    get arrows(): number {
        return this.picture.contact?.arrowCount ?? 0;
    }

    /// The joints that are drawn: marks and the two ends of lines, metres.
    get joints(): { name: string; type: string; dots: number[][]; lines: number[][][] }[] {
        return this.picture.joints?.now ?? [];
    }

    /// Where a place of the world appears in the window, CSS pixels.
    screenOf(place: number[]): [number, number] {
        const { view, stage } = this.picture;
        const [x, y] = view.project(new Vector3().fromArray(place));
        const { left, top } = stage.canvas.getBoundingClientRect();
        return [left + x, top + y];
    }

    /// Where a point is drawn, metres: elsewhere than it is when deformations are drawn larger.
    drawn(point: number): number[] {
        return this.picture.world.point(point).toArray();
    }

    /// Where the ground lies, metres; null: there is none.
    get groundHeight(): number | null {
        return this.picture.groundHeight;
    }

    /// Metres of the longest of them.
    get longestArrow(): number {
        return this.picture.contact?.longestArrow ?? 0;
    }

    /// Where the camera looks from: degrees, and its distance in metres.
    get camera(): { azimuth: number; elevation: number; distance: number } {
        const { azimuthAngle, polarAngle, distance } = this.picture.view.controls;
        const degrees = (angle: number) => (angle * 180) / Math.PI;
        return { azimuth: degrees(azimuthAngle), elevation: 90 - degrees(polarAngle), distance };
    }

    /// Where a point appears in the window, CSS pixels.
    screen(point: number): [number, number] {
        return this.screenOf(this.picture.world.point(point).toArray());
    }

    seek(frame: number): void {
        this.clock.seek(frame);
    }

    /// Milliseconds that drawing the picture once takes, until the last pixel is there.
    measureDraw(): number {
        const { stage, view } = this.picture;
        const gl = stage.renderer.getContext();
        const pixel = new Uint8Array(4);
        const start = performance.now();
        stage.invalidate();
        stage.draw(view.camera);
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        return performance.now() - start;
    }
}

export function exposeProbe(probe: Probe): void {
    Object.assign(window, { talweg: probe });
}
