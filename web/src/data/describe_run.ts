// The words of a run for people: title, short facts, how it ended.
import { pictureSettings } from "./picture_settings";
import type { Fact, Frames, JsonObject, Result, Run } from "./run";

type Described = "title" | "description" | "planar" | "facts" | "results" | "stop" | "picture" | "opening";
/// `run`: the content of run.json, of a run that was recorded; `recorded`: how many frames were, some may be missing.
export type RunParts = Omit<Run, Described> & {
    run?: JsonObject;
    recorded?: number;
};

export function describeRun({ run, recorded, ...parts }: RunParts): Run {
    const { scene, pointCount, frames } = parts;
    const picture = pictureSettings(scene);
    const share = (frames.count - 1) / Math.max(1, (recorded ?? frames.count) - 1);
    return {
        ...parts,
        title: (scene["title"] as string | undefined) || "talweg",
        description: (scene["description"] as string | undefined) ?? "",
        planar: scene["planar"] === true,
        picture,
        opening: Math.min(frames.count - 1, Math.round((picture.frame ?? 0) * share)),
        results: (run?.["results"] as unknown as Result[] | undefined) ?? [],
        stop: run ? stopWords(run) : "",
        facts: run ? recordedFacts(pointCount, frames, run) : [["points", pointCount.toLocaleString("en")]],
    };
}

export function recordedFacts(pointCount: number, frames: Frames, run: JsonObject): Fact[] {
    const facts: Fact[] = [
        ["points", pointCount.toLocaleString("en")],
        ["frames", frames.count.toLocaleString("en")],
        ["time", `${Number(frames.time(frames.count - 1).toPrecision(4))} s`],
    ];
    const wall = (run["seconds"] as JsonObject | undefined)?.["total"] as number | undefined;
    if (wall) facts.push(["computed in", wall < 1 ? `${(1000 * wall).toFixed(0)} ms` : `${wall.toFixed(1)} s`]);
    if (typeof run["ended"] === "string") facts.push([run["ended"] === "running" ? "state" : "ended", run["ended"]]);
    return facts;
}

/// "stopped: not_converged after step 12 (0.12 s): what to do about it"
export function stopWords(run: JsonObject): string {
    const ended = String(run["ended"] ?? "");
    if (!ended.startsWith("stopped")) return "";
    return `${ended} after step ${run["steps"]} (${Number(run["time"]).toPrecision(4)} s): ${run["advice"] ?? ""}`;
}
