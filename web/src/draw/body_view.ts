// One body as it can be drawn: its surface, the wires on it, its springs, its points, and marks where it is held.
import * as THREE from "three";
import { bodyColour } from "../colour/palette";
import type { Body } from "../data/run";
import { dots } from "./dots";
import { lines } from "./lines";
import type { PointUniforms } from "./point_texture";
import { balls, rods } from "./rods";
import { Surface } from "./surface";
import type { Stage } from "./stage";
import { meanLength, surfaceEdges } from "./wire_edges";

export type Part = "surface" | "wires" | "springs" | "points" | "pins";

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
        const own = new THREE.Color().setRGB(...bodyColour(body.colour ?? index));
        const colour = body.obstacle ? stage.colours.obstacle : own;
        if (body.obstacle) points = { ...points, useField: { value: 0 } };
        const all = Uint32Array.from({ length: body.pointCount }, (_, i) => body.firstPoint + i);
        if (body.triangles.length > 0) {
            this.surface = new Surface(body.triangles, start, colour, points, planar);
            this.add("surface", this.surface.mesh);
            const wire = { colour: stage.colours.wire, width: 1, opacity: 0.34, byField: false };
            this.add("wires", lines(surfaceEdges(body.triangles, start), wire, points, stage.viewport));
        }
        if (body.obstacle) return;
        if (planar) {
            const ink = { colour, width: 2.2, opacity: 1, byField: true };
            const mark = { colour, rimColour: stage.colours.rim, size: 9, rim: 1.5, diamond: false, byField: true };
            this.add("springs", lines(body.edges, ink, points, stage.viewport));
            this.add("points", dots(all, mark, points));
        } else {
            const radius = meanLength(body.edges, start) * [0.14, 0.04, 0.028][body.dimension - 1]!;
            this.add("springs", rods(body.edges, radius, colour, points));
            this.add("points", balls(all, 2.2 * radius, colour, points));
        }
        const { pin: fill, rim: rimColour } = stage.colours;
        const size = body.held.length > 12 ? 9 : 13;
        const mark = { colour: fill, rimColour, size, rim: 1.4, diamond: true, byField: false };
        this.add("pins", dots(body.held, mark, points));
        this.parts.get("pins")!.renderOrder = 2;
    }

    has(part: Part): boolean {
        return this.parts.has(part);
    }

    show(part: Part, visible: boolean): void {
        const object = this.parts.get(part);
        if (object) object.visible = visible;
    }

    update(positions: Float32Array): void {
        if (this.group.visible) this.surface?.update(positions);
    }

    private add(part: Part, object: THREE.Object3D): void {
        this.parts.set(part, object);
        this.group.add(object);
    }
}
