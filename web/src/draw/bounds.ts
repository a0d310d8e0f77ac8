// The part of the world a run moves in, from frames spread over it.
import * as THREE from "three";
import type { Body, Run } from "../data/run";
import { floorsOf } from "./floor";

const samples = 40; // frames that are looked at

/// The box of bodies at one moment.
export function frameBox(positions: Float32Array, bodies: Body[]): THREE.Box3 {
    return around(bodies, bodies.map((body) => bodyBox(positions, body)));
}

/// All frames together, unless the run flies apart: then what it looks like at the start is the better picture. Floors,
/// which have no edge, take no room.
export function runBox(run: Run): THREE.Box3 {
    const { frames, pointCount } = run;
    const floors = new Set(floorsOf(run).map(({ body }) => body));
    const bodies = run.bodies.filter((body) => !floors.has(body));
    const positions = new Float32Array(3 * pointCount);
    frames.read(0, positions);
    const boxes = bodies.map((body) => bodyBox(positions, body));
    const start = around(bodies, boxes);
    const count = Math.min(samples, frames.count);
    for (let sample = 1; sample < count; ++sample) {
        frames.read(Math.round((sample * (frames.count - 1)) / (count - 1)), positions);
        bodies.forEach((body, k) => boxes[k]!.union(bodyBox(positions, body)));
    }
    const whole = around(bodies, boxes);
    return diagonal(start) === 0 || diagonal(whole) <= 6 * diagonal(start) ? whole : start;
}

/// Of obstacles, those that are not much larger than all that moves: walls without end do not make bodies small.
function around(bodies: Body[], boxes: THREE.Box3[]): THREE.Box3 {
    const union = (chosen: THREE.Box3[]) => chosen.reduce((into, box) => into.union(box), new THREE.Box3());
    const moving = union(boxes.filter((_, k) => !bodies[k]!.obstacle));
    return union([moving, ...boxes.filter((box, k) => bodies[k]!.obstacle && diagonal(box) <= 2 * diagonal(moving))]);
}

function diagonal(box: THREE.Box3): number {
    return box.getSize(new THREE.Vector3()).length();
}

function bodyBox(positions: Float32Array, { firstPoint, pointCount }: Body): THREE.Box3 {
    const box = new THREE.Box3();
    const point = new THREE.Vector3();
    for (let i = firstPoint; i < firstPoint + pointCount; ++i) {
        point.fromArray(positions, 3 * i);
        if (Number.isFinite(point.x + point.y + point.z)) box.expandByPoint(point);
    }
    return box;
}
