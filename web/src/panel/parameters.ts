// The scene as it was run, every parameter with its value and unit, nested as in the file.
import type { Json, JsonObject, Run } from "../data/run";
import { unitFor } from "../data/unit_words";
import { element } from "./element";
import { fourDigits, quantity } from "./quantity";

const elsewhere = new Set(["title", "description", "$schema"]);

export function parameters({ scene, units, bodies, planar }: Run): HTMLElement {
    const unitOf = (path: string) => unitFor(units[path] ?? "", path, bodies, planar);
    const entries = Object.entries(scene).filter(([key]) => !elsewhere.has(key));
    const rows = entries.map(([key, value]) => parameter(key, value, key, true, unitOf));
    return element("div", { class: "parameters" }, ...rows);
}

function parameter(
    key: string, value: Json, path: string, open: boolean, unitOf: (path: string) => string,
): HTMLElement {
    const flat = oneLine(value, unitOf(path));
    if (flat !== null) {
        const number = element("b", { title: JSON.stringify(value) }, flat); // with all its digits
        return element("div", { class: "parameter" }, element("span", {}, key), number);
    }
    const children = Array.isArray(value)
        ? value.map((child, i) => parameter(childName(child, i), child, `${path}[${i}]`, value.length === 1, unitOf))
        : Object.entries(value as JsonObject).map(([name, child]) =>
              parameter(name, child, `${path}.${name}`, false, unitOf),
          );
    const details = element("details", {}, element("summary", {}, key), ...children);
    details.open = open;
    return details;
}

/// Lists of bodies and energies are easier to find by name or type than by number.
function childName(child: Json, index: number): string {
    const object = (child ?? {}) as JsonObject;
    return String(object["name"] ?? object["type"] ?? object["measure"] ?? index);
}

/// Four digits; whole numbers that are no quantities with all of theirs.
function numberText(value: number, unit: string): string {
    if (unit) return quantity(value, unit);
    return Number.isInteger(value) && Math.abs(value) < 1e9 ? String(value).replace("-", "\u2212") : fourDigits(value);
}

function oneLine(value: Json, unit: string): string | null {
    if (typeof value === "number") return numberText(value, unit);
    if (value === null || typeof value !== "object") return String(value);
    const list = Array.isArray(value) ? value : null;
    if (!list || list.length > 6 || list.some((item) => item !== null && typeof item === "object")) return null;
    if (list.length === 0) return "none";
    const texts = list.map((item) => oneLine(item, "")).join(", ");
    return unit && list.some((item) => typeof item === "number") ? `${texts} ${unit}` : texts;
}
