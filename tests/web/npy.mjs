// positions.npy as the program wrote it, for comparison with what the page shows.
import { readFileSync } from "node:fs";

export function readPositions(path) {
    const bytes = readFileSync(path);
    const begin = 10 + bytes.readUInt16LE(8);
    const shape = /'shape': \(\s*(\d+), (\d+), 3\)/.exec(bytes.toString("latin1", 10, begin));
    const [frames, points] = [Number(shape[1]), Number(shape[2])];
    const first = bytes.byteOffset + begin;
    const values = new Float64Array(bytes.buffer.slice(first, first + 24 * frames * points)); // more may be on its way
    return {
        frames,
        points,
        at: (frame, point) => [...values.subarray(3 * (frame * points + point), 3 * (frame * points + point) + 3)],
    };
}

/// A recorded field of points, a number for each in every frame.
export function readField(path) {
    const bytes = readFileSync(path);
    const begin = 10 + bytes.readUInt16LE(8);
    const shape = /'shape': \(\s*(\d+), (\d+)(, 1)?\)/.exec(bytes.toString("latin1", 10, begin));
    const points = Number(shape[2]);
    const first = bytes.byteOffset + begin;
    const values = new Float64Array(bytes.buffer.slice(first, first + 8 * Number(shape[1]) * points));
    return { at: (frame, point) => values[frame * points + point] };
}

/// One column of a csv file, as numbers.
export function readColumn(path, name) {
    const [head, ...rows] = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
    return rows.map((row) => Number(row[head.indexOf(name)]));
}
