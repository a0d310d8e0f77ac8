// Joints in the picture, over everything, because they lie inside of what they join: a dot where a ball joint is, a
// diamond where bodies are fixed, lines along the axes of hinges, sliders and universal joints, and along springs and
// ropes.
import type { Mesh, Points } from "three";
import { placeAt, type JointMark, type Place } from "../data/joints";
import { dots } from "./dots";
import { lines } from "./lines";
import { PointTexture } from "./point_texture";
import type { Stage } from "./stage";
import type { World } from "./world";

export class JointView {
    private readonly places: Place[];
    private readonly positions: Float32Array; // of the places
    private readonly values: Float32Array;
    private readonly texture: PointTexture;
    private readonly drawn: (Mesh | Points)[];
    private visible = true;

    constructor(
        private readonly joints: JointMark[],
        private readonly world: World,
        private readonly stage: Stage,
    ) {
        this.places = joints.flatMap((joint) => [...joint.dots, ...joint.lines.flat()]);
        this.positions = new Float32Array(3 * this.places.length);
        this.values = new Float32Array(this.places.length).fill(-1);
        this.texture = new PointTexture(this.places.length);
        const [discs, diamonds, ends]: number[][] = [[], [], []];
        let next = 0;
        for (const joint of joints) {
            for (const _ of joint.dots) (joint.type === "fixed" ? diamonds : discs)!.push(next++);
            for (const _ of joint.lines) ends!.push(next++, next++);
        }
        const { joint: colour, rim: rimColour } = stage.colours;
        const line = { colour, width: 2.4, opacity: 1, byField: false };
        const dot = { colour, rimColour, size: 9, rim: 1.2, byField: false };
        const { uniforms } = this.texture;
        this.drawn = [
            lines(Uint32Array.from(ends!), line, uniforms, stage.viewport),
            dots(Uint32Array.from(discs!), { ...dot, diamond: false }, uniforms),
            dots(Uint32Array.from(diamonds!), { ...dot, diamond: true }, uniforms),
        ];
        for (const part of this.drawn) {
            (part.material as { depthTest: boolean }).depthTest = false;
            part.renderOrder = 3;
            stage.scene.add(part);
        }
    }

    get shown(): boolean {
        return this.visible;
    }

    set shown(shown: boolean) {
        this.visible = shown;
        for (const part of this.drawn) part.visible = shown;
        this.stage.invalidate();
    }

    update(): void {
        this.places.forEach((place, k) => {
            for (let axis = 0; axis < 3; ++axis)
                this.positions[3 * k + axis] = placeAt(place, this.world.positions, axis);
        });
        this.texture.update(this.positions, this.values);
        this.stage.invalidate();
    }

    /// What is drawn now, metres.
    get now(): { name: string; type: string; dots: number[][]; lines: number[][][] }[] {
        if (!this.visible) return [];
        const at = (place: Place) => [0, 1, 2].map((axis) => placeAt(place, this.world.positions, axis));
        return this.joints.map(({ name, type, dots: marks, lines: ways }) => {
            return { name, type, dots: marks.map(at), lines: ways.map((ends) => ends.map(at)) };
        });
    }
}
