// What the page knows of a run: bodies, frames of point positions, one table row per step, named fields.
// Every source (a report's embedded data, a live server) fills these; drawing and panels read only these.
import type { Contacts } from "./contacts";
import type { JointMark } from "./joints";
import type { PictureSettings } from "./picture_settings";
import type { StepTable } from "./steps";

export interface Body {
    name: string;
    firstPoint: number;
    pointCount: number;
    dimension: number; // 0 particles, 1 line, 2 sheet, 3 volume
    radius: number; // of particles and lines, half the thickness of sheets, as contact has them, m; 0: nobody has said
    edges: Uint32Array; // pairs of point indices, among all points of the run
    triangles: Uint32Array; // triples, likewise
    texture: Float32Array | null; // u and v of every corner of a triangle
    held: Uint32Array; // points with at least one prescribed component
    obstacle: boolean; // nothing but a script moves it
    colour?: number; // its place among the colours, where that is not its place among the bodies
    chosen?: [number, number, number]; // the colour that the scene has chosen for it, in linear light
}

export interface Frames {
    readonly count: number;
    readonly live?: boolean; // only now and just before, not from the start on
    time(frame: number): number; // s
    read(frame: number, out: Float32Array): void; // 3 numbers per point, metres
}

/// A number per point that colours can show; NaN where there is none, and the body keeps its colour.
export interface Field {
    readonly name: string;
    readonly unit: string;
    range(): [number, number];
    read(frame: number, out: Float32Array): void;
    /// Whether it is looked at; only then need its values be there.
    watch?(on: boolean): void;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/// Units of a scene's numbers, by path, in the words of the schema.
export type Units = { [path: string]: string };

/// A short fact for the header: label, value.
export type Fact = [string, string];

/// The largest and the smallest value of a quantity, and where they are.
export interface Result {
    quantity: string;
    unit: string;
    largest: { value: number; where: string };
    smallest: { value: number; where: string };
}

export interface Run {
    title: string;
    description: string;
    planar: boolean;
    pointCount: number;
    bodies: Body[];
    joints: JointMark[];
    scene: JsonObject;
    units: Units;
    picture: PictureSettings;
    opening: number; // the frame that is shown first
    steps: StepTable;
    frames: Frames;
    fields: Field[];
    contacts: Contacts | null; // null: no contact, or its forces were not recorded
    facts: Fact[];
    results: Result[]; // of the last frame
    stop: string; // why it stopped and what to do about it; empty: it did not
    notes: string[]; // sentences about what is inside: size, precision, thinning
}
