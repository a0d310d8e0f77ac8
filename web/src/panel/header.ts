// The bar on top: what this is, a few facts, and the buttons that concern the whole page.
import type { Run } from "../data/run";
import { element, iconButton, setIcon } from "./element";
import { icons } from "./icons";
import type { Theme } from "./theme";

const mark =
    '<svg class="mark" viewBox="0 0 32 32" aria-label="talweg"><path d="M3 7c6 1 8 17 13 17S23 8 29 7"/>' +
    '<circle cx="16" cy="20" r="3.6"/></svg>';

export interface HeaderActions {
    screenshot(): void;
    togglePanel(): void;
}

export function header(run: Run, theme: Theme, actions: HeaderActions): HTMLElement {
    const brand = element("div", { class: "brand" });
    brand.innerHTML = mark;
    const themeButton = iconButton(icons.moon, "Light or dark", () => theme.toggle());
    theme.follow((dark) => setIcon(themeButton, dark ? icons.sun : icons.moon));
    const facts = run.facts.map(([label, value]) =>
        element("div", { class: "fact" }, element("b", {}, value), element("span", {}, label)),
    );
    return element(
        "header",
        {},
        brand,
        element("div", { class: "title" }, element("h1", {}, run.title), element("p", {}, run.description)),
        element("div", { class: "facts" }, ...facts),
        element(
            "div",
            { class: "actions" },
            iconButton(icons.camera, "Save a picture", actions.screenshot),
            themeButton,
            iconButton(icons.panel, "Show or hide the panel", actions.togglePanel),
        ),
    );
}
