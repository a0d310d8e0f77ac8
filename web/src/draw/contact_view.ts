// Contact in the picture: arrows of the forces on bodies, and marks where a chosen pair touches. Without either nothing
// is done per frame.
import { largestForce, type TouchingPair } from "../data/contact_block";
import type { Contacts } from "../data/contacts";
import type { Body } from "../data/run";
import { Arrows } from "./arrows";
import { pairPoints } from "./pair_points";
import { PointMarks } from "./point_marks";
import type { Stage } from "./stage";
import type { World } from "./world";

const longest = 0.15; // arrow, as part of the size of the picture's room
const leastShare = 1e-6; // of the largest force of all: less is rounding, and gets no arrow of full length

export class ContactView {
    private readonly arrows: Arrows;
    private readonly marks: PointMarks;
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
        this.marks = new PointMarks(world, stage, { colour: stage.colours.force, size: 9, diamond: false });
        stage.scene.add(this.arrows.mesh);
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

    /// Newtons of the longest arrow drawn; 0: none is.
    get scale(): number {
        const touching = this.arrowsShown ? this.contacts.at(this.frame) : null;
        return touching ? largestForce(touching) : 0;
    }

    /// Metres of the longest arrow drawn.
    get longestArrow(): number {
        return this.scale * this.metresPerNewton();
    }

    get arrowCount(): number {
        return this.arrows.count;
    }

    get markCount(): number {
        return this.marks.count;
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
        this.arrows.show(points.length, this.metresPerNewton(), (from, force) => {
            points.forEach((point, i) => {
                for (let axis = 0; axis < 3; ++axis) from[3 * i + axis] = positions[3 * point + axis]!;
            });
            force.set(forces);
        });
    }

    /// By what acts now, rounded up to 1, 2 or 5 times a power of ten: arrows do not change their scale from frame to
    /// frame, and the longest is between 0.4 and 1 of its full length.
    private metresPerNewton(): number {
        const newtons = Math.max(this.scale, leastShare * this.contacts.largest) || 1;
        return (longest * this.size) / roundUp(newtons);
    }

    private updateMarks(): void {
        const touching = this.pair ? this.contacts.at(this.frame) : null;
        const pair = touching?.pairs.find(
            ({ first, second }) => first === this.pair!.first && second === this.pair!.second,
        );
        if (!pair && this.marks.count === 0) return;
        this.marks.set(pair ? pairPoints(touching!, pair, this.bodies, this.world.positions) : []);
    }
}

function roundUp(value: number): number {
    const power = 10 ** Math.floor(Math.log10(value));
    return power * [1, 2, 5, 10].find((digit) => value <= digit * power * (1 + 1e-9))!;
}
