// A field the run recorded by name (energy, stress, contact force …): one number per point and frame, stored as
// 16-bit steps between its smallest and largest value, first all low bytes of a frame, then all high bytes. The last of
// the numbers that 16 bits can tell says that the point has no value.
import type { Field } from "./run";

export interface StoredField {
    name: string;
    unit: string;
    low: number;
    high: number;
}

export function quantisedField(stored: StoredField, bytes: Uint8Array, pointCount: number): Field {
    const { name, unit, low, high } = stored;
    const none = 65535;
    const step = (high - low) / (none - 1);
    let known: [number, number] | null = null;
    return {
        name,
        unit,
        range: () =>
            (known ??= percentiles(bytes, pointCount, none).map((steps) => low + steps * step) as [number, number]),
        read(frame, out) {
            const from = 2 * frame * pointCount;
            for (let i = 0; i < pointCount; ++i) {
                const steps = bytes[from + i]! | (bytes[from + pointCount + i]! << 8);
                out[i] = steps === none ? NaN : low + steps * step;
            }
        },
    };
}

/// The first and the 99th percentile of the stored numbers: a few points with extreme values, such as stresses in
/// corners, do not take the colours from all others.
function percentiles(bytes: Uint8Array, pointCount: number, none: number): [number, number] {
    const counts = new Uint32Array(none);
    let total = 0;
    for (let from = 0; from + 2 * pointCount <= bytes.length; from += 2 * pointCount)
        for (let i = 0; i < pointCount; ++i) {
            const steps = bytes[from + i]! | (bytes[from + pointCount + i]! << 8);
            if (steps === none) continue;
            ++counts[steps]!;
            ++total;
        }
    if (total === 0) return [0, none - 1];
    const at = (share: number) => {
        let left = share * (total - 1);
        return counts.findIndex((count) => (left -= count) < 0);
    };
    const [low, high] = [at(0.01), at(0.99)];
    return high > low ? [low, high] : [0, none - 1];
}
