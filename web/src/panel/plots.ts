// The row of plots under the picture, and a menu for more. What cannot be seen, scrolled away on a small screen, is not
// drawn.
import { columnWords } from "../data/columns";
import type { StepTable } from "../data/steps";
import { element } from "./element";
import { Plot } from "./plot";
import { columnPlot, plotList, plottable, type PlotKind } from "./plot_list";
import type { Theme } from "./theme";

export interface PlotSource {
    steps: StepTable;
    kinds: PlotKind[];
    columns: string[]; // that can be added
    plotOf(column: string): PlotKind;
}

export function plotsOfRun(steps: StepTable): PlotSource {
    return { steps, kinds: plotList(steps), columns: plottable(steps), plotOf: (column) => columnPlot(steps, column) };
}

export class Plots {
    readonly root = element("section", { class: "plots", "aria-label": "Plots" });
    private readonly plots: Plot[];
    private readonly menu: HTMLElement;
    private visible = true;
    private time = 0;

    constructor(
        private readonly source: PlotSource,
        theme: Theme,
        private readonly seekTime: (time: number) => void,
    ) {
        this.plots = source.kinds.map((kind) => new Plot(kind, source.steps, seekTime));
        this.menu = this.columnMenu();
        this.root.append(...this.plots.map((plot) => plot.root), this.menu);
        this.root.hidden = source.columns.length === 0;
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

    private add(column: string): void {
        const plot = new Plot(this.source.plotOf(column), this.source.steps, this.seekTime);
        this.plots.push(plot);
        this.menu.before(plot.root);
        plot.refresh();
        plot.showTime(this.time);
    }

    /// Any column of the table as one more plot.
    private columnMenu(): HTMLElement {
        const first = element("option", { value: "" }, "plot another column…");
        const options = this.source.columns.map((name) => element("option", { value: name }, columnWords(name)));
        const select = element("select", { "aria-label": "Plot another column" }, first, ...options);
        select.addEventListener("change", () => {
            if (select.value) this.add(select.value);
            select.value = "";
        });
        return element("div", { class: "more-plots" }, select);
    }
}
