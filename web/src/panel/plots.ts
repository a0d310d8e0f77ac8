// The row of plots under the picture.
import type { StepTable } from "../data/steps";
import { element } from "./element";
import { Plot } from "./plot";
import { plotList } from "./plot_list";
import type { Theme } from "./theme";

export class Plots {
    readonly root = element("section", { class: "plots" });
    private readonly plots: Plot[];

    constructor(steps: StepTable, theme: Theme, seekTime: (time: number) => void) {
        this.plots = plotList(steps).map((kind) => new Plot(kind, steps, seekTime));
        this.root.append(...this.plots.map((plot) => plot.root));
        this.root.hidden = this.plots.length === 0;
        theme.follow(() => this.refresh());
    }

    showTime(time: number): void {
        for (const plot of this.plots) plot.showTime(time);
    }

    refresh(): void {
        for (const plot of this.plots) plot.refresh();
    }
}
