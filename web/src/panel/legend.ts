// The legend of the colour ramp: which field, its range and unit. Hidden while bodies wear their own colours.
import type { Colouring } from "../colour/colouring";
import { rampCss } from "../colour/ramp";
import { element } from "./element";
import { shortNumber } from "./short_number";

export class Legend {
    readonly root: HTMLElement;
    private readonly title = element("div", { class: "legend-title" });
    private shown = "";
    private readonly ticks = element("div", { class: "legend-ticks" });

    constructor(private readonly colouring: Colouring) {
        const bar = element("div", { class: "legend-bar" });
        bar.style.background = rampCss();
        this.root = element("div", { class: "legend" }, this.title, bar, this.ticks);
        this.update();
    }

    update(): void {
        const field = this.colouring.field;
        this.root.hidden = field === null;
        if (!field) return;
        const [low, high] = this.colouring.range;
        const texts = [low, (low + high) / 2, high].map(shortNumber);
        const state = [field.name, ...texts].join();
        if (state === this.shown) return;
        this.shown = state;
        this.title.textContent = `${field.name} (${field.unit})`;
        this.ticks.replaceChildren(...texts.map((text) => element("span", {}, text)));
    }
}
