// The scene as it was run, every parameter with its value, nested as in the file.
import type { Json, JsonObject } from "../data/run";
import { element } from "./element";
import { shortNumber } from "./short_number";

const elsewhere = new Set(["title", "description", "$schema"]);

export function parameters(scene: JsonObject): HTMLElement {
    const entries = Object.entries(scene).filter(([key]) => !elsewhere.has(key));
    return element("div", { class: "parameters" }, ...entries.map(([key, value]) => parameter(key, value, true)));
}

function parameter(key: string, value: Json, open: boolean): HTMLElement {
    const flat = oneLine(value);
    if (flat !== null) return element("div", { class: "parameter" }, element("span", {}, key), element("b", {}, flat));
    const children = Array.isArray(value)
        ? value.map((child, index) => parameter(childName(child, index), child, value.length === 1))
        : Object.entries(value as JsonObject).map(([name, child]) => parameter(name, child, false));
    const details = element("details", {}, element("summary", {}, key), ...children);
    details.open = open;
    return details;
}

/// Lists of bodies and energies are easier to find by name or type than by number.
function childName(child: Json, index: number): string {
    const object = (child ?? {}) as JsonObject;
    return String(object["name"] ?? object["type"] ?? object["measure"] ?? index);
}

function oneLine(value: Json): string | null {
    if (typeof value === "number") return shortNumber(value);
    if (value === null || typeof value !== "object") return String(value);
    const list = Array.isArray(value) ? value : null;
    if (!list || list.length > 6 || list.some((item) => item !== null && typeof item === "object")) return null;
    return list.length === 0 ? "none" : list.map(oneLine).join(", ");
}
