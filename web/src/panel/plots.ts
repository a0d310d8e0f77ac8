// The row of plots under the picture. What cannot be seen, scrolled away on a small screen, is not drawn.
import type { StepTable } from "../data/steps";
import { element } from "./element";
import { Plot } from "./plot";
import { plotList } from "./plot_list";
import type { Theme } from "./theme";

export class Plots {
    readonly root = element("section", { class: "plots" });
    private readonly plots: Plot[];
    private visible = true;
    private time = 0;

    constructor(steps: StepTable, theme: Theme, seekTime: (time: number) => void) {
        this.plots = plotList(steps).map((kind) => new Plot(kind, steps, seekTime));
        this.root.append(...this.plots.map((plot) => plot.root));
        this.root.hidden = this.plots.length === 0;
        theme.follow(() => this.refresh());
        new IntersectionObserver((entries) => {
            this.visible = entries.at(-1)!.isIntersecting;
            this.refresh();
            this.showTime(this.time);
        }).observe(this.root);
    }

    showTime(time: number): void {
        this.time = time;
        if (this.visible) for (const plot of this.plots) plot.showTime(time);
    }

    refresh(): void {
        if (this.visible) for (const plot of this.plots) plot.refresh();
    }
}
