// Graph paper that follows the camera of a planar scene, with its coordinates at the edges.
import * as THREE from "three";
import { Rulers } from "../panel/rulers";
import { GraphPaper } from "./backdrop";
import { gridSpacing } from "./grid_spacing";
import type { Stage } from "./stage";
import type { View } from "./view";

export class PlanarPaper {
    private readonly paper: GraphPaper;
    private readonly labels = new Rulers();
    private readonly center = new THREE.Vector2();
    private readonly halfSize = new THREE.Vector2();
    private readonly last = new Float64Array(6);

    constructor(
        private readonly stage: Stage,
        private readonly view: View,
    ) {
        this.paper = new GraphPaper(stage.colours, stage.viewport);
    }

    get mesh(): THREE.Mesh {
        return this.paper.mesh;
    }

    get rulers(): HTMLElement {
        return this.labels.root;
    }

    setLines(visible: boolean): void {
        this.paper.setInk(visible ? 1 : 0);
        this.labels.root.hidden = !visible;
    }

    update(): void {
        const camera = this.view.camera as THREE.OrthographicCamera;
        const { clientWidth: width, clientHeight: height } = this.stage.host;
        if (width === 0 || height === 0) return;
        this.center.set(camera.position.x, camera.position.y);
        this.halfSize.set(camera.right / camera.zoom, camera.top / camera.zoom);
        if (!this.changed(this.center.x, this.center.y, this.halfSize.x, this.halfSize.y, width, height)) return;
        const { spacing, divisions } = gridSpacing((110 * 2 * this.halfSize.x) / width);
        this.paper.update(this.center, this.halfSize, spacing, divisions);
        this.labels.update(this.center.toArray(), this.halfSize.toArray(), width, height, spacing);
    }

    private changed(...state: number[]): boolean {
        if (state.every((value, i) => value === this.last[i])) return false;
        this.last.set(state);
        return true;
    }
}
