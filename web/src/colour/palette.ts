// One colour per body, equally light and equally strong; after six the hues come again, a little lighter.
import { oklch, type Rgb } from "./oklab";

const hues = [242, 42, 155, 305, 85, 195];

/// What bodies meet stays in the background.
export function bodyColour(index: number, obstacle = false): Rgb {
    if (obstacle) return oklch(0.8, 0.012, 250);
    const round = Math.floor(index / hues.length);
    return oklch(0.64 + 0.09 * (round % 3), 0.125, hues[index % hues.length]!);
}
