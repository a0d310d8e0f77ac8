// Which of the schema's words about a unit holds for a body: "kg/m on ropes, kg/m² on sheets, kg/m³ on lattices".
import type { Body } from "./run";

const kinds = [[], ["ropes", "rods"], ["sheets", "shells"], ["lattices", "volumes", "solids"]]; // by dimension

/// `path`: of the number in the scene, which names the body by its place: "bodies[2].density". Empty: none, or unclear.
export function unitFor(unit: string, path: string, bodies: Body[], planar: boolean): string {
    if (unit === "" || unit === "1") return "";
    const body = bodies[Number(/^bodies\[(\d+)\]/.exec(path)?.[1] ?? -1)];
    const words = kinds[body?.dimension ?? 0] ?? [];
    const weigh = (clause: string) => {
        const where = / (?:on|in|of) (.*)$/.exec(clause)?.[1];
        if (where === undefined) return 1;
        if (where.includes("planar")) return planar ? 3 : 0;
        return words.some((word) => where.includes(word)) ? 2 : 0;
    };
    const clauses = unit.split(/[,;] /).map((clause) => ({ clause, weight: weigh(clause) }));
    const best = clauses.reduce((a, b) => (b.weight > a.weight ? b : a));
    const bare = best.weight > 0 ? best.clause.split(/ (?:on|in|of) /)[0]! : "";
    return bare.length < 12 ? bare : "";
}
