// The transport bar: play, step, reset, the scrubber, time and frame, speed, loop.
import type { Frames } from "../data/run";
import { speeds, type Player } from "../player";
import { element, iconButton, setIcon } from "./element";
import { icons } from "./icons";

export class Timeline {
    readonly root: HTMLElement;
    private readonly play: HTMLButtonElement;
    private readonly scrubber: HTMLInputElement;
    private readonly clock = element("output", { class: "clock", "aria-live": "off" });
    private readonly speed: HTMLSelectElement;
    private readonly loop: HTMLButtonElement;

    constructor(
        private readonly player: Player,
        private readonly frames: Frames,
    ) {
        this.play = iconButton(icons.play, "Play or pause (space)", () => player.toggle());
        this.play.classList.add("primary");
        this.scrubber = element("input", { type: "range", min: "0", class: "scrubber", "aria-label": "Frame" });
        this.scrubber.addEventListener("input", () => {
            player.playing = false;
            player.seek(this.scrubber.valueAsNumber);
        });
        this.speed = speedMenu(player);
        this.loop = iconButton(icons.loop, "Begin again at the end", () => {
            player.loop = !player.loop;
            this.update();
        });
        this.root = element(
            "section",
            { class: "timeline", "aria-label": "Time" },
            iconButton(icons.reset, "Back to the start (R)", () => player.reset()),
            iconButton(icons.back, "One frame back (,)", () => player.step(-1)),
            this.play,
            iconButton(icons.step, "One frame on (.)", () => player.step(1)),
            this.scrubber,
            this.clock,
            this.speed,
            this.loop,
        );
        this.update();
    }

    update(): void {
        const last = this.frames.count - 1;
        setIcon(this.play, this.player.playing ? icons.pause : icons.play);
        this.scrubber.max = String(last);
        this.scrubber.value = String(this.player.frame);
        this.scrubber.setAttribute("aria-valuetext", `${this.frames.time(this.player.frame).toFixed(3)} seconds`);
        this.scrubber.style.setProperty("--done", `${(100 * this.player.frame) / Math.max(1, last)}%`);
        this.clock.textContent = `${this.frames.time(this.player.frame).toFixed(3)} s · ${this.player.frame} / ${last}`;
        this.speed.value = String(this.player.speed);
        this.loop.classList.toggle("on", this.player.loop);
    }
}

function speedMenu(player: Player): HTMLSelectElement {
    const options = speeds.map((speed) => element("option", { value: String(speed) }, `${speed}×`));
    const menu = element("select", { title: "Speed, relative to simulated time", "aria-label": "Speed" }, ...options);
    menu.addEventListener("change", () => {
        player.setSpeed(Number(menu.value));
        menu.blur();
    });
    return menu;
}
