// The page of a recorded run: the timeline moves, everything follows. The run may still grow while it is watched.
import type { Run } from "./data/run";
import { runBox } from "./draw/bounds";
import { contactList, layOut, pointPanel } from "./page";
import type { Header } from "./panel/header";
import { listenToKeys } from "./panel/keys";
import { Plots, plotsOfRun } from "./panel/plots";
import type { Theme } from "./panel/theme";
import { Timeline } from "./panel/timeline";
import { Picture } from "./picture";
import { Player } from "./player";
import { exposeProbe, Probe } from "./probe";

export interface RecordedPage {
    header: Header;
    /// There are more frames than before.
    grow(): void;
    /// More is known of the frames there are.
    refresh(): void;
}

export function showRecordedPage(app: HTMLElement, run: Run, theme: Theme): RecordedPage {
    const room = runBox(run);
    const picture = new Picture(run, theme, "space play · . step · R reset · F frame", room);
    const player = new Player(run.frames, () => showFrame());
    const timeline = new Timeline(player, run.frames);
    const plots = new Plots(plotsOfRun(run.steps), theme, (time) => {
        player.playing = false;
        player.seekTime(time);
    });
    const touching = contactList(run, picture, true);
    const point = pointPanel(run, picture, { plot: (kind, table) => plots.add(kind, table) });
    const parts = { bar: timeline.root, plots: plots.root, panel: [], point, touching };
    const header = layOut(app, run, picture, theme, parts);
    listenToKeys({
        toggle: () => player.toggle(),
        step: (frames) => player.step(frames),
        reset: () => player.reset(),
        frameView: () => picture.frameView(),
    });

    function showFrame(): void {
        picture.show(player.frame);
        touching?.update(player.frame);
        point.show(player.frame);
        timeline.update();
        plots.showTime(run.frames.time(player.frame));
    }

    player.open(run.opening);
    picture.begin((seconds) => player.advance(seconds));
    exposeProbe(new Probe(run, picture, player));
    return {
        header,
        grow: () => {
            timeline.update();
            plots.refresh();
        },
        refresh: showFrame,
    };
}
