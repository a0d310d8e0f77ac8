// The picture as it is now, saved as a PNG file.
import type * as THREE from "three";
import { saveFile } from "./save_file";
import type { Stage } from "./stage";

export function savePicture(stage: Stage, camera: THREE.Camera, title: string): void {
    stage.invalidate();
    stage.draw(camera); // the canvas can only be read right after drawing
    stage.canvas.toBlob((blob) => blob && saveFile(blob, title, "png"), "image/png");
}
