// The picture of a run: stage, camera, bodies, ground or graph paper, and the legend of its colours.
import { Vector3, type Box3 } from "three";
import { Colouring } from "./colour/colouring";
import type { Run } from "./data/run";
import { sky } from "./draw/backdrop";
import { ContactView } from "./draw/contact_view";
import { Film } from "./draw/film";
import { ground } from "./draw/ground";
import { PlanarPaper } from "./draw/planar_paper";
import { savePicture } from "./draw/save_picture";
import { Stage } from "./draw/stage";
import { View } from "./draw/view";
import { World } from "./draw/world";
import { element } from "./panel/element";
import { Legend } from "./panel/legend";
import { shortNumber } from "./panel/short_number";
import type { Theme } from "./panel/theme";

export class Picture {
    readonly root = element("main", { class: "picture" });
    readonly stage: Stage;
    readonly view: View;
    readonly colouring: Colouring;
    readonly world: World;
    readonly contact: ContactView | null;
    private readonly legend: Legend;
    private readonly arrowScale = element("div", { class: "arrow-scale" });
    private readonly film: Film;
    private readonly paper: PlanarPaper | null;
    private readonly setFloor: (visible: boolean) => void;
    private scaleText = "";
    frame = 0; // shown

    constructor(
        private readonly run: Run,
        theme: Theme,
        hint: string,
        private readonly room: Box3, // what the run needs of the world
    ) {
        const names = run.bodies.map(({ name }) => name).join(", ");
        this.stage = new Stage(this.root, run.planar, `Picture of ${run.title}: ${names}`);
        this.view = new View(this.root, this.stage.canvas, run.planar);
        this.colouring = new Colouring(run.fields, () => this.show(this.frame));
        this.film = new Film(this.stage.canvas, run.title);
        this.legend = new Legend(this.colouring);
        this.world = new World(run, this.stage, this.colouring);
        const size = room.getSize(new Vector3()).length();
        this.contact = run.contacts && new ContactView(run.contacts, run.bodies, this.world, this.stage, size);
        this.paper = run.planar ? new PlanarPaper(this.stage, this.view) : null;
        this.setFloor = this.addBackground();
        this.arrowScale.hidden = true;
        this.root.append(this.legend.root, this.arrowScale, element("div", { class: "keys" }, hint));
        theme.follow((dark) => this.stage.setDark(dark));
    }

    show(frame: number): void {
        this.frame = frame;
        this.world.update(frame);
        this.contact?.update(frame);
        this.legend.update();
        this.showScale();
    }

    private showScale(): void {
        const newtons = this.contact?.scale ?? 0;
        const text = newtons > 0 ? `longest arrow ${shortNumber(newtons)} N` : "";
        if (text === this.scaleText) return;
        this.arrowScale.textContent = this.scaleText = text;
        this.arrowScale.hidden = text === "";
    }

    setGround(visible: boolean): void {
        this.setFloor(visible);
        this.stage.invalidate();
    }

    frameView(): void {
        this.view.fit(this.world.box(), true);
    }

    save(): void {
        savePicture(this.stage, this.view.camera, this.run.title);
    }

    toggleFilm(): boolean {
        this.stage.invalidate(); // the film begins with a picture also when nothing moves
        return this.film.toggle();
    }

    /// To be called when the page is laid out: frames the run and draws from then on; `tick` gets seconds passed.
    begin(tick: (seconds: number) => void): void {
        this.view.lookFrom(32, 18);
        this.view.fit(this.room, false);
        let last = performance.now();
        this.stage.renderer.setAnimationLoop((now) => {
            const seconds = Math.min(0.1, Math.max(0, now - last) / 1000);
            last = now;
            tick(seconds);
            if (this.view.controls.update(seconds)) this.stage.invalidate();
            this.paper?.update();
            this.stage.draw(this.view.camera);
        });
    }

    private addBackground(): (visible: boolean) => void {
        const { stage, paper } = this;
        if (paper) {
            stage.scene.add(paper.mesh);
            this.root.append(paper.rulers);
            return (visible) => paper.setLines(visible);
        }
        const floor = ground(this.room, stage.colours);
        stage.scene.add(sky(stage.colours), floor);
        stage.lightUp(this.room);
        return (visible) => (floor.visible = visible);
    }
}
