// What the run itself says, for comparison with what other programs made of its exports.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { readPositions } from "../web/npy.mjs";

export function readRun(directory) {
    const positions = readPositions(`${directory}/positions.npy`);
    const { time } = JSON.parse(readFileSync(`${directory}/scene.json`, "utf8"));
    return {
        bodies: JSON.parse(readFileSync(`${directory}/topology.json`, "utf8")).bodies,
        frameTime: time.step * time.steps_per_frame,
        frameCount: positions.frames,
        frames: [0, Math.floor(positions.frames / 3), positions.frames - 1],
        /// Coordinates of the points that pictures show of a body.
        skin: (body, frame) => skinOf(body).flatMap((point) => positions.at(frame, point)),
    };
}

/// A triangle mesh shows the points of its triangles, a rope all of its points.
function skinOf(body) {
    const all = [...Array(body.point_count).keys()];
    const used = body.triangles.length > 0 ? [...new Set(body.triangles.flat())].sort((a, b) => a - b) : all;
    return used.map((point) => point + body.first_point);
}

let compared = 0, largest = 0;

/// Equal to single precision: to its last digit, 2⁻²³, by which a reader of text may be off.
export function compare(what, found, expected) {
    assert.equal(found.length, expected.length, `${what}: number of coordinates`);
    const scale = Math.max(1, ...expected.map(Math.abs));
    const error = Math.max(...expected.map((value, i) => Math.abs(value - found[i])));
    assert.ok(error <= 2 ** -23 * scale, `${what}: differs by ${error}`);
    largest = Math.max(largest, error / scale);
    compared += 1;
}

export function finish(program) {
    assert.ok(compared > 0, "nothing was compared");
    console.log(`${program}: ${compared} arrays agree, largest relative difference ${largest.toExponential(1)}`);
}
