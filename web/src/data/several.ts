// Several runs as one: their bodies side by side or in the same place, their frames by time, their tables as one.
import type { Body, Field, Frames, Run } from "./run";
import { movedJoint } from "./joints";
import { StepTable } from "./steps";

export interface NamedRun {
    name: string;
    run: Run;
}

type Vector = [number, number, number];

/// Frames at every time that one of the runs has; each run shows the last of its own that is not later.
export class SeveralFrames implements Frames {
    readonly count: number;
    /// How far each run is moved from where it was, m.
    readonly places: Vector[];
    private readonly times: number[];
    private readonly shown: Int32Array[]; // by run: its frame for every time

    constructor(
        private readonly runs: Run[],
        readonly firstPoints: number[],
    ) {
        this.times = mergedTimes(
            runs.map(({ frames }) => Array.from({ length: frames.count }, (_, f) => frames.time(f))),
        );
        this.count = this.times.length;
        this.places = runs.map(() => [0, 0, 0]);
        this.shown = runs.map(({ frames }) => {
            let frame = 0;
            return Int32Array.from(this.times, (time) => {
                while (frame + 1 < frames.count && frames.time(frame + 1) <= time + slack(time)) ++frame;
                return frame;
            });
        });
    }

    time(frame: number): number {
        return this.times[frame] ?? 0;
    }

    frameOf(run: number, frame: number): number {
        return this.shown[run]![frame]!;
    }

    read(frame: number, out: Float32Array): void {
        this.runs.forEach(({ frames, pointCount }, k) => {
            const own = out.subarray(3 * this.firstPoints[k]!, 3 * (this.firstPoints[k]! + pointCount));
            frames.read(this.frameOf(k, frame), own);
            const place = this.places[k]!;
            for (let i = 0; i < own.length; ++i) own[i]! += place[i % 3]!;
        });
    }
}

/// All runs as one. What only some of them recorded is left out.
export function composeRuns(named: NamedRun[], title: string, notes: string[]): Run & { frames: SeveralFrames } {
    const runs = named.map(({ run }) => run);
    const firstPoints = runs.map((_, k) => runs.slice(0, k).reduce((sum, run) => sum + run.pointCount, 0));
    const frames = new SeveralFrames(runs, firstPoints);
    const pointCount = runs.reduce((sum, run) => sum + run.pointCount, 0);
    return {
        title,
        description: named.map(({ name }) => name).join(" · "),
        planar: runs[0]!.planar,
        pointCount,
        bodies: named.flatMap(({ name, run }, k) => run.bodies.map((body) => moved(body, firstPoints[k]!, name, k))),
        joints: runs.flatMap(({ joints }, k) => {
            return joints.map((joint) => movedJoint(joint, firstPoints[k]!, frames.places[k]!));
        }),
        scene: runs[0]!.scene,
        units: runs[0]!.units,
        picture: runs[0]!.picture,
        opening: 0,
        steps: composeTables(runs.map((run) => run.steps)),
        frames,
        fields: composeFields(runs, frames),
        contacts: null,
        facts: [
            ["runs", String(runs.length)],
            ["points", pointCount.toLocaleString("en")],
            ["time", `${Number(frames.time(frames.count - 1).toPrecision(4))} s`],
        ],
        results: [],
        notes: [...notes, ...fieldNotes(named)],
        stop: named.flatMap(({ name, run }) => (run.stop ? [`${name}: ${run.stop}`] : [])).join("\n"),
    };
}

function moved(body: Body, by: number, run: string, k: number): Body {
    const shift = (indices: Uint32Array) => indices.map((index) => index + by);
    return {
        ...body,
        name: `${run} · ${body.name}`,
        colour: k,
        firstPoint: body.firstPoint + by,
        edges: shift(body.edges),
        triangles: shift(body.triangles),
        held: shift(body.held),
    };
}

/// What cannot be shown of all, and who lacks it.
function fieldNotes(named: NamedRun[]): string[] {
    const names = new Set(named.flatMap(({ run }) => run.fields.map((field) => field.name)));
    return [...names].flatMap((name) => {
        const without = named.filter(({ run }) => !run.fields.some((field) => field.name === name));
        if (without.length === 0) return [];
        return [`No colours by ${name}: ${without.map((one) => one.name).join(", ")} did not record it.`];
    });
}

function composeFields(runs: Run[], frames: SeveralFrames): Field[] {
    return runs[0]!.fields
        .filter(({ name }) => runs.every((run) => run.fields.some((field) => field.name === name)))
        .map(({ name, unit }) => {
            const own = runs.map((run) => run.fields.find((field) => field.name === name)!);
            return {
                name,
                unit,
                range: () => {
                    const ranges = own.map((field) => field.range());
                    return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
                },
                read(frame, out) {
                    own.forEach((field, k) => {
                        const first = frames.firstPoints[k]!;
                        field.read(frames.frameOf(k, frame), out.subarray(first, first + runs[k]!.pointCount));
                    });
                },
            };
        });
}

/// The column of a run in the table of all.
export function columnOf(column: string, run: number): string {
    return `${column}@${run}`;
}

/// A row for every time that one of the tables has; between its own rows, each holds the last one. NaN after its end.
export function composeTables(tables: StepTable[]): StepTable {
    const times = mergedTimes(tables.map((table) => [...table.times]));
    const columns = new Map([["time", Float64Array.from(times)]]);
    tables.forEach((table, k) => {
        const end = table.times.at(-1) ?? -Infinity;
        const rows = times.map((time) => (time <= end + slack(time) ? table.rowAt(time) : -1));
        for (const [name, values] of table.columns)
            if (name !== "time") columns.set(columnOf(name, k), Float64Array.from(rows, (row) => values[row] ?? NaN));
    });
    return new StepTable(columns);
}

function slack(time: number): number {
    return 1e-9 * Math.max(1, Math.abs(time));
}

/// All times in order, those that differ by rounding alone once.
function mergedTimes(lists: number[][]): number[] {
    const sorted = lists.flat().sort((a, b) => a - b);
    return sorted.filter((time, i) => i === 0 || time > sorted[i - 1]! + slack(time));
}
