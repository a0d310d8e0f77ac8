// The runs of a page of several: colour, name, how each ended, and a switch that shows or hides it.
import { cssColour } from "../colour/oklab";
import { bodyColour } from "../colour/palette";
import type { NamedRun } from "../data/several";
import { element, iconButton, setIcon } from "./element";
import { icons } from "./icons";

export function runList(runs: NamedRun[], setVisible: (run: number, visible: boolean) => void): HTMLElement {
    const rows = runs.map(({ name, run }, k) => {
        const swatch = element("i", { class: "swatch" });
        swatch.style.background = cssColour(bodyColour(k));
        const ended = run.facts.find(([label]) => label === "ended")?.[1] ?? "";
        const row = element("li", {}, swatch, element("span", { class: "name" }, name), element("small", {}, ended));
        let visible = true;
        const eye = iconButton(icons.eye, `Show or hide ${name}`, () => {
            visible = !visible;
            setIcon(eye, visible ? icons.eye : icons.eyeOff);
            row.classList.toggle("off", !visible);
            setVisible(k, visible);
        });
        row.append(eye);
        return row;
    });
    return element("ul", { class: "bodies" }, ...rows);
}
