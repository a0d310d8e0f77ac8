// What the columns of the table of steps mean: their units, and which of them count something.

const units: { [column: string]: string } = {
    time: "s",
    wall_ms: "ms",
    residual: "m/s",
    imbalance: "m/s",
    fall: "m/s",
    min_distance: "m",
    kappa: "Pa",
    lag_error: "N",
    script_delay: "s",
    dissipated: "J",
};
const counts = new Set(["step", "newton_iterations", "imbalance_body", "substeps", "contacts"]);

export function columnUnit(column: string, energies: string[], all: Iterable<string> = []): string {
    if (energies.includes(column)) return "J";
    const group = columnGroup(column);
    if (group === "contact_force" || group === "reaction") return "N";
    const turns = /\.turn_[xyz]$/.test(column);
    if (group === "momentum") return turns ? "kg m²/s" : "kg m/s";
    if (group === "joint_motion") return motionUnit(column, all);
    if (group !== "") return turns ? "N m s" : "N s"; // impulses, of joints and constraints too
    return units[column] ?? "";
}

/// Hinges tell an angle and its rate, sliders a place and its.
function motionUnit(column: string, all: Iterable<string>): string {
    if (column.endsWith(".angle")) return "degrees";
    if (column.endsWith(".position")) return "m";
    return [...all].includes(column.replace(/\.speed$/, ".angle")) ? "rad/s" : "m/s";
}

/// The series that a column belongs to, or the kind of force: what stands before its first dot. Empty: a column of
/// steps.csv itself.
export function columnGroup(column: string): string {
    const dot = column.indexOf(".");
    return dot < 0 ? "" : column.slice(0, dot);
}

export function isCount(column: string): boolean {
    return counts.has(column);
}

/// "newton_iterations" as "newton iterations", "momentum.cube.turn_x" as "momentum cube turn x".
export function columnWords(column: string): string {
    return column.replaceAll("_", " ").replace(/\.(?=\D)/g, " ");
}
