// Handles and bones of rigs in the hands of the viewer: drag a mark to move its handle in the plane that faces the
// viewer, with Shift to turn it; in the panel the same by arrow keys, and how rigs lead their bodies.
import * as THREE from "three";
import { HandleMarks } from "../draw/handle_marks";
import { element } from "../panel/element";
import type { Picture } from "../picture";
import type { Connection } from "./connection";
import type { Handle, Status } from "./protocol";

const reach = 14; // pixels around a mark
const turnPerPixel = 0.01; // radians
const step = 0.02; // of the picture's height, by a key
const turnStep = Math.PI / 36;

const leads: [string, string][] = [
    ["rig", "rig only"],
    ["complementary", "complementary, full"],
    ["reduced", "complementary, reduced"],
    ["free", "full, without rig"],
];

export class RigHandles {
    readonly root: HTMLElement;
    private readonly marks: HandleMarks;
    private readonly menu: HTMLSelectElement;
    private readonly lead: HTMLSelectElement;
    private held = -1;
    private last = [0, 0];
    private readonly move = new THREE.Vector3();
    private readonly turn = new THREE.Vector3();

    constructor(
        private readonly picture: Picture,
        private readonly handles: Handle[],
        private readonly connection: Connection,
    ) {
        this.marks = new HandleMarks(picture.stage, handles.length);
        const several = new Set(handles.map(({ body }) => body)).size > 1;
        const names = handles.map(({ body, name }, index) => {
            return element("option", { value: String(index) }, several ? `${body}: ${name}` : name);
        });
        this.menu = element("select", { "aria-label": "Handle" }, ...names);
        this.menu.addEventListener("change", () => this.marks.choose(this.chosen));
        const keys = element("button", { type: "button", class: "plain" }, "move by arrow keys");
        keys.title = "Arrow keys move the handle, with Shift they turn it";
        keys.addEventListener("keydown", (event) => this.press(event));
        const options = leads.map(([value, text]) => element("option", { value }, text));
        this.lead = element("select", { "aria-label": "How rigs lead" }, ...options);
        this.lead.addEventListener("change", () => connection.send({ do: "lead", how: this.lead.value }));
        this.root = element(
            "div",
            {},
            element("label", { class: "hand" }, "motion ", this.lead),
            element("label", { class: "hand" }, "handle ", this.menu),
            keys,
        );
        const host = picture.root;
        host.addEventListener("pointerdown", (event) => this.grab(event), { capture: true });
        host.addEventListener("pointermove", (event) => this.follow(event));
        host.addEventListener("pointerup", () => this.release());
        host.addEventListener("pointercancel", () => this.release());
    }

    get chosen(): number {
        return this.menu.selectedIndex;
    }

    /// The handle that is dragged; −1: none.
    get dragged(): number {
        return this.held;
    }

    place(handle: number): THREE.Vector3 {
        return this.marks.place(handle);
    }

    take(ends: Float32Array): void {
        this.marks.move(ends);
    }

    show(status: Status): void {
        this.lead.value = status.lead;
    }

    /// Once per drawn frame: tells the server how far the handle was led since.
    update(): void {
        if (this.move.lengthSq() === 0 && this.turn.lengthSq() === 0) return;
        this.connection.send({
            do: "pose",
            handle: this.held >= 0 ? this.held : this.chosen,
            move: this.move.toArray(),
            turn: this.turn.toArray(),
        });
        this.move.set(0, 0, 0);
        this.turn.set(0, 0, 0);
    }

    private grab(event: PointerEvent): void {
        if (event.button !== 0 || event.target !== this.picture.stage.canvas) return;
        const handle = this.at(event.offsetX, event.offsetY);
        if (handle < 0) return;
        event.stopImmediatePropagation(); // neither the camera nor the hand
        this.held = this.menu.selectedIndex = handle;
        this.marks.choose(handle);
        this.last = [event.clientX, event.clientY];
        this.picture.view.controls.enabled = false;
        this.picture.root.setPointerCapture(event.pointerId);
    }

    private follow(event: PointerEvent): void {
        if (this.held < 0) return;
        const [x, y] = [event.clientX - this.last[0]!, event.clientY - this.last[1]!];
        this.last = [event.clientX, event.clientY];
        const { right, up, back } = this.axes();
        if (!event.shiftKey) {
            const metres = this.metresPerPixel(this.held);
            this.move.addScaledVector(right, metres * x).addScaledVector(up, -metres * y);
        } else if (this.picture.view.planar) {
            this.turn.addScaledVector(back, turnPerPixel * x);
        } else {
            this.turn.addScaledVector(up, turnPerPixel * x).addScaledVector(right, turnPerPixel * y);
        }
    }

    private release(): void {
        if (this.held < 0) return;
        this.update();
        this.held = -1;
        this.picture.view.controls.enabled = true;
    }

    private press(event: KeyboardEvent): void {
        const ways: { [key: string]: [number, number] } = {
            ArrowLeft: [-1, 0],
            ArrowRight: [1, 0],
            ArrowUp: [0, 1],
            ArrowDown: [0, -1],
        };
        const way = ways[event.key];
        if (!way || this.chosen < 0) return;
        event.preventDefault();
        this.marks.choose(this.chosen);
        const { right, up, back } = this.axes();
        const length = step * this.picture.view.size.height * this.metresPerPixel(this.chosen);
        if (!event.shiftKey) this.move.addScaledVector(right, length * way[0]).addScaledVector(up, length * way[1]);
        else if (this.picture.view.planar) this.turn.addScaledVector(back, turnStep * way[0]);
        else this.turn.addScaledVector(up, turnStep * way[0]).addScaledVector(right, -turnStep * way[1]);
    }

    private at(x: number, y: number): number {
        let [best, least] = [-1, reach];
        for (let handle = 0; handle < this.handles.length; ++handle) {
            const [across, down] = this.picture.view.project(this.marks.place(handle));
            const pixels = Math.hypot(across - x, down - y);
            if (pixels < least) [best, least] = [handle, pixels];
        }
        return best;
    }

    private axes(): { right: THREE.Vector3; up: THREE.Vector3; back: THREE.Vector3 } {
        const [right, up, back] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
        this.picture.view.camera.matrixWorld.extractBasis(right, up, back);
        return { right, up, back };
    }

    /// At the depth of a handle's mark.
    private metresPerPixel(handle: number): number {
        const { view } = this.picture;
        const from = this.marks.place(handle);
        const [x, y] = view.project(from);
        const [farX, farY] = view.project(from.clone().add(this.axes().right.multiplyScalar(1e-3)));
        return 1e-3 / Math.max(1e-9, Math.hypot(farX - x, farY - y));
    }
}
