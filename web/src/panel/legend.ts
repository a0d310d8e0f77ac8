// The legend of the colour ramp: which field, its range and unit. Hidden while bodies wear their own colours.
import { scopes, type Colouring } from "../colour/colouring";
import { mapNames, rampCss } from "../colour/ramp";
import { element } from "./element";
import { scaleFor, tick } from "./quantity";

export class Legend {
    readonly root: HTMLElement;
    private readonly title = element("div", { class: "legend-title" });
    private readonly bar = element("div", { class: "legend-bar" });
    private shown = "";
    private readonly ticks = element("div", { class: "legend-ticks" });

    constructor(private readonly colouring: Colouring) {
        const what = { type: "button", class: "range", title: "Choose the ends of the colours" };
        const change = element("button", what, "range");
        change.addEventListener("click", () => this.ask());
        const ends = "What the ends of the colours are taken from";
        const scope = choice(ends, scopes, (chosen) => (colouring.scope = chosen));
        const map = choice("Colour map", mapNames, (chosen) => (colouring.map = chosen));
        const tools = element("div", { class: "legend-tools" }, change, scope, map);
        this.root = element("div", { class: "legend" }, this.title, this.bar, this.ticks, tools);
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
        const state = [field.name, scale.unit, this.colouring.map, ...texts].join();
        if (state === this.shown) return;
        this.shown = state;
        this.bar.style.background = rampCss(this.colouring.map);
        const unit = scale.unit === "" || scale.unit === "1" ? "" : ` (${scale.unit})`;
        this.title.textContent = field.name + unit;
        this.ticks.replaceChildren(...texts.map((text) => element("span", {}, text)));
    }
}

function choice<Name extends string>(label: string, names: readonly Name[], choose: (name: Name) => void): HTMLElement {
    const options = names.map((name) => element("option", { value: name }, name));
    const select = element("select", { "aria-label": label, title: label }, ...options);
    select.addEventListener("change", () => choose(select.value as Name));
    return select;
}
