// The page of several runs: motions beside or over each other, curves overlaid, one timeline for all.
import { Vector3 } from "three";
import type { Several } from "./data/report";
import { composeRuns, type NamedRun } from "./data/several";
import { runBox } from "./draw/bounds";
import { pointPanel, section, showStop } from "./page";
import { element } from "./panel/element";
import { Header } from "./panel/header";
import { listenToKeys } from "./panel/keys";
import { addMeasuredPlots, measuredTable } from "./panel/measured_panel";
import { options } from "./panel/options";
import { Plots } from "./panel/plots";
import { runList } from "./panel/run_list";
import { plotsOfSeveral } from "./panel/several_plots";
import type { Theme } from "./panel/theme";
import { Timeline } from "./panel/timeline";
import { Picture } from "./picture";
import { Player } from "./player";
import { exposeProbe, Probe } from "./probe";

export function showSeveralPage(app: HTMLElement, several: Several, theme: Theme): void {
    const { runs, title, notes, measured } = several;
    const all = composeRuns(runs, title, notes);
    const layOutRuns = layouts(runs, all.frames.places, all.planar);
    layOutRuns(true);
    const room = runBox(all);
    const picture = new Picture(all, theme, "space play · . step · R reset · F frame", room);
    const player = new Player(all.frames, () => showFrame());
    const timeline = new Timeline(player, all.frames);
    const plots = new Plots(plotsOfSeveral(runs, all.steps), theme, (time) => {
        player.playing = false;
        player.seekTime(time);
    });
    if (measured) addMeasuredPlots(measured, runs, plots);
    const setVisible = (run: number, visible: boolean) => {
        for (const body of all.bodies) if (body.colour === run) picture.world.setVisible(body, visible);
    };
    const arrange = (beside: boolean) => {
        layOutRuns(beside);
        picture.world.forgetStart();
        showFrame();
        picture.frameView();
    };
    const point = pointPanel(all, picture, { plot: (kind, table) => plots.add(kind, table) });
    const list = section("Runs", runList(runs, setVisible));
    const side = element("aside", { "aria-label": "Panel" }, arrangement(arrange), list, options(picture), point.root);
    if (measured) side.append(section("Measured", ...measuredTable(measured)));
    side.append(section("This page", ...all.notes.map((note) => element("p", { class: "note" }, note))));
    showStop(side, all.stop);
    const header = new Header(all, theme, {
        savePicture: () => picture.save(),
        toggleFilm: () => picture.toggleFilm(),
        togglePanel: () => app.classList.toggle("without-panel"),
    });
    document.title = `${title} – talweg`;
    app.replaceChildren(header.root, picture.root, timeline.root, plots.root, side);
    listenToKeys({
        toggle: () => player.toggle(),
        step: (frames) => player.step(frames),
        reset: () => player.reset(),
        frameView: () => picture.frameView(),
    });

    function showFrame(): void {
        picture.show(player.frame);
        point.show(player.frame);
        timeline.update();
        plots.showTime(all.frames.time(player.frame));
    }

    showFrame();
    picture.begin((seconds) => player.advance(seconds));
    exposeProbe(new Probe(all, picture, player));
}

/// Fills in where runs stand: in rows and columns, each with room for the largest, or all where they were.
function layouts(runs: NamedRun[], places: [number, number, number][], planar: boolean): (beside: boolean) => void {
    const boxes = runs.map(({ run }) => runBox(run));
    const largest = new Vector3();
    for (const box of boxes) largest.max(box.getSize(new Vector3()));
    const columns = runs.length <= 3 ? runs.length : Math.ceil(Math.sqrt(runs.length));
    const second = planar ? 1 : 2; // rows go down the page, or towards the viewer
    const [wide, high] = [1.2 * largest.x, 1.2 * largest.getComponent(second)];
    return (beside) =>
        places.forEach((place, k) => {
            place.fill(0);
            if (!beside) return;
            place[0] = (k % columns) * wide;
            place[second] = Math.floor(k / columns) * high * (planar ? -1 : 1);
        });
}

function arrangement(arrange: (beside: boolean) => void): HTMLElement {
    const choices = ["beside", "over"].map((value) => element("option", { value }, `${value} each other`));
    const select = element("select", { "aria-label": "Where runs are shown" }, ...choices);
    select.addEventListener("change", () => arrange(select.value === "beside"));
    return element("label", { class: "arrangement" }, "Runs ", select);
}
