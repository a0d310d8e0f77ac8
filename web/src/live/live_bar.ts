// The bar of a live simulation: run, pause, step, reset, how fast it shall be and how fast it is.
import { speeds } from "../player";
import { element, iconButton, setIcon } from "../panel/element";
import { icons } from "../panel/icons";
import { shortNumber } from "../panel/short_number";
import type { Connection } from "./connection";
import type { Status } from "./protocol";
import { RealTime } from "./real_time";

export class LiveBar {
    readonly root: HTMLElement;
    private readonly run: HTMLButtonElement;
    private readonly clock = element("output", { class: "clock", "aria-live": "off" });
    private readonly state = element("span", { class: "live-state" });
    private readonly pace = element("output", { class: "pace", "aria-live": "off" });
    private readonly realTime = new RealTime();
    private readonly speed: HTMLSelectElement;
    private running = true;

    constructor(private readonly connection: Connection) {
        this.run = iconButton(icons.pause, "Run or pause (space)", () => this.toggle());
        this.run.classList.add("primary");
        const options = speeds.map((speed) => element("option", { value: String(speed) }, `${speed}×`));
        this.speed = element("select", { title: "Speed, relative to the clock", "aria-label": "Speed" }, ...options);
        this.speed.addEventListener("change", () => {
            connection.send({ do: "speed", value: Number(this.speed.value) });
            this.speed.blur();
        });
        this.root = element(
            "section",
            { class: "timeline", "aria-label": "Time" },
            iconButton(icons.reset, "Back to the start (R)", () => this.reset()),
            this.run,
            iconButton(icons.step, "One step (.)", () => this.step()),
            this.state,
            this.pace,
            this.clock,
            this.speed,
        );
    }

    get playing(): boolean {
        return this.running;
    }

    toggle(): void {
        this.connection.send({ do: this.running ? "pause" : "run" });
    }

    step(): void {
        this.connection.send({ do: "step" });
    }

    reset(): void {
        this.connection.send({ do: "reset" });
    }

    showStatus(status: Status): void {
        if (!status.running) this.realTime.forget();
        this.running = status.running;
        this.pace.hidden = !status.running;
        setIcon(this.run, status.running ? icons.pause : icons.play);
        this.state.textContent = status.running ? "live" : "paused";
        this.state.classList.toggle("on", status.running);
        this.speed.value = String(status.speed);
    }

    showTime(time: number, step: number): void {
        this.clock.textContent = `${time.toFixed(2)} s · step ${step}`;
        const factor = this.running ? this.realTime.factor(performance.now() / 1000, time) : null;
        if (factor !== null) this.pace.textContent = `${shortNumber(Number(factor.toPrecision(2)))}× real time`;
    }
}
