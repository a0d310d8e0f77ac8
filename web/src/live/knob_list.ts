// Sliders for what can be changed while the simulation runs. A slider of a logarithmic knob moves by factors.
import type { Body } from "../data/run";
import { unitFor } from "../data/unit_words";
import { element } from "../panel/element";
import { fourDigits, quantity, scaleFor } from "../panel/quantity";
import type { Connection } from "./connection";
import type { Knob } from "./protocol";

const ticks = 1000;
const fewBodies = 2;

export class KnobList {
    readonly root: HTMLElement;
    private readonly rows: KnobRow[];

    constructor(knobs: Knob[], bodies: Body[], planar: boolean, connection: Connection) {
        const turn = (knob: number) => (value: number) => connection.send({ do: "set", knob, value });
        this.rows = knobs.map((knob, index) => {
            return new KnobRow(knob, unitFor(knob.unit, knob.path, bodies, planar), turn(index));
        });
        this.root = element("div", { class: "knobs" }, ...grouped(this.rows, bodies));
    }

    show(values: number[]): void {
        this.rows.forEach((row, i) => row.show(values[i]!));
    }
}

/// Sliders of many bodies would fill the panel: each body then has its own drawer.
function grouped(rows: KnobRow[], bodies: Body[]): HTMLElement[] {
    const bodyOf = (row: KnobRow) => Number(/^bodies\[(\d+)\]/.exec(row.knob.path)?.[1] ?? -1);
    if (new Set(rows.map(bodyOf)).size <= 1 + fewBodies) return rows.map((row) => row.root);
    const drawers = bodies.map((body, index) => {
        const own = rows.filter((row) => bodyOf(row) === index).map((row) => row.root);
        return element("details", { class: "drawer" }, element("summary", {}, body.name), ...own);
    });
    const ofAll = rows.filter((row) => bodyOf(row) < 0).map((row) => row.root);
    return [...ofAll, ...drawers.filter((drawer) => drawer.childElementCount > 1)];
}

class KnobRow {
    readonly root: HTMLElement;
    private readonly slider: HTMLInputElement;
    private readonly text = element("b");
    private readonly unitText = element("small");

    constructor(
        readonly knob: Knob,
        private readonly unit: string,
        turn: (value: number) => void,
    ) {
        this.slider = element("input", { type: "range", min: "0", max: String(ticks), class: "scrubber" });
        this.slider.setAttribute("aria-label", knob.label);
        this.slider.addEventListener("input", () => turn(this.valueAt(this.slider.valueAsNumber / ticks)));
        const label = element("span", {}, knob.label);
        this.root = element("label", { class: "knob" }, label, this.text, this.unitText, this.slider);
        this.root.title = knob.unit;
        this.show(knob.value);
    }

    show(value: number): void {
        const { factor, unit } = scaleFor(value, this.unit);
        this.text.textContent = fourDigits(value / factor);
        this.unitText.textContent = unit;
        this.slider.setAttribute("aria-valuetext", quantity(value, this.unit));
        const place = this.placeOf(value);
        this.slider.style.setProperty("--done", `${100 * place}%`);
        if (document.activeElement !== this.slider) this.slider.value = String(Math.round(ticks * place));
    }

    private valueAt(place: number): number {
        const { low, high, logarithmic } = this.knob;
        return logarithmic ? low * (high / low) ** place : low + (high - low) * place;
    }

    private placeOf(value: number): number {
        const { low, high, logarithmic } = this.knob;
        return logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    }
}
