// The point somebody means who presses at a place of the picture: the nearest one on the screen that can move, and of
// those about as near the one in front.
import * as THREE from "three";
import type { View } from "./view";
import type { World } from "./world";

const reach = 26; // pixels

export function nearestPoint(world: World, view: View, held: Set<number>, x: number, y: number): number {
    const place = new THREE.Vector3();
    const { width, height } = view.size;
    const found: { point: number; pixels: number; depth: number }[] = [];
    for (const body of world.visibleBodies)
        for (let point = body.firstPoint; point < body.firstPoint + body.pointCount; ++point) {
            if (held.has(point)) continue;
            place.fromArray(world.positions, 3 * point).project(view.camera);
            const pixels = Math.hypot(((place.x + 1) / 2) * width - x, ((1 - place.y) / 2) * height - y);
            if (pixels < reach && Math.abs(place.z) <= 1) found.push({ point, pixels, depth: place.z });
        }
    const nearest = found.reduce((least, { pixels }) => Math.min(least, pixels), reach);
    const candidates = found.filter(({ pixels }) => pixels < nearest + 6);
    candidates.sort((a, b) => a.depth - b.depth);
    return candidates[0]?.point ?? -1;
}
