// Colours chosen by lightness, chroma and hue in Oklab (Björn Ottosson, "A perceptual color space for image
// processing", 2020): equal steps look equal, so ramps stay even and body colours equally strong.

export type Rgb = [number, number, number]; // linear light, 0…1

const clamp = (value: number) => Math.min(1, Math.max(0, value));

export function oklch(lightness: number, chroma: number, hueDegrees: number): Rgb {
    const hue = (hueDegrees * Math.PI) / 180;
    const a = chroma * Math.cos(hue);
    const b = chroma * Math.sin(hue);
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
    return [
        clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
        clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
        clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    ];
}

export function toSrgb(linear: number): number {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

/// #rrggbb; null: it is something else.
export function fromHexadecimal(text: string): Rgb | null {
    const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
    if (!found) return null;
    const linear = (encoded: number) => (encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4);
    return found.slice(1).map((digits) => linear(parseInt(digits, 16) / 255)) as Rgb;
}

export function cssColour([r, g, b]: Rgb): string {
    const byte = (linear: number) => Math.round(255 * toSrgb(linear));
    return `rgb(${byte(r)} ${byte(g)} ${byte(b)})`;
}
