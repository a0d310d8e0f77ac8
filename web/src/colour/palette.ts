// One colour per body, equally light and equally strong; after six the hues come again, a little lighter.
import { oklch, type Rgb } from "./oklab";

const hues = [242, 42, 155, 305, 85, 195];

export function bodyColour(index: number): Rgb {
    const round = Math.floor(index / hues.length);
    return oklch(0.64 + 0.09 * (round % 3), 0.125, hues[index % hues.length]!);
}
