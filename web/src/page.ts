// The page put together: picture, timeline, plots and panel around one run.
import * as THREE from "three";
import { Colouring } from "./colour/colouring";
import type { Run } from "./data/run";
import { sky } from "./draw/backdrop";
import { runBox } from "./draw/bounds";
import { ground } from "./draw/ground";
import { PlanarPaper } from "./draw/planar_paper";
import { savePicture } from "./draw/save_picture";
import { Stage } from "./draw/stage";
import { View } from "./draw/view";
import { World } from "./draw/world";
import { bodyList } from "./panel/body_list";
import { element } from "./panel/element";
import { header } from "./panel/header";
import { listenToKeys } from "./panel/keys";
import { Legend } from "./panel/legend";
import { options } from "./panel/options";
import { parameters } from "./panel/parameters";
import { Plots } from "./panel/plots";
import type { Theme } from "./panel/theme";
import { Timeline } from "./panel/timeline";
import { Player } from "./player";
import { exposeProbe } from "./probe";

export function showPage(app: HTMLElement, run: Run, theme: Theme): void {
    document.title = `${run.title} – talweg`;
    const picture = element("main", { class: "picture" });
    const side = element("aside");
    app.replaceChildren();

    const stage = new Stage(picture, run.planar);
    const view = new View(picture, stage.canvas, run.planar);
    const colouring = new Colouring(run.fields, () => {
        legend.update();
        showFrame();
    });
    const legend = new Legend(colouring);
    const player = new Player(run.frames, () => showFrame());
    const world = new World(run, stage, colouring);
    const timeline = new Timeline(player, run.frames);
    const plots = new Plots(run.steps, theme, (time) => {
        player.playing = false;
        player.seekTime(time);
    });

    const box = runBox(run.frames, run.bodies, run.pointCount);
    const paper = run.planar ? new PlanarPaper(stage, view) : null;
    const floor = run.planar ? null : ground(box, stage.colours);
    stage.scene.add(paper ? paper.mesh : sky(stage.colours));
    if (floor) stage.scene.add(floor);
    if (paper) picture.append(paper.rulers);
    stage.lightUp(box);

    const frameView = () => view.fit(world.box(), true);
    const actions = {
        screenshot: () => savePicture(stage, view.camera, run.title),
        togglePanel: () => app.classList.toggle("without-panel"),
        setGround(visible: boolean) {
            if (floor) floor.visible = visible;
            paper?.setLines(visible);
            stage.invalidate();
        },
        frameView,
    };
    side.append(
        options(world, colouring, actions),
        section("Bodies", bodyList(run.bodies, (body, visible) => world.setVisible(body, visible))),
        section("Scene", parameters(run.scene)),
        section("This page", ...run.notes.map((note) => element("p", { class: "note" }, note))),
    );
    picture.append(legend.root, element("div", { class: "keys" }, "space play · . step · R reset · F frame"));
    app.append(header(run, theme, actions), picture, timeline.root, plots.root, side);
    theme.follow((dark) => stage.setDark(dark));
    listenToKeys({
        toggle: () => player.toggle(),
        step: (frames) => player.step(frames),
        reset: () => player.reset(),
        frameView,
    });

    function showFrame(): void {
        world.update(player.frame);
        timeline.update();
        plots.showTime(run.frames.time(player.frame));
    }

    view.lookFrom(32, 18);
    view.fit(box, false);
    showFrame();
    const clock = new THREE.Clock();
    stage.renderer.setAnimationLoop(() => {
        const seconds = Math.min(0.1, clock.getDelta());
        player.advance(seconds);
        if (view.controls.update(seconds)) stage.invalidate();
        paper?.update();
        stage.draw(view.camera);
    });
    exposeProbe({ run, player, world, view, colouring, stage });
}

function section(title: string, ...children: HTMLElement[]): HTMLElement {
    const details = element("details", { class: "section" }, element("summary", {}, title), ...children);
    details.open = true;
    return details;
}
