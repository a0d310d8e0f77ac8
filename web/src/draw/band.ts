// The band between a pulled point and the cursor.
import * as THREE from "three";
import type { Stage } from "./stage";

export class Band {
    private readonly line: THREE.Line;
    private readonly places: THREE.BufferAttribute;

    constructor(private readonly stage: Stage) {
        this.places = new THREE.BufferAttribute(new Float32Array(6), 3);
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", this.places);
        const material = new THREE.LineBasicMaterial({ depthTest: false, toneMapped: false });
        material.color = stage.colours.pin;
        this.line = new THREE.Line(geometry, material);
        this.line.frustumCulled = false;
        this.line.renderOrder = 3;
        this.line.visible = false;
        stage.scene.add(this.line);
    }

    show(from: THREE.Vector3, to: THREE.Vector3): void {
        this.places.setXYZ(0, from.x, from.y, from.z);
        this.places.setXYZ(1, to.x, to.y, to.z);
        this.places.needsUpdate = true;
        this.line.visible = true;
        this.stage.invalidate();
    }

    hide(): void {
        this.line.visible = false;
        this.stage.invalidate();
    }
}
