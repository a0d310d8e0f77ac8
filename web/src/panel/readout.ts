// The numbers under the pointer, beside it in a plot's card.
import { element } from "./element";

export class Readout {
    readonly root = element("div", { class: "readout", "aria-hidden": "true" });

    constructor() {
        this.hide();
    }

    hide(): void {
        this.root.hidden = true;
    }

    show(lines: string[], card: HTMLElement, clientX: number): void {
        this.root.hidden = false;
        this.root.replaceChildren(...lines.map((line) => element("div", {}, line)));
        const { left, width } = card.getBoundingClientRect();
        const x = clientX - left;
        this.root.style.left = x < width / 2 ? `${x + 12}px` : "auto";
        this.root.style.right = x < width / 2 ? "auto" : `${width - x + 12}px`;
    }
}
