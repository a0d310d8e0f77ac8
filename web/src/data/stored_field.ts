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
    return {
        name,
        unit,
        range: () => [low, high],
        read(frame, out) {
            const from = 2 * frame * pointCount;
            for (let i = 0; i < pointCount; ++i) {
                const steps = bytes[from + i]! | (bytes[from + pointCount + i]! << 8);
                out[i] = steps === none ? NaN : low + steps * step;
            }
        },
    };
}
