// Contact in the picture: arrows of the forces on bodies, and marks where a chosen pair touches. Without either nothing
// is done per frame.
import * as THREE from "three";
import type { TouchingPair } from "../data/contact_block";
import type { Contacts } from "../data/contacts";
import type { Body } from "../data/run";
import { Arrows } from "./arrows";
import { dots } from "./dots";
import { pairPoints } from "./pair_points";
import type { Stage } from "./stage";
import type { World } from "./world";

const longest = 0.15; // arrow, as part of the size of the picture's room

export class ContactView {
    private readonly arrows: Arrows;
    private readonly marks: ReturnType<typeof dots>;
    private pair: TouchingPair | null = null;
    private arrowsShown = false;
    private frame = 0;

    constructor(
        private readonly contacts: Contacts,
        private readonly bodies: Body[],
        private readonly world: World,
        private readonly stage: Stage,
        private readonly size: number, // metres
    ) {
        this.arrows = new Arrows(stage.colours.force, stage.viewport);
        const { force: colour, rim: rimColour } = stage.colours;
        const style = { colour, rimColour, size: 9, rim: 1.4, diamond: false, byField: false };
        this.marks = dots(new Uint32Array(0), style, world.pointUniforms);
        this.marks.material.depthTest = false;
        this.marks.renderOrder = 5;
        this.marks.visible = false;
        stage.scene.add(this.arrows.mesh, this.marks);
    }

    get forces(): boolean {
        return this.arrowsShown;
    }

    /// Whether arrows are drawn.
    set forces(shown: boolean) {
        if (shown === this.arrowsShown) return;
        this.arrowsShown = shown;
        this.contacts.look(shown);
        this.update(this.frame);
    }

    /// Newtons of the longest arrow there can be; 0: none is drawn.
    get scale(): number {
        return this.arrowsShown ? this.contacts.largest : 0;
    }

    get arrowCount(): number {
        return this.arrows.count;
    }

    get markCount(): number {
        return this.marks.visible ? this.marks.geometry.drawRange.count : 0;
    }

    /// Marks where these two touch; null: no longer.
    mark(pair: TouchingPair | null): void {
        if (pair === null && this.pair === null) return;
        this.pair = pair;
        this.update(this.frame);
    }

    update(frame: number): void {
        this.frame = frame;
        this.updateArrows();
        this.updateMarks();
        this.stage.invalidate();
    }

    private updateArrows(): void {
        const touching = this.arrowsShown ? this.contacts.at(this.frame) : null;
        if (!touching) return this.arrows.hide();
        const { points, forces } = touching;
        const { positions } = this.world;
        const metresPerNewton = (longest * this.size) / (this.contacts.largest || 1);
        this.arrows.show(points.length, metresPerNewton, (from, force) => {
            points.forEach((point, i) => {
                for (let axis = 0; axis < 3; ++axis) from[3 * i + axis] = positions[3 * point + axis]!;
            });
            force.set(forces);
        });
    }

    private updateMarks(): void {
        const touching = this.pair ? this.contacts.at(this.frame) : null;
        const pair = touching?.pairs.find(
            ({ first, second }) => first === this.pair!.first && second === this.pair!.second,
        );
        this.marks.visible = pair !== undefined;
        if (!pair) return;
        const points = pairPoints(touching!, pair, this.bodies, this.world.positions);
        const { geometry } = this.marks;
        geometry.setAttribute("pointIndex", new THREE.BufferAttribute(Float32Array.from(points), 1));
        geometry.setDrawRange(0, points.length);
    }
}
