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

export function columnUnit(column: string, energies: string[]): string {
    if (energies.includes(column)) return "J";
    if (column.startsWith("contact_force") || column.startsWith("reaction")) return "N";
    if (column.startsWith("momentum")) return "kg m/s";
    return units[column] ?? "";
}

export function isCount(column: string): boolean {
    return counts.has(column);
}

/// "newton_iterations" as "newton iterations".
export function columnWords(column: string): string {
    return column.replaceAll("_", " ");
}
