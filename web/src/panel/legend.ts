// The legend of the colour ramp: which field, its range and unit. Hidden while bodies wear their own colours.
import type { Colouring } from "../colour/colouring";
import { rampCss } from "../colour/ramp";
import { element } from "./element";
import { scaleFor, tick } from "./quantity";

export class Legend {
    readonly root: HTMLElement;
    private readonly title = element("div", { class: "legend-title" });
    private shown = "";
    private readonly ticks = element("div", { class: "legend-ticks" });

    constructor(private readonly colouring: Colouring) {
        const bar = element("div", { class: "legend-bar" });
        bar.style.background = rampCss();
        const what = { type: "button", class: "range", title: "Choose the ends of the colours" };
        const change = element("button", what, "range");
        change.addEventListener("click", () => this.ask());
        this.root = element("div", { class: "legend" }, this.title, bar, this.ticks, change);
        this.update();
    }

    /// Two numbers in the field's unit; nothing: as the field chooses.
    private ask(): void {
        const { unit } = this.colouring.field!;
        const question = `Low and high end of the colours in ${unit}, such as 0, 2e6; empty: by percentiles`;
        const text = window.prompt(question, "");
        if (text === null) return;
        const numbers = text.split(/[,;\s]+/).filter((word) => word !== "").map(Number);
        const [low, high] = numbers;
        if (numbers.length === 0) this.colouring.setRange(null);
        else if (numbers.length === 2 && low! < high!) this.colouring.setRange([low!, high!]);
        else window.alert("Two numbers are needed, the first less than the second.");
    }

    update(): void {
        const field = this.colouring.field;
        this.root.hidden = field === null;
        if (!field) return;
        const [low, high] = this.colouring.range;
        const scale = scaleFor(Math.max(Math.abs(low), Math.abs(high)), field.unit);
        const texts = [low, (low + high) / 2, high].map((value) => tick(value, scale));
        const state = [field.name, scale.unit, ...texts].join();
        if (state === this.shown) return;
        this.shown = state;
        this.title.textContent = `${field.name} (${scale.unit})`;
        this.ticks.replaceChildren(...texts.map((text) => element("span", {}, text)));
    }
}
