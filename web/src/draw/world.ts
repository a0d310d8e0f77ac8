// Everything that moves: the bodies, drawn from one texture of points, and what of them is shown.
import * as THREE from "three";
import type { Colouring } from "../colour/colouring";
import type { Body, Run } from "../data/run";
import { BodyView, type Part } from "./body_view";
import { frameBox } from "./bounds";
import { floorsOf } from "./floor";
import { PointTexture, type PointUniforms } from "./point_texture";
import type { Stage } from "./stage";

export class World {
    readonly positions: Float32Array;
    readonly shown: { [part in Part]: boolean };
    /// How many times as far as they went points are drawn from where they began.
    deformation = 1;
    private start: Float32Array | null = null;
    private readonly values: Float32Array;
    private readonly texture: PointTexture;
    private readonly views: BodyView[];

    constructor(
        private readonly run: Run,
        private readonly stage: Stage,
        private readonly colouring: Colouring,
    ) {
        this.positions = new Float32Array(3 * run.pointCount);
        this.values = new Float32Array(run.pointCount);
        this.texture = new PointTexture(run.pointCount);
        run.frames.read(0, this.positions);
        const { uniforms } = this.texture;
        this.views = run.bodies.map(
            (body, index) => new BodyView(body, index, this.positions, stage, uniforms, run.planar),
        );
        const floors = new Set(floorsOf(run).map(({ body }) => body));
        for (const view of this.views) if (!floors.has(view.body)) stage.scene.add(view.group);
        const few = run.pointCount < 2000;
        const skeleton = few && (run.planar || run.bodies.every((body) => body.triangles.length === 0));
        const wires = run.pointCount < 500 && !skeleton;
        this.shown = { surface: true, wires, springs: skeleton, points: skeleton, pins: true };
        this.applyShown();
    }

    get pointUniforms(): PointUniforms {
        return this.texture.uniforms;
    }

    setMap(map: string): void {
        this.texture.setMap(map);
        this.stage.invalidate();
    }

    get parts(): Part[] {
        return (Object.keys(this.shown) as Part[]).filter((part) => this.views.some((view) => view.has(part)));
    }

    update(frame: number): void {
        this.run.frames.read(frame, this.positions);
        if (this.deformation !== 1) this.exaggerate();
        this.colouring.read(frame, this.values);
        this.texture.uniforms.useField.value = this.colouring.field ? 1 : 0;
        this.texture.update(this.positions, this.values);
        for (const view of this.views) view.update(this.positions);
        this.stage.invalidate();
    }

    /// Where points began has changed: runs stand elsewhere.
    forgetStart(): void {
        this.start = null;
    }

    /// What scripts alone move stays as it is.
    private exaggerate(): void {
        if (!this.start) {
            this.start = new Float32Array(this.positions.length);
            this.run.frames.read(0, this.start);
        }
        for (const { obstacle, firstPoint, pointCount } of this.run.bodies)
            for (let i = 3 * firstPoint; i < 3 * (firstPoint + pointCount) && !obstacle; ++i)
                this.positions[i] = this.start[i]! + this.deformation * (this.positions[i]! - this.start[i]!);
    }

    /// A body without triangles always shows its springs, and particles themselves: there is nothing else to see.
    applyShown(): void {
        for (const view of this.views)
            for (const part of Object.keys(this.shown) as Part[])
                view.show(part, this.shown[part] || part === view.essence);
        for (const view of this.views) view.update(this.positions);
        this.stage.invalidate();
    }

    setVisible(body: Body, visible: boolean): void {
        const view = this.views.find((candidate) => candidate.body === body)!;
        view.group.visible = visible;
        view.update(this.positions);
        this.stage.invalidate();
    }

    get visibleBodies(): Body[] {
        return this.views.filter(({ group }) => group.visible && group.parent).map((view) => view.body);
    }

    /// The box of what can be seen now.
    box(): THREE.Box3 {
        return frameBox(this.positions, this.visibleBodies);
    }

    point(index: number): THREE.Vector3 {
        return new THREE.Vector3().fromArray(this.positions, 3 * index);
    }
}
