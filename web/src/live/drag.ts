// Pulling on points: press near one, and a spring ties it to the cursor until the button is let go. The cursor moves in
// the plane through the point that faces the viewer; in planar scenes that is the plane of the scene.
import * as THREE from "three";
import type { Body } from "../data/run";
import type { Picture } from "../picture";
import { Band } from "../draw/band";
import { nearestPoint } from "../draw/nearest_point";
import type { Connection } from "./connection";

export class Drag {
    /// The point that is pulled, as the server was last told; −1: none.
    pulled = -1;
    private point = -1;
    private moved = false;
    private from = [0, 0]; // where the button went down: a click alone pulls on nothing
    private hovering: { x: number; y: number } | null = null;
    private readonly held: Set<number>;
    private readonly plane = new THREE.Plane();
    private readonly target = new THREE.Vector3();
    private readonly ray = new THREE.Raycaster();
    private readonly band: Band;

    constructor(
        private readonly picture: Picture,
        bodies: Body[],
        private readonly connection: Connection,
    ) {
        this.held = new Set(bodies.flatMap((body) => [...body.held]));
        this.band = new Band(picture.stage);
        const host = picture.root;
        // Before the camera hears of it, which then stays still.
        host.addEventListener("pointerdown", (event) => this.grab(event), { capture: true });
        host.addEventListener("pointermove", (event) => this.move(event));
        host.addEventListener("pointerup", () => this.release());
        host.addEventListener("pointercancel", () => this.release());
    }

    /// Where the cursor is, in the plane in which it moves, metres.
    get cursor(): number[] {
        return this.target.toArray();
    }

    /// Once per drawn frame: tells the server where the cursor is, and draws the band.
    update(): void {
        if (this.hovering) this.showCursor(this.pointAt(this.hovering.x, this.hovering.y) >= 0 ? "grab" : "");
        this.hovering = null;
        if (this.point < 0) return;
        this.band.show(this.picture.world.point(this.point), this.target);
        if (!this.moved) return;
        this.moved = false;
        this.pulled = this.point;
        this.connection.send({ do: "drag", point: this.point, target: this.target.toArray() });
    }

    private grab(event: PointerEvent): void {
        if (event.button !== 0 || event.target !== this.picture.stage.canvas) return;
        const { world, view } = this.picture;
        const point = this.pointAt(event.offsetX, event.offsetY);
        if (point < 0) return;
        this.point = point;
        this.showCursor("grabbing");
        view.controls.enabled = false;
        this.picture.root.setPointerCapture(event.pointerId);
        const normal = view.camera.getWorldDirection(new THREE.Vector3());
        this.plane.setFromNormalAndCoplanarPoint(normal, world.point(point));
        this.from = [event.clientX, event.clientY];
        this.target.copy(world.point(point));
    }

    private move(event: PointerEvent): void {
        if (this.point >= 0) this.aim(event);
        else if (event.buttons === 0) this.hovering = { x: event.offsetX, y: event.offsetY };
    }

    private aim(event: PointerEvent): void {
        if (this.pulled < 0 && Math.hypot(event.clientX - this.from[0]!, event.clientY - this.from[1]!) < 4) return;
        const { left, top, width, height } = this.picture.stage.canvas.getBoundingClientRect();
        const place = new THREE.Vector2(
            (2 * (event.clientX - left)) / width - 1,
            1 - (2 * (event.clientY - top)) / height,
        );
        this.ray.setFromCamera(place, this.picture.view.camera);
        this.moved = this.ray.ray.intersectPlane(this.plane, this.target) !== null;
    }

    private release(): void {
        if (this.point < 0) return;
        this.point = this.pulled = -1;
        this.showCursor("grab");
        this.picture.view.controls.enabled = true;
        this.band.hide();
        this.connection.send({ do: "release" });
    }

    private pointAt(x: number, y: number): number {
        return nearestPoint(this.picture.world, this.picture.view, this.held, x, y);
    }

    private showCursor(shape: string): void {
        this.picture.stage.canvas.style.cursor = shape;
    }
}
