// The bar on top: what this is, a few facts, and the buttons that concern the whole page.
import type { Fact, Run } from "../data/run";
import { element, iconButton, setIcon } from "./element";
import { icons } from "./icons";
import type { Theme } from "./theme";

const mark =
    '<svg class="mark" viewBox="0 0 32 32" aria-label="talweg"><path d="M3 7c6 1 8 17 13 17S23 8 29 7"/>' +
    '<circle cx="16" cy="20" r="3.6"/></svg>';

export interface HeaderActions {
    savePicture(): void;
    /// Begins to film, or ends it and saves the film; tells which.
    toggleFilm(): boolean;
    togglePanel(): void;
}

export class Header {
    readonly root: HTMLElement;
    private readonly facts = element("div", { class: "facts" });

    constructor(run: Run, theme: Theme, actions: HeaderActions) {
        const brand = element("div", { class: "brand" });
        brand.innerHTML = mark;
        const themeButton = iconButton(icons.moon, "Light or dark", () => theme.toggle());
        theme.follow((dark) => setIcon(themeButton, dark ? icons.sun : icons.moon));
        const film = iconButton(icons.film, "Film the picture; again to save the film", () =>
            film.classList.toggle("filming", actions.toggleFilm()),
        );
        const words = [element("h1", {}, run.title), element("p", {}, run.description)];
        const title = element("div", { class: "title" }, ...words);
        const buttons = [
            iconButton(icons.camera, "Save a picture", actions.savePicture),
            film,
            themeButton,
            iconButton(icons.panel, "Show or hide the panel", actions.togglePanel),
        ];
        this.root = element("header", {}, brand, title, this.facts, element("div", { class: "actions" }, ...buttons));
        this.showFacts(run.facts);
    }

    showFacts(facts: Fact[]): void {
        const rows = facts.map(([label, value]) =>
            element("div", { class: "fact" }, element("b", {}, value), element("span", {}, label)),
        );
        this.facts.replaceChildren(...rows);
    }
}
