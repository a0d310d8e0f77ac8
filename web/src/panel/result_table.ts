// Largest and smallest values of the last frame, and where they are.
import type { Result } from "../data/run";
import { element } from "./element";
import { quantity } from "./quantity";

export function resultTable(results: Result[]): HTMLElement {
    const rows = results.flatMap(({ quantity: name, unit, largest, smallest }) =>
        [["largest", largest] as const, ["smallest", smallest] as const].map(([which, { value, where }]) => {
            const number = element("td", { class: "number" }, quantity(value, unit === "1" ? "" : unit));
            const what = element("th", { scope: "row" }, `${which} ${name.replaceAll("_", " ")}`);
            return element("tr", {}, what, number, element("td", {}, where));
        }),
    );
    const head = ["quantity", "value", "where"].map((word) => element("th", { scope: "col" }, word));
    const top = element("thead", {}, element("tr", {}, ...head));
    return element("table", { class: "results" }, top, element("tbody", {}, ...rows));
}
