// Marks on some points, over everything: where a pair touches, what is pinned, which point is chosen.
import * as THREE from "three";
import { dots } from "./dots";
import type { Stage } from "./stage";
import type { World } from "./world";

export interface MarkStyle {
    colour: THREE.Color;
    size: number; // CSS pixels
    diamond: boolean;
}

export class PointMarks {
    private readonly mesh: ReturnType<typeof dots>;

    constructor(
        world: World,
        private readonly stage: Stage,
        { colour, size, diamond }: MarkStyle,
    ) {
        const style = { colour, rimColour: stage.colours.rim, size, rim: 1.4, diamond, byField: false };
        this.mesh = dots(new Uint32Array(0), style, world.pointUniforms);
        this.mesh.material.depthTest = false;
        this.mesh.renderOrder = 5;
        this.mesh.visible = false;
        stage.scene.add(this.mesh);
    }

    get count(): number {
        return this.mesh.visible ? this.mesh.geometry.drawRange.count : 0;
    }

    set(points: ArrayLike<number>): void {
        this.mesh.visible = points.length > 0;
        const { geometry } = this.mesh;
        geometry.setAttribute("pointIndex", new THREE.BufferAttribute(Float32Array.from(points), 1));
        geometry.setDrawRange(0, points.length);
        this.stage.invalidate();
    }
}
