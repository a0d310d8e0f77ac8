// One body as it can be drawn: its surface, the wires on it, its springs, its points, and marks where it is held.
import * as THREE from "three";
import { colourOf } from "../colour/palette";
import type { Body } from "../data/run";
import { frameBox } from "./bounds";
import { dots } from "./dots";
import { lines } from "./lines";
import type { PointUniforms } from "./point_texture";
import { balls, rods } from "./rods";
import { Surface } from "./surface";
import type { Stage } from "./stage";
import { meanLength, surfaceEdges } from "./wire_edges";

export type Part = "surface" | "wires" | "springs" | "points" | "pins";

/// Points that nothing joins: particles.
export function isLoose(body: Body): boolean {
    return body.edges.length === 0 && body.triangles.length === 0;
}

/// At which balls fill a part of their box without hiding each other, as in rendered pictures.
function looseRadius(body: Body, x: Float32Array): number {
    const size = diagonal(body, x);
    return size > 0 ? Math.min(0.015 * size, (0.2 * size) / Math.cbrt(body.pointCount)) : 0.02;
}

function diagonal(body: Body, x: Float32Array): number {
    return frameBox(x, [body]).getSize(new THREE.Vector3()).length();
}

/// A line as thick as contact has it, unless that cannot be seen.
function seenRadius(body: Body, x: Float32Array): number {
    return Math.max(body.radius, 0.0015 * diagonal(body, x));
}

/// Of sheets that contact gives a thickness that can be seen.
function halfThickness(body: Body, x: Float32Array): number {
    return body.dimension === 2 && body.radius > 0.001 * diagonal(body, x) ? body.radius : 0;
}

export class BodyView {
    readonly group = new THREE.Group();
    private readonly parts = new Map<Part, THREE.Object3D>();
    private surface: Surface | null = null;

    constructor(
        readonly body: Body,
        index: number,
        start: Float32Array,
        stage: Stage,
        points: PointUniforms,
        planar: boolean,
    ) {
        const own = new THREE.Color().setRGB(...colourOf(body, index));
        const colour = body.obstacle && !body.chosen ? stage.colours.obstacle : own;
        if (body.obstacle) points = { ...points, useField: { value: 0 } };
        const all = Uint32Array.from({ length: body.pointCount }, (_, i) => body.firstPoint + i);
        if (body.triangles.length > 0) {
            this.surface = new Surface(body.triangles, start, colour, points, planar, {
                texture: body.texture,
                halfThickness: halfThickness(body, start),
            });
            this.add("surface", this.surface.mesh);
            const wire = { colour: stage.colours.wire, width: 1, opacity: 0.34, byField: false };
            this.add("wires", lines(surfaceEdges(body.triangles, start), wire, points, stage.viewport));
        }
        if (body.obstacle) return;
        if (isLoose(body)) {
            const radius = body.radius > 0 ? body.radius : looseRadius(body, start);
            const mark = { colour, rimColour: stage.colours.rim, size: 3, rim: 0.75, diamond: false, byField: true };
            if (planar) this.add("points", dots(all, { ...mark, radius }, points, stage.viewport));
            else this.add("points", balls(all, radius, colour, points));
        } else if (planar) {
            const ink = { colour, width: 2.2, opacity: 1, byField: true };
            const mark = { colour, rimColour: stage.colours.rim, size: 9, rim: 1.5, diamond: false, byField: true };
            this.add("springs", lines(body.edges, ink, points, stage.viewport));
            this.add("points", dots(all, mark, points));
        } else {
            const made = meanLength(body.edges, start) * ([0.14, 0.04][body.dimension - 1] ?? 0.028);
            const radius = body.dimension === 1 && body.radius > 0 ? seenRadius(body, start) : made;
            this.add("springs", rods(body.edges, radius, colour, points));
            this.add("points", balls(all, 2.2 * radius, colour, points));
        }
        const { pin: fill, rim: rimColour } = stage.colours;
        const size = body.held.length > 12 ? 9 : 13;
        const mark = { colour: fill, rimColour, size, rim: 1.4, diamond: true, byField: false };
        this.add("pins", dots(body.held, mark, points));
        this.parts.get("pins")!.renderOrder = 2;
    }

    /// What is always shown of it, if anything.
    get essence(): Part | null {
        if (this.has("surface")) return null;
        return isLoose(this.body) ? "points" : "springs";
    }

    has(part: Part): boolean {
        return this.parts.has(part);
    }

    show(part: Part, visible: boolean): void {
        const object = this.parts.get(part);
        if (object) object.visible = visible;
        if (part === "wires") this.surface?.showLines(visible);
    }

    update(positions: Float32Array): void {
        if (this.group.visible) this.surface?.update(positions);
    }

    private add(part: Part, object: THREE.Object3D): void {
        this.parts.set(part, object);
        this.group.add(object);
    }
}
