// A round distance between grid lines, 1, 2 or 5 times a power of ten, and how many fine steps divide it.

export function gridSpacing(wanted: number): { spacing: number; divisions: number } {
    const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1e-12)));
    const lead = wanted / power;
    if (lead < 2) return { spacing: power, divisions: 5 };
    if (lead < 5) return { spacing: 2 * power, divisions: 4 };
    return { spacing: 5 * power, divisions: 5 };
}
