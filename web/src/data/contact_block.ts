// What touches at one moment, as the program writes it (record/contact_block.hpp).

/// Two bodies that touch; the same twice: one that touches itself.
export interface TouchingPair {
    first: number; // bodies
    second: number;
    contacts: number; // features in reach of each other
    force: number; // N, the length of the sum; 0 within a body
}

export interface ContactFrame {
    pairs: TouchingPair[];
    points: Uint32Array; // of bodies, that feel a force
    forces: Float32Array; // on them, 3 numbers each, N
}

const pairBytes = 24;
const pointBytes = 16;

/// Bytes of the block that begins at `offset`.
export function blockLength(bytes: DataView, offset: number): number {
    return 8 + pairBytes * bytes.getUint32(offset, true) + pointBytes * bytes.getUint32(offset + 4, true);
}

/// `fixed`: 1 for points of obstacles, whose forces stand at places that nobody sees.
export function readBlock(bytes: DataView, offset: number, fixed: Uint8Array): ContactFrame {
    const [pairCount, pointCount] = [bytes.getUint32(offset, true), bytes.getUint32(offset + 4, true)];
    const number = (at: number) => bytes.getFloat32(at, true);
    const pairs = Array.from({ length: pairCount }, (_, i) => {
        const at = offset + 8 + pairBytes * i;
        return {
            first: bytes.getInt32(at, true),
            second: bytes.getInt32(at + 4, true),
            contacts: bytes.getInt32(at + 8, true),
            force: Math.hypot(number(at + 12), number(at + 16), number(at + 20)),
        };
    });
    const points = new Uint32Array(pointCount);
    const forces = new Float32Array(3 * pointCount);
    const begin = offset + 8 + pairBytes * pairCount;
    let count = 0;
    for (let at = begin; at < begin + pointBytes * pointCount; at += pointBytes) {
        const point = bytes.getUint32(at, true);
        if (fixed[point]) continue;
        points[count] = point;
        for (let axis = 0; axis < 3; ++axis) forces[3 * count + axis] = number(at + 4 + 4 * axis);
        ++count;
    }
    return { pairs, points: points.subarray(0, count), forces: forces.subarray(0, 3 * count) };
}

/// The force on each point, N.
export function forceSizes({ forces }: ContactFrame): Float32Array {
    return Float32Array.from({ length: forces.length / 3 }, (_, i) =>
        Math.hypot(forces[3 * i]!, forces[3 * i + 1]!, forces[3 * i + 2]!),
    );
}

/// The largest force on a point.
export function largestForce({ forces }: ContactFrame): number {
    let squared = 0;
    for (let i = 0; i < forces.length; i += 3)
        squared = Math.max(squared, forces[i]! ** 2 + forces[i + 1]! ** 2 + forces[i + 2]! ** 2);
    return Math.sqrt(squared);
}
