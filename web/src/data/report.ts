// A run read from the data that `talweg run` wrote into this very page (record/report.cpp).
import type { Field, JsonObject, Run, Units } from "./run";
import type { Measured } from "./measured";
import type { NamedRun } from "./several";
import { fromBase64, inflate } from "./inflate";
import { QuantisedFrames, type Box } from "./quantised_frames";
import { quantisedField, type StoredField } from "./stored_field";
import { StepTable } from "./steps";
import { readBodies } from "./topology";
import { readJoints } from "./joints";
import { describeRun } from "./describe_run";
import { StoredContacts } from "./contacts";
import { contactForceField } from "../colour/contact_field";
import { withoutAbsent } from "./absent";
import { displacementField, kineticEnergyField, speedField } from "../colour/motion_fields";

interface ReportHeader {
    scene: JsonObject;
    topology: JsonObject;
    looks?: JsonObject | null; // texture coordinates and quads, where there are some
    run: JsonObject;
    times: number[];
    frames_recorded: number;
    steps_recorded: number;
    boxes: Box[];
    steps: { [name: string]: (number | null)[] };
    fields: StoredField[];
    contact: boolean;
    units?: Units;
}

async function blob(id: string): Promise<Uint8Array> {
    const element = document.getElementById(id)!;
    const bytes = await inflate(fromBase64(element.textContent!.trim()));
    element.remove(); // the text is as large as the run; nobody needs it twice
    return bytes;
}

function table(columns: ReportHeader["steps"]): StepTable {
    const numbers = (column: (number | null)[]) => Float64Array.from(column, (value) => value ?? NaN);
    return new StepTable(new Map(Object.entries(columns).map(([name, column]) => [name, numbers(column)])));
}

export function hasReport(): boolean {
    return document.getElementById("talweg-header") !== null;
}

async function json(id: string): Promise<unknown> {
    return JSON.parse(new TextDecoder().decode(await blob(id)));
}

function pageBytes(id: string): number {
    return Number(document.getElementById(id)!.dataset["bytes"]);
}

/// Whether the page holds several runs.
export function hasSeveral(): boolean {
    return document.getElementById("talweg-several") !== null;
}

export interface Several {
    title: string;
    runs: NamedRun[];
    measured: Measured | null;
    notes: string[];
}

export async function readSeveral(): Promise<Several> {
    const bytes = pageBytes("talweg-several");
    const about = (await json("talweg-several")) as { title: string; runs: string[]; measured?: Measured };
    const { title, runs: names, measured = null } = about;
    const runs: NamedRun[] = [];
    for (const [k, name] of names.entries()) runs.push({ name, run: await readReport(`-of-${k}`) });
    const note = `This page is one file of ${megabytes(bytes)} with ${runs.length} runs inside.`;
    return { title, runs, measured, notes: [note] };
}

/// `suffix`: which of several runs.
export async function readReport(suffix = ""): Promise<Run> {
    const bytes = suffix ? 0 : pageBytes("talweg-header");
    const header = (await json(`talweg-header${suffix}`)) as ReportHeader;
    const bodies = readBodies(header.topology, header.looks ?? null);
    const recorded = new QuantisedFrames(await blob(`talweg-frames${suffix}`), header.times, bodies, header.boxes);
    const pointCount = bodies.reduce((sum, body) => sum + body.pointCount, 0);

    const stored: Field[] = [];
    for (const [index, field] of header.fields.entries())
        stored.push(quantisedField(field, await blob(`talweg-field-${index}${suffix}`), pointCount));
    const frames = withoutAbsent(recorded, bodies, header.scene, stored, pointCount);
    const fields: Field[] = [speedField(frames, pointCount), kineticEnergyField(frames, pointCount)];
    fields.push(displacementField(frames, pointCount), ...stored);

    let contacts: StoredContacts | null = null;
    if (header.contact) {
        contacts = new StoredContacts(bodies);
        contacts.append(await blob(`talweg-contact${suffix}`));
        fields.push(contactForceField(contacts));
    }

    return describeRun({
        scene: header.scene,
        units: header.units ?? {},
        run: header.run,
        recorded: header.frames_recorded,
        bodies,
        joints: readJoints(header.topology),
        pointCount,
        steps: table(header.steps),
        frames,
        fields,
        contacts,
        notes: reportNotes(header, bytes),
    });
}

function reportNotes(header: ReportHeader, bytes: number): string[] {
    const coarsest = Math.max(...header.boxes.flatMap((box) => box.step)) / 2;
    const notes = [
        `This page is one file of ${megabytes(bytes)} with ` +
            `${header.times.length} frames inside; positions are rounded to ±${length(coarsest)}.`,
    ];
    if (header.times.length < header.frames_recorded)
        notes.push(`Thinned to fit: ${header.times.length} of ${header.frames_recorded} recorded frames are here.`);
    const rows = Object.values(header.steps)[0]?.length ?? 0;
    if (rows < header.steps_recorded) notes.push(`The plots show ${rows} of ${header.steps_recorded} steps.`);
    return notes;
}

function megabytes(bytes: number): string {
    return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 1)} MB`;
}

function length(metres: number): string {
    const units: [number, string][] = [[1, "m"], [1e-3, "mm"], [1e-6, "µm"], [1e-9, "nm"]];
    const [scale, unit] = units.find(([size]) => metres >= size) ?? [1e-9, "nm"];
    return `${(metres / scale).toPrecision(2)} ${unit}`;
}
