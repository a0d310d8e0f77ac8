// Points that hands hold still: the chosen one is pinned where it is, or let go, by a button or by P.
import { PointMarks } from "../draw/point_marks";
import { element } from "../panel/element";
import type { PointPanel } from "../panel/point_panel";
import type { Picture } from "../picture";
import type { Connection } from "./connection";

export class Pins {
    private pinned: number[] = [];
    private readonly marks: PointMarks;
    private readonly button = element("button", { type: "button", class: "plain" }, "pin");
    private readonly all = element("button", { type: "button", class: "plain" }, "release all");

    constructor(
        picture: Picture,
        private readonly panel: PointPanel,
        private readonly connection: Connection,
    ) {
        const { stage, world } = picture;
        this.marks = new PointMarks(world, stage, { colour: stage.colours.pin, size: 13, diamond: true });
        this.button.addEventListener("click", () => this.toggle());
        this.all.addEventListener("click", () => this.releaseAll());
        panel.addTool(this.button);
        panel.addTool(this.all);
        panel.onChange = () => this.name();
        this.show([]);
    }

    toggle(): void {
        const { point } = this.panel;
        if (point >= 0) this.connection.send({ do: this.pinned.includes(point) ? "unpin" : "pin", point });
    }

    show(points: number[]): void {
        this.pinned = points;
        this.marks.set(points);
        this.name();
    }

    private releaseAll(): void {
        for (const point of this.pinned) this.connection.send({ do: "unpin", point });
    }

    private name(): void {
        this.button.textContent = this.pinned.includes(this.panel.point) ? "release (P)" : "pin (P)";
        this.all.hidden = this.pinned.length === 0;
        this.all.textContent = `release all ${this.pinned.length}`;
    }
}
