// What the scene says about its pictures ("picture" in the scene): where from, how near, in which colours, which frame.
import type { JsonObject } from "./run";

export interface PictureSettings {
    azimuth: number; // degrees round the vertical, from z towards x
    elevation: number; // degrees above the horizon
    zoom: number; // how much nearer than where all is seen
    colour: string; // "body", or the name of a field
    frame: number | null; // of those recorded; null: not said
}

export function pictureSettings(scene: JsonObject): PictureSettings {
    const said = (scene["picture"] ?? {}) as JsonObject;
    const number = (key: string, otherwise: number) => (typeof said[key] === "number" ? said[key] : otherwise);
    return {
        azimuth: number("azimuth", 32),
        elevation: number("elevation", 18),
        // How near a single frame is ("fit") means nothing for a page that leaves room for the whole motion.
        zoom: said["fit"] === "frame" ? 1 : number("zoom", 1),
        colour: typeof said["colour"] === "string" ? said["colour"] : "body",
        frame: typeof said["frame"] === "number" ? said["frame"] : null,
    };
}
