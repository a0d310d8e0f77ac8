// The page around a run: header, picture, bar with the controls of time, plots, panel. What time is, recorded or live,
// is the business of those who fill it: recorded_page.ts and live/live_page.ts.
import type { Run } from "./data/run";
import { bodyList } from "./panel/body_list";
import { ContactList } from "./panel/contact_list";
import { element } from "./panel/element";
import { Header } from "./panel/header";
import { options } from "./panel/options";
import { parameters } from "./panel/parameters";
import { PointPanel, type PointActions } from "./panel/point_panel";
import { resultTable } from "./panel/result_table";
import type { Theme } from "./panel/theme";
import type { Picture } from "./picture";

export interface PageParts {
    bar: HTMLElement; // under the picture
    plots: HTMLElement;
    panel: HTMLElement[]; // more sections for the panel, before the options of the view
    point: PointPanel;
    touching: ContactList | null;
}

export function layOut(app: HTMLElement, run: Run, picture: Picture, theme: Theme, parts: PageParts): Header {
    document.title = `${run.title} – talweg`;
    const side = element(
        "aside",
        { "aria-label": "Panel" },
        ...parts.panel,
        options(picture),
        parts.point.root,
        ...(parts.touching ? [parts.touching.root] : []),
        ...(run.results.length > 0 ? [section("Results", resultTable(run.results))] : []),
        section("Bodies", bodyList(run.bodies, (body, visible) => picture.world.setVisible(body, visible))),
        section("Scene", parameters(run)),
    );
    if (run.notes.length > 0)
        side.append(section("This page", ...run.notes.map((note) => element("p", { class: "note" }, note))));
    showStop(side, run.stop);
    const header = new Header(run, theme, {
        savePicture: () => picture.save(),
        toggleFilm: () => picture.toggleFilm(),
        togglePanel: () => app.classList.toggle("without-panel"),
    });
    app.replaceChildren(header.root, picture.root, parts.bar, parts.plots, side);
    return header;
}

/// Why the run stopped and what to do about it, above all else in the panel; nothing: it did not.
export function showStop(side: HTMLElement, text: string): void {
    if (side.querySelector(".stop")?.textContent === text) return;
    side.querySelector(".stop")?.remove();
    if (text) side.prepend(element("p", { class: "stop", role: "alert" }, text));
}

/// The point that is clicked in the picture; the plots take its curves.
export function pointPanel(run: Run, picture: Picture, actions: Omit<PointActions, "mark">): PointPanel {
    const mark = (point: number) => picture.chosen.set(point < 0 ? [] : [point]);
    const panel = new PointPanel(run, { ...actions, mark });
    picture.onPick((point) => panel.select(point));
    return panel;
}

/// What touches, where the run knows it.
export function contactList(run: Run, picture: Picture, open: boolean): ContactList | null {
    if (!run.contacts) return null;
    return new ContactList(run.contacts, run.bodies, (pair) => picture.contact!.mark(pair), open);
}

export function section(title: string, ...children: HTMLElement[]): HTMLElement {
    const details = element("details", { class: "section" }, element("summary", {}, title), ...children);
    details.open = true;
    return details;
}
