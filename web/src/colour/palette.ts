// The colours that the scene chooses for bodies; or one colour per body, equally light and equally strong; after six
// the hues come again, a little lighter.
import type { Body, JsonObject } from "../data/run";
import { fromHexadecimal, oklch, type Rgb } from "./oklab";

const hues = [242, 42, 155, 305, 85, 195];

/// The hue of a body or a run, degrees.
export function hueOf(index: number): number {
    return hues[index % hues.length]!;
}

/// What bodies meet stays in the background.
export function bodyColour(index: number, obstacle = false): Rgb {
    if (obstacle) return oklch(0.8, 0.012, 250);
    const round = Math.floor(index / hues.length);
    return oklch(0.64 + 0.09 * (round % 3), 0.125, hueOf(index));
}

/// That of a body at its place among the bodies.
export function colourOf(body: Body, index: number): Rgb {
    return body.chosen ?? bodyColour(body.colour ?? index, body.obstacle);
}

/// Gives bodies the colours that the scene has chosen for them ("picture": { "colours": … }).
export function chooseColours(bodies: Body[], scene: JsonObject): void {
    const colours = ((scene["picture"] ?? {}) as JsonObject)["colours"] as JsonObject | undefined;
    for (const body of bodies) {
        const chosen = fromHexadecimal(String(colours?.[body.name] ?? ""));
        if (chosen) body.chosen = chosen;
    }
}
