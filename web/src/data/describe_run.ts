// The words of a run for people: title, short facts, how it ended.
import type { JsonObject, Run } from "./run";

export type RunParts = Omit<Run, "title" | "description" | "planar" | "facts"> & { run: JsonObject };

export function describeRun({ run, ...parts }: RunParts): Run {
    const { scene, frames, pointCount } = parts;
    const facts: [string, string][] = [
        ["points", pointCount.toLocaleString("en")],
        ["frames", frames.count.toLocaleString("en")],
        ["time", `${seconds(frames.time(frames.count - 1))} s`],
    ];
    const wall = (run["seconds"] as JsonObject | undefined)?.["total"] as number | undefined;
    if (wall) facts.push(["computed in", wall < 1 ? `${(1000 * wall).toFixed(0)} ms` : `${wall.toFixed(1)} s`]);
    if (typeof run["ended"] === "string") facts.push(["ended", run["ended"]]);
    return {
        ...parts,
        title: (scene["title"] as string | undefined) ?? "talweg",
        description: (scene["description"] as string | undefined) ?? "",
        planar: scene["planar"] === true,
        facts,
    };
}

function seconds(time: number): string {
    return Number(time.toPrecision(4)).toString();
}
