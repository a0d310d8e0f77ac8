// What is drawn of joints, from topology.json: marks where they are, lines along their axes and links. Places go with
// the points of a body, or stand in the world.
import type { Json, JsonObject } from "./run";

export interface Place {
    at: number[]; // metres, in the world; where it goes with points, 0
    points: number[];
    weights: number[]; // of the points
    origin: readonly number[]; // where the run stands, metres
}

export interface JointMark {
    name: string;
    type: string; // as in the scene
    dots: Place[];
    lines: [Place, Place][];
}

function readPlace(json: Json): Place {
    const { at, points, weights } = json as { at?: number[]; points?: number[]; weights?: number[] };
    return { at: at ?? [0, 0, 0], points: points ?? [], weights: weights ?? [], origin: [0, 0, 0] };
}

/// None of runs that were recorded before joints were.
export function readJoints(topology: JsonObject): JointMark[] {
    return ((topology["joints"] ?? []) as JsonObject[]).map((joint) => ({
        name: joint["name"] as string,
        type: joint["type"] as string,
        dots: (joint["dots"] as Json[]).map(readPlace),
        lines: (joint["lines"] as Json[][]).map(([from, to]) => [readPlace(from!), readPlace(to!)]),
    }));
}

/// Of a run that is shown with others: its points are counted from `first` on, and it stands elsewhere.
export function movedJoint(joint: JointMark, first: number, origin: readonly number[]): JointMark {
    const { name, type, dots, lines } = joint;
    const moved = ({ at, points, weights }: Place): Place => {
        return { at, weights, points: points.map((point) => point + first), origin };
    };
    return { name, type, dots: dots.map(moved), lines: lines.map(([from, to]) => [moved(from), moved(to)]) };
}

/// Metres, from the positions of a frame.
export function placeAt({ at, points, weights, origin }: Place, positions: Float32Array, axis: number): number {
    if (points.length === 0) return at[axis]! + origin[axis]!;
    return points.reduce((sum, point, k) => sum + weights[k]! * positions[3 * point + axis]!, 0);
}
