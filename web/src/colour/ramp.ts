// The colour ramp for fields: from deep violet over red to pale yellow, lightness rising evenly, so that it also
// reads in grey and for colour-blind eyes.
import { cssColour, oklch, toSrgb, type Rgb } from "./oklab";

// lightness, chroma, hue
const stops: [number, number, number][] = [
    [0.4, 0.16, 282],
    [0.5, 0.19, 315],
    [0.61, 0.19, 5],
    [0.72, 0.16, 45],
    [0.83, 0.15, 80],
    [0.94, 0.11, 105],
];

export function rampColour(value: number): Rgb {
    const place = Math.min(1, Math.max(0, value)) * (stops.length - 1);
    const index = Math.min(stops.length - 2, Math.floor(place));
    const blend = place - index;
    const [l0, c0, h0] = stops[index]!;
    const [l1, c1, h1] = stops[index + 1]!;
    const turn = ((h1 - h0 + 540) % 360) - 180; // the short way round
    return oklch(l0 + blend * (l1 - l0), c0 + blend * (c1 - c0), h0 + blend * turn);
}

/// The ramp as `size` sRGB pixels.
export function rampBytes(size: number): Uint8Array {
    const bytes = new Uint8Array(4 * size);
    for (let i = 0; i < size; ++i) {
        const rgb = rampColour(i / (size - 1));
        bytes.set([...rgb.map((linear) => Math.round(255 * toSrgb(linear))), 255], 4 * i);
    }
    return bytes;
}

export function rampCss(): string {
    const list = Array.from({ length: 17 }, (_, i) => cssColour(rampColour(i / 16)));
    return `linear-gradient(to right, ${list.join(", ")})`;
}
