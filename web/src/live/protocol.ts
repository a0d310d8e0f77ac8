// The messages between this page and `talweg view` (src/talweg/serve).
import type { JsonObject, Units } from "../data/run";

export interface Knob {
    path: string; // in the scene
    label: string;
    unit: string;
    value: number;
    low: number;
    high: number;
    logarithmic: boolean;
}

/// A field of elements that can be asked for.
export interface FieldName {
    name: string;
    unit: string;
}

/// A handle of a rig.
export interface Handle {
    body: string;
    name: string;
    bone: boolean;
}

export interface Hello {
    kind: "hello";
    live: boolean; // a simulation that runs, or a recorded run
    scene: JsonObject;
    topology: JsonObject;
    looks?: JsonObject | null; // texture coordinates and quads, where there are some
    columns: string[]; // of the numbers that follow the positions of every frame
    units?: Units; // of the scene's numbers
    knobs?: Knob[];
    integrators?: string[]; // that there are
    fields: FieldName[];
    handles?: Handle[]; // of all rigs
    contact: boolean; // whether forces of contact can be asked for
    frames?: number; // of a recorded run, as many as there were at this moment
}

/// What run.json says of a run that may still be written.
export interface Recording {
    kind: "recording";
    run: JsonObject;
}

export interface Status {
    kind: "status";
    running: boolean;
    speed: number;
    knobs: number[];
    problem: string;
    ignored: number;
    strength: number; // of hands
    integrator: string;
    lead: string; // how rigs lead their bodies; empty: there are none
    pinned: number[]; // points, by hand
}

export type Command =
    | { do: "run" | "pause" | "step" | "reset" | "release" }
    | { do: "drag"; point: number; target: [number, number, number] }
    | { do: "set"; knob: number; value: number }
    | { do: "speed" | "strength"; value: number }
    | { do: "pin" | "unpin"; point: number }
    | { do: "integrator"; name: string }
    | { do: "pose"; handle: number; move: [number, number, number]; turn: [number, number, number] }
    | { do: "lead"; how: string }
    | { do: "show"; contact: boolean; field: number | null };
