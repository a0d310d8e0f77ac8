// A scene with some of its values changed, by the paths that --set takes: bodies[0].energies[1].stiffness.
import type { Json, JsonObject } from "./run";

export function tunedScene(scene: JsonObject, changes: [string, number][]): JsonObject {
    const tuned = structuredClone(scene);
    for (const [path, value] of changes) set(tuned, path, value);
    return tuned;
}

function set(scene: JsonObject, path: string, value: number): void {
    const steps = path.match(/[^.[\]]+/g)!.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    let place: Json = scene;
    for (const step of steps.slice(0, -1)) place = (place as { [key: string | number]: Json })[step]!;
    (place as { [key: string | number]: Json })[steps.at(-1)!] = value;
}
