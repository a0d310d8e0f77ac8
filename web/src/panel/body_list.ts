// The bodies of the scene: colour, name, size, and a switch that shows or hides each.
import { cssColour } from "../colour/oklab";
import { colourOf } from "../colour/palette";
import type { Body } from "../data/run";
import { element, iconButton, setIcon } from "./element";
import { icons } from "./icons";

export function bodyList(bodies: Body[], setVisible: (body: Body, visible: boolean) => void): HTMLElement {
    const rows = bodies.map((body, index) => {
        const swatch = element("i", { class: "swatch" });
        swatch.style.background = cssColour(colourOf(body, index));
        const name = element("span", { class: "name" }, body.name);
        const row = element("li", {}, swatch, name, element("small", {}, contents(body)));
        let visible = true;
        const eye = iconButton(icons.eye, `Show or hide ${body.name}`, () => {
            visible = !visible;
            setIcon(eye, visible ? icons.eye : icons.eyeOff);
            row.classList.toggle("off", !visible);
            setVisible(body, visible);
        });
        row.append(eye);
        return row;
    });
    return element("ul", { class: "bodies" }, ...rows);
}

function contents(body: Body): string {
    const count = body.pointCount.toLocaleString("en");
    return body.held.length > 0 ? `${count} points, ${body.held.length} held` : `${count} points`;
}
