// A point somebody has clicked, or named by its number: what it is part of, its numbers now, and a plot of them.
import { PointValues } from "../data/point_values";
import type { Body, Run } from "../data/run";
import { element } from "./element";
import type { PlotKind } from "./plot_list";
import { quantity } from "./quantity";
import type { StepTable } from "../data/steps";

const mostValues = 40e6; // numbers of all fields and frames, of those that have to be fetched

export interface PointActions {
    mark(point: number): void; // −1: none
    plot(kind: PlotKind, table: StepTable): void;
    /// A quantity of a point over time, where the run does not hold it from the start.
    history?(point: number, name: string): StepTable;
}

export class PointPanel {
    readonly root: HTMLDetailsElement;
    point = -1;
    onChange: () => void = () => {};
    private readonly number: HTMLInputElement;
    private readonly rows = element("tbody");
    private readonly table: HTMLElement;
    private readonly what = element("p", { class: "note" }, "Click a point, or write its number.");
    private readonly choice = element("select", { "aria-label": "Quantity of the point to plot" });
    private readonly tools = element("div", { class: "point-tools" });
    private readonly values: PointValues;
    private frame = 0;

    constructor(
        private readonly run: Run,
        private readonly actions: PointActions,
    ) {
        this.values = new PointValues(run);
        const last = String(run.pointCount - 1);
        this.number = element("input", { type: "number", min: "0", max: last, "aria-label": "Number of the point" });
        this.number.addEventListener("change", () => {
            const point = this.number.valueAsNumber;
            this.select(Number.isInteger(point) && point >= 0 && point < run.pointCount ? point : -1);
        });
        this.table = element("table", { class: "results" }, this.rows);
        const line = element("label", { class: "point-number" }, "number ", this.number);
        this.root = element("details", { class: "section point" }, element("summary", {}, "Point"), line, this.what);
        this.tools.append(this.choice, this.plotButton());
        this.root.append(this.table, this.tools);
        this.root.addEventListener("toggle", () => this.show(this.frame));
        this.select(-1);
    }

    /// Buttons for what else can be done with a point.
    addTool(button: HTMLElement): void {
        this.tools.append(button);
    }

    select(point: number): void {
        if (point >= 0 && this.point < 0) this.look(true);
        if (point < 0 && this.point >= 0) this.look(false);
        this.point = point;
        this.number.value = point < 0 ? "" : String(point);
        this.table.hidden = this.tools.hidden = point < 0;
        if (point >= 0) this.root.open = true;
        const body = this.run.bodies.find((one) => contains(one, point));
        this.what.textContent = body
            ? `Point ${point - body.firstPoint} of ${body.name}`
            : "Click a point, or write its number.";
        this.actions.mark(point);
        this.onChange();
        this.fillChoice();
        this.show(this.frame);
    }

    show(frame: number): void {
        this.frame = frame;
        if (this.point < 0 || !this.root.open) return;
        const rows = this.values.at(this.point, frame).map(({ name, unit, value }) => {
            const text = Number.isFinite(value) ? quantity(value, unit) : "–";
            return element(
                "tr", {}, element("th", { scope: "row" }, name), element("td", { class: "number" }, text),
            );
        });
        this.rows.replaceChildren(...rows);
    }

    /// The number of a quantity of a point in a frame.
    value(point: number, name: string, frame: number): number {
        return this.values.at(point, frame).find((value) => value.name === name)?.value ?? NaN;
    }

    private fillChoice(): void {
        if (this.point < 0 || this.choice.childElementCount > 0) return;
        const names = this.values.at(this.point, this.frame).map(({ name }) => name);
        this.choice.append(...names.map((name) => element("option", { value: name }, name)));
        this.choice.value = names.includes("displacement") ? "displacement" : names[0]!;
    }

    private plotButton(): HTMLElement {
        const button = element("button", { type: "button", class: "plain" }, "plot over time");
        button.addEventListener("click", () => {
            const name = this.choice.value;
            const unit = this.values.at(this.point, this.frame).find((value) => value.name === name)!.unit;
            const title = `${name} of point ${this.point}`;
            const kind = { title, unit, curves: [{ column: name, label: "", hue: 42 }] };
            const { history } = this.actions;
            this.actions.plot(kind, history?.(this.point, name) ?? this.values.history(this.point, name));
        });
        return button;
    }

    /// What has to be fetched is fetched while a point is chosen, unless it is very much.
    private look(on: boolean): void {
        const { contacts, fields, frames, pointCount } = this.run;
        contacts?.look(on);
        if (frames.live || frames.count * pointCount * fields.length > mostValues) return;
        for (const field of fields) if (!field.name.startsWith("contact")) field.watch?.(on);
    }
}

function contains({ firstPoint, pointCount }: Body, point: number): boolean {
    return point >= firstPoint && point < firstPoint + pointCount;
}
