// The picture of a run: stage, camera, bodies, ground or graph paper, and the legend of its colours.
import { Vector3, type Box3 } from "three";
import { Colouring } from "./colour/colouring";
import { chooseColours } from "./colour/palette";
import type { Run } from "./data/run";
import { sky } from "./draw/backdrop";
import { ContactShadow } from "./draw/contact_shadow";
import { ContactView } from "./draw/contact_view";
import { Film } from "./draw/film";
import { floorsOf } from "./draw/floor";
import { ground } from "./draw/ground";
import { JointView } from "./draw/joint_view";
import { nearestPoint } from "./draw/nearest_point";
import { PlanarPaper } from "./draw/planar_paper";
import { PointMarks } from "./draw/point_marks";
import { savePicture } from "./draw/save_picture";
import { Stage } from "./draw/stage";
import { View } from "./draw/view";
import { World } from "./draw/world";
import { element } from "./panel/element";
import { Legend } from "./panel/legend";
import { quantity } from "./panel/quantity";
import type { Theme } from "./panel/theme";

export class Picture {
    readonly root = element("main", { class: "picture" });
    readonly stage: Stage;
    readonly view: View;
    readonly colouring: Colouring;
    readonly world: World;
    readonly contact: ContactView | null;
    readonly joints: JointView | null;
    readonly chosen: PointMarks; // the point that is looked at
    private readonly legend: Legend;
    private readonly arrowScale = element("div", { class: "arrow-scale" });
    private readonly film: Film;
    private readonly paper: PlanarPaper | null;
    private readonly setFloor: (visible: boolean) => void;
    private scaleText = "";
    groundHeight: number | null = null; // m
    frame = 0; // shown

    constructor(
        private readonly run: Run,
        theme: Theme,
        hint: string,
        private readonly room: Box3, // what the run needs of the world
    ) {
        chooseColours(run.bodies, run.scene);
        const names = run.bodies.map(({ name }) => name).join(", ");
        this.stage = new Stage(this.root, run.planar, `Picture of ${run.title}: ${names}`);
        this.view = new View(this.root, this.stage.canvas, run.planar);
        const colourAnew = () => this.show(this.frame);
        this.colouring = new Colouring(run.fields, colourAnew, (map) => this.world.setMap(map));
        this.film = new Film(this.stage.canvas, run.title);
        this.legend = new Legend(this.colouring);
        this.world = new World(run, this.stage, this.colouring);
        const size = room.getSize(new Vector3()).length();
        this.contact = run.contacts && new ContactView(run.contacts, run.bodies, this.world, this.stage, size);
        this.joints = run.joints.length > 0 ? new JointView(run.joints, this.world, this.stage) : null;
        const mark = { colour: this.stage.colours.force, size: 13, diamond: false };
        this.chosen = new PointMarks(this.world, this.stage, mark);
        this.paper = run.planar ? new PlanarPaper(this.stage, this.view) : null;
        this.setFloor = this.addBackground();
        this.arrowScale.hidden = true;
        this.root.append(this.legend.root, this.arrowScale, element("div", { class: "keys" }, hint));
        theme.follow((dark) => this.stage.setDark(dark));
    }

    /// Whether it is of a scene that runs, whose start nobody keeps.
    get live(): boolean {
        return this.run.frames.live ?? false;
    }

    show(frame: number): void {
        this.frame = frame;
        this.world.update(frame);
        this.contact?.update(frame);
        this.joints?.update();
        this.legend.update();
        this.showScale();
    }

    private showScale(): void {
        const newtons = this.contact?.scale ?? 0;
        const text = newtons > 0 ? `longest arrow ${quantity(newtons, "N")}` : "";
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

    /// Calls back with the point that somebody clicks: presses and lets go without moving; −1: beside all of them.
    onPick(picked: (point: number) => void): void {
        const slack = 4; // pixels
        let [x, y] = [NaN, NaN];
        const onCanvas = (event: PointerEvent) => event.target === this.stage.canvas && event.button === 0;
        const down = (event: PointerEvent) => ([x, y] = onCanvas(event) ? [event.clientX, event.clientY] : [NaN, NaN]);
        this.root.addEventListener("pointerdown", down, { capture: true });
        this.root.addEventListener("pointerup", (event) => {
            if (!(Math.hypot(event.clientX - x, event.clientY - y) < slack)) return;
            const { left, top } = this.stage.canvas.getBoundingClientRect();
            picked(nearestPoint(this.world, this.view, new Set(), event.clientX - left, event.clientY - top));
        });
    }

    toggleFilm(): boolean {
        this.stage.invalidate(); // the film begins with a picture also when nothing moves
        return this.film.toggle();
    }

    /// To be called when the page is laid out: frames the run and draws from then on; `tick` gets seconds passed.
    begin(tick: (seconds: number) => void): void {
        const { azimuth, elevation, zoom, colour } = this.run.picture;
        this.view.lookFrom(azimuth, elevation);
        this.view.fit(this.room, false, zoom);
        if (colour !== this.colouring.name) this.colouring.name = colour;
        let last = performance.now();
        this.stage.renderer.setAnimationLoop((now) => {
            const seconds = Math.min(0.1, Math.max(0, now - last) / 1000);
            last = now;
            tick(seconds);
            if (this.view.controls.update(seconds)) this.stage.invalidateView();
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
        const floor = ground(this.room, stage.colours, floorsOf(this.run)[0]?.height ?? null);
        this.groundHeight = floor.position.y;
        const shadow = new ContactShadow(stage.scene, this.room, this.groundHeight, stage.colours);
        floor.attach(shadow.mesh);
        stage.prepare = () => shadow.update(stage.renderer);
        stage.scene.add(sky(stage.colours), floor);
        stage.lightUp(this.room);
        return (visible) => (floor.visible = visible);
    }
}
