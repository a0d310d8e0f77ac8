// How firm the hand is, how steps are taken, and the scene as it has been tuned, to be kept.
import type { JsonObject } from "../data/run";
import { tunedScene } from "../data/tuned_scene";
import { saveFile } from "../draw/save_file";
import { element } from "../panel/element";
import { fourDigits } from "../panel/quantity";
import type { Connection } from "./connection";
import type { Hello, Status } from "./protocol";

const [weakest, strongest] = [0.01, 100];

export class HandSettings {
    readonly root: HTMLElement;
    private readonly strength: HTMLInputElement;
    private readonly strengthText = element("b");
    private readonly integrator: HTMLSelectElement;
    private status: Status | null = null;

    constructor(
        private readonly hello: Hello,
        connection: Connection,
    ) {
        this.strength = element("input", { type: "range", min: "0", max: "100", class: "scrubber" });
        this.strength.setAttribute("aria-label", "strength of the hand");
        const value = () => weakest * (strongest / weakest) ** (this.strength.valueAsNumber / 100);
        this.strength.addEventListener("input", () => connection.send({ do: "strength", value: value() }));
        const hand = element("label", { class: "knob" }, element("span", {}, "strength of the hand"));
        hand.append(this.strengthText, element("small", {}, "×"), this.strength);

        const names = (hello.integrators ?? []).map((name) => element("option", { value: name }, words(name)));
        this.integrator = element("select", { "aria-label": "Integrator" }, ...names);
        this.integrator.addEventListener("change", () => {
            connection.send({ do: "integrator", name: this.integrator.value });
        });
        const method = element("label", { class: "hand" }, "integrator ", this.integrator);

        const save = element("button", { type: "button", class: "plain" }, "save as a scene");
        save.title = "The scene with its sliders and integrator as they are now, for talweg run";
        save.addEventListener("click", () => this.save());
        this.root = element("div", {}, hand, method, save);
    }

    show(status: Status): void {
        this.status = status;
        const place = Math.log(status.strength / weakest) / Math.log(strongest / weakest);
        this.strength.style.setProperty("--done", `${100 * place}%`);
        if (document.activeElement !== this.strength) this.strength.value = String(Math.round(100 * place));
        this.strengthText.textContent = fourDigits(Number(status.strength.toPrecision(2)));
        this.strength.setAttribute("aria-valuetext", `${this.strengthText.textContent} times the usual one`);
        this.integrator.value = status.integrator;
    }

    /// What the sliders say, on the scene that this page was given.
    tuned(): JsonObject {
        const changes = (this.hello.knobs ?? []).map(({ path, value }, i): [string, number] => {
            return [path, this.status?.knobs[i] ?? value];
        });
        const scene = tunedScene(this.hello.scene, changes);
        if (!this.status) return scene;
        return { ...scene, integrator: { ...(scene["integrator"] as JsonObject), type: this.status.integrator } };
    }

    private save(): void {
        const text = JSON.stringify(this.tuned(), null, 2) + "\n";
        saveFile(new Blob([text], { type: "application/json" }), String(this.hello.scene["title"] || "scene"), "json");
    }
}

function words(name: string): string {
    return name.replaceAll("_", " ");
}
