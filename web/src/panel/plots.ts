// The row of plots under the picture, and a menu for more. What cannot be seen, scrolled away on a small screen, is not
// drawn.
import type { StepTable } from "../data/steps";
import { columnMenu } from "./column_menu";
import { element } from "./element";
import { PhasePlot, type PhaseKind } from "./phase_plot";
import { Plot } from "./plot";
import type { PlotCard } from "./plot_card";
import { columnPlot, phaseOf, plotList, plottable, type PlotKind } from "./plot_list";
import type { Theme } from "./theme";

export interface PlotSource {
    steps: StepTable;
    kinds: PlotKind[];
    columns: string[]; // that can be added
    plotOf(column: string): PlotKind;
    phaseOf(x: string, y: string): PhaseKind;
}

export function plotsOfRun(steps: StepTable): PlotSource {
    return {
        steps,
        kinds: plotList(steps),
        columns: plottable(steps),
        plotOf: (column) => columnPlot(steps, column),
        phaseOf: (x, y) => phaseOf(steps, x, y),
    };
}

export class Plots {
    readonly root = element("section", { class: "plots", "aria-label": "Plots" });
    private readonly plots: PlotCard[];
    private readonly menu: HTMLElement;
    private visible = true;
    private time = 0;

    constructor(
        source: PlotSource,
        theme: Theme,
        private readonly seekTime: (time: number) => void,
    ) {
        this.plots = source.kinds.map((kind) => new Plot(kind, source.steps, seekTime));
        this.menu = columnMenu(source.columns, (column, against) => {
            if (against === "") this.add(source.plotOf(column), source.steps);
            else this.addPhase(source.phaseOf(against, column), source.steps);
        });
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

    /// One more plot, of any table.
    add(kind: PlotKind, table: StepTable): void {
        const plot: PlotCard = new Plot(kind, table, this.seekTime, () => this.remove(plot));
        this.put(plot);
    }

    addPhase(kind: PhaseKind, table: StepTable): void {
        const plot: PlotCard = new PhasePlot(kind, table, this.seekTime, () => this.remove(plot));
        this.put(plot);
    }

    private put(plot: PlotCard): void {
        this.plots.push(plot);
        this.menu.before(plot.root);
        plot.root.scrollIntoView({ block: "nearest", inline: "nearest" });
        plot.refresh();
        plot.showTime(this.time);
    }

    private remove(plot: PlotCard): void {
        this.plots.splice(this.plots.indexOf(plot), 1);
        plot.root.remove();
    }
}
