// The colour maps for fields. Lightness rises evenly in all that go one way, so that they also read in grey and for
// colour-blind eyes; blue-red goes from blue over white to red, for numbers of both signs.
// The same as in render/colour.cpp: pictures and page agree.
import { cssColour, oklch, toSrgb, type Rgb } from "./oklab";

type Stops = [number, number, number][]; // lightness, chroma, hue

const maps: { [name: string]: Stops } = {
    ember: [
        [0.4, 0.16, 282],
        [0.5, 0.19, 315],
        [0.61, 0.19, 5],
        [0.72, 0.16, 45],
        [0.83, 0.15, 80],
        [0.94, 0.11, 105],
    ],
    lagoon: [
        [0.32, 0.1, 290],
        [0.45, 0.1, 255],
        [0.58, 0.09, 205],
        [0.71, 0.13, 160],
        [0.83, 0.17, 125],
        [0.93, 0.17, 105],
    ],
    grey: [
        [0.25, 0, 0],
        [0.95, 0, 0],
    ],
    "blue-red": [
        [0.42, 0.15, 262],
        [0.68, 0.11, 255],
        [0.96, 0, 255],
        [0.96, 0, 30],
        [0.7, 0.14, 35],
        [0.45, 0.17, 25],
    ],
};

export const mapNames = Object.keys(maps);

export function rampColour(value: number, map = mapNames[0]!): Rgb {
    const stops = maps[map] ?? maps[mapNames[0]!]!;
    const place = Math.min(1, Math.max(0, value)) * (stops.length - 1);
    const index = Math.min(stops.length - 2, Math.floor(place));
    const blend = place - index;
    const [l0, c0, h0] = stops[index]!;
    const [l1, c1, h1] = stops[index + 1]!;
    const turn = ((h1 - h0 + 540) % 360) - 180; // the short way round
    return oklch(l0 + blend * (l1 - l0), c0 + blend * (c1 - c0), h0 + blend * turn);
}

/// The map as `size` sRGB pixels.
export function rampBytes(size: number, map: string): Uint8Array {
    const bytes = new Uint8Array(4 * size);
    for (let i = 0; i < size; ++i) {
        const rgb = rampColour(i / (size - 1), map);
        bytes.set([...rgb.map((linear) => Math.round(255 * toSrgb(linear))), 255], 4 * i);
    }
    return bytes;
}

export function rampCss(map: string): string {
    const list = Array.from({ length: 17 }, (_, i) => cssColour(rampColour(i / 16, map)));
    return `linear-gradient(to right, ${list.join(", ")})`;
}
