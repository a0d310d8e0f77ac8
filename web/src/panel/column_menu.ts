// Any column of the table as one more plot, over time or against another column.
import { columnGroup, columnWords } from "../data/columns";
import { element } from "./element";

/// `add` gets the column and what it is plotted against; empty: time.
export function columnMenu(columns: string[], add: (column: string, against: string) => void): HTMLElement {
    const column = element("select", { "aria-label": "Plot another column" }, option("", "plot another column…"));
    const against = element("select", { "aria-label": "Against" }, option("", "over time"));
    column.append(...grouped(columns));
    against.append(...grouped(columns, "against "));
    column.addEventListener("change", () => {
        if (column.value) add(column.value, against.value);
        column.value = "";
    });
    return element("div", { class: "more-plots" }, column, against);
}

function option(value: string, text: string): HTMLElement {
    return element("option", { value }, text);
}

/// Columns of the table itself first, then each series under its name.
function grouped(columns: string[], before = ""): HTMLElement[] {
    const groups = new Map<string, HTMLElement[]>();
    for (const name of columns) {
        const group = columnGroup(name);
        const words = columnWords(group ? name.slice(group.length + 1) : name);
        groups.set(group, [...(groups.get(group) ?? []), option(name, before + words)]);
    }
    const own = groups.get("") ?? [];
    groups.delete("");
    const ofSeries = [...groups].map(([group, options]) => {
        return element("optgroup", { label: columnWords(group) }, ...options);
    });
    return [...own, ...ofSeries];
}
