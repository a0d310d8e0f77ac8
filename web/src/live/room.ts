// The part of the world a live scene will need, guessed from one frame: what it fills now, and what ropes and sheets
// fill when they hang down from where they are held.
import * as THREE from "three";
import type { Body, Frames } from "../data/run";
import { frameBox } from "../draw/bounds";

export function roomOf(frames: Frames, bodies: Body[], pointCount: number): THREE.Box3 {
    const x = new Float32Array(3 * pointCount);
    frames.read(1, x);
    const box = frameBox(x, bodies);
    const from = new THREE.Vector3();
    const to = new THREE.Vector3();
    for (const { held, firstPoint, pointCount: count, dimension, obstacle } of bodies) {
        if (held.length === 0 || dimension === 3 || obstacle) continue;
        // A few holds stand for all: a body with many would cost their product with its points.
        const holds = held.filter((_, i) => i % Math.ceil(held.length / 32) === 0);
        for (let point = firstPoint; point < firstPoint + count; ++point) {
            to.fromArray(x, 3 * point);
            let lowest = -Infinity; // where the nearest hold lets this point hang
            let least = Infinity;
            for (const hold of holds) {
                const length = from.fromArray(x, 3 * hold).distanceTo(to);
                if (length < least) [least, lowest] = [length, from.y - length];
            }
            box.min.y = Math.min(box.min.y, lowest);
        }
    }
    return box;
}
