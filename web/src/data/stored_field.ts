// A field the run recorded by name (energy, stress, contact force …): one number per point and frame, stored as
// 16-bit steps between its smallest and largest value, first all low bytes of a frame, then all high bytes.
import type { Field } from "./run";

export interface StoredField {
    name: string;
    unit: string;
    low: number;
    high: number;
}

export function quantisedField(stored: StoredField, bytes: Uint8Array, pointCount: number): Field {
    const { name, unit, low, high } = stored;
    const step = (high - low) / 65535;
    return {
        name,
        unit,
        range: () => [low, high],
        read(frame, out) {
            const from = 2 * frame * pointCount;
            for (let i = 0; i < pointCount; ++i)
                out[i] = low + (bytes[from + i]! | (bytes[from + pointCount + i]! << 8)) * step;
        },
    };
}
