// The part of the world a run moves in, from frames spread over it.
import * as THREE from "three";
import type { Body, Frames } from "../data/run";

export function frameBox(positions: Float32Array, bodies: Body[], into = new THREE.Box3()): THREE.Box3 {
    const free = bodies.filter((body) => !body.obstacle);
    for (const body of free) into.union(bodyBox(positions, body));
    // A floor without end does not make bodies small.
    const most = 2 * diagonal(into);
    for (const body of bodies) {
        const box = body.obstacle ? bodyBox(positions, body) : into;
        if (diagonal(box) <= most) into.union(box);
    }
    return into;
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

/// All frames together, unless the run flies apart: then what it looks like at the start is the better picture.
export function runBox(frames: Frames, bodies: Body[], pointCount: number): THREE.Box3 {
    const positions = new Float32Array(3 * pointCount);
    frames.read(0, positions);
    const start = frameBox(positions, bodies);
    const whole = start.clone();
    const samples = Math.min(40, frames.count);
    for (let sample = 1; sample < samples; ++sample) {
        frames.read(Math.round((sample * (frames.count - 1)) / (samples - 1)), positions);
        frameBox(positions, bodies, whole);
    }
    return diagonal(start) === 0 || diagonal(whole) <= 6 * diagonal(start) ? whole : start;
}
