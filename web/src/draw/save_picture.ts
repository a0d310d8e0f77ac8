// The picture as it is now, saved as a PNG file.
import type * as THREE from "three";
import type { Stage } from "./stage";

export function savePicture(stage: Stage, camera: THREE.Camera, title: string): void {
    stage.invalidate();
    stage.draw(camera); // the canvas can only be read right after drawing
    stage.canvas.toBlob((blob) => {
        if (!blob) return;
        const link = document.createElement("a");
        link.href = URL.createObjectURL(blob);
        link.download = `${title.toLowerCase().replace(/[^a-z0-9]+/g, "_")}.png`;
        link.click();
        URL.revokeObjectURL(link.href);
    }, "image/png");
}
