// What the page shows, as plain numbers on `window.talweg`: for tests, and for anyone at the browser's console.
import type { Colouring } from "./colour/colouring";
import type { Run } from "./data/run";
import type { Stage } from "./draw/stage";
import type { View } from "./draw/view";
import type { World } from "./draw/world";
import type { Player } from "./player";

interface Parts {
    run: Run;
    player: Player;
    world: World;
    view: View;
    colouring: Colouring;
    stage: Stage;
}

export class Probe {
    private readonly scratch: Float32Array;

    constructor(private readonly parts: Parts) {
        this.scratch = new Float32Array(3 * parts.run.pointCount);
    }

    get title(): string {
        return this.parts.run.title;
    }

    get frame(): number {
        return this.parts.player.frame;
    }

    get frameCount(): number {
        return this.parts.run.frames.count;
    }

    get time(): number {
        return this.parts.run.frames.time(this.frame);
    }

    get playing(): boolean {
        return this.parts.player.playing;
    }

    get colorBy(): string {
        return this.parts.colouring.name;
    }

    set colorBy(name: string) {
        this.parts.colouring.name = name;
    }

    get colorRange(): [number, number] {
        return this.parts.colouring.range;
    }

    get notes(): string[] {
        return this.parts.run.notes;
    }

    /// Position of a point in a frame, metres.
    positions(frame: number, point: number): number[] {
        this.parts.run.frames.read(frame, this.scratch);
        return [...this.scratch.subarray(3 * point, 3 * point + 3)];
    }

    /// Value of a column of steps.csv at the plots' cursor.
    plotValue(column: string): number | null {
        const { steps } = this.parts.run;
        return steps.value(column, steps.rowAt(this.time));
    }

    /// Value of the field that gives the colour, at a point in the frame shown.
    fieldValue(point: number): number | null {
        const { field } = this.parts.colouring;
        const values = new Float32Array(this.parts.run.pointCount);
        field?.read(this.frame, values);
        return field ? values[point]! : null;
    }

    /// Where a point appears in the window, CSS pixels.
    screen(point: number): [number, number] {
        const { view, world, stage } = this.parts;
        const [x, y] = view.project(world.point(point));
        const { left, top } = stage.canvas.getBoundingClientRect();
        return [left + x, top + y];
    }

    seek(frame: number): void {
        this.parts.player.seek(frame);
    }
}

export function exposeProbe(parts: Parts): void {
    Object.assign(window, { talweg: new Probe(parts) });
}
