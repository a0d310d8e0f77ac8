// The page of a run that the server reads from its directory, also while it is being written: frames come one after the
// other, and are kept.
import { contactForceField } from "../colour/contact_field";
import { displacementField, kineticEnergyField, speedField } from "../colour/motion_fields";
import { describeRun, recordedFacts, stopWords } from "../data/describe_run";
import { GrowingFrames } from "../data/growing_frames";
import { GrowingTable } from "../data/growing_table";
import { readJoints } from "../data/joints";
import type { Body, Field, JsonObject } from "../data/run";
import { showStop } from "../page";
import { element } from "../panel/element";
import type { Theme } from "../panel/theme";
import { showRecordedPage } from "../recorded_page";
import type { Connection } from "./connection";
import { FetchedContacts, FetchedField } from "./fetched";
import { serverGone, showNotice } from "./notice";
import type { Hello } from "./protocol";

const redrawMilliseconds = 200; // plots, while frames come

export async function showReplay(
    app: HTMLElement,
    hello: Hello,
    bodies: Body[],
    connection: Connection,
    theme: Theme,
): Promise<void> {
    const pointCount = bodies.reduce((sum, body) => sum + body.pointCount, 0);
    const frames = new GrowingFrames(pointCount);
    const steps = new GrowingTable(hello.columns);
    const timeColumn = hello.columns.indexOf("time");
    let recording: JsonObject = {};
    let arrived = 0;
    let onArrival = () => {};

    connection.onRecording = (run) => {
        recording = run;
        onArrival();
    };
    connection.onFrame = (bytes) => {
        const row = new DataView(bytes, 12 * pointCount);
        frames.append(new Float32Array(bytes, 0, 3 * pointCount), row.getFloat64(8 * timeColumn, true));
        steps.append(row, 0);
        ++arrived;
        onArrival();
    };
    // What is there already comes first: camera, colours and plots look at the whole of it.
    await new Promise<void>((resolve) => {
        onArrival = () => {
            app.replaceChildren(loading(arrived, hello.frames ?? 1));
            if (arrived >= (hello.frames ?? 1)) resolve();
        };
    });
    steps.publish();
    let refresh = () => {};
    const known = () => refresh();
    const contacts = hello.contact ? new FetchedContacts(bodies, frames, known) : null;
    const ofElements = hello.fields.map((field, i) => new FetchedField(field, i, pointCount, frames, known));
    const ofMotion = [speedField, kineticEnergyField, displacementField].map((field) => field(frames, pointCount));
    const fields: Field[] = [...ofMotion, ...ofElements];
    if (contacts) fields.push(contactForceField(contacts));
    const read = { units: hello.units ?? {}, bodies, joints: readJoints(hello.topology), pointCount };
    const of = { ...read, steps, frames, fields, contacts, notes: [] };
    const page = showRecordedPage(app, describeRun({ scene: hello.scene, run: recording, ...of }), theme);
    refresh = page.refresh;
    let waiting = false;
    onArrival = () => {
        if (waiting) return;
        waiting = true;
        setTimeout(() => {
            waiting = false;
            steps.publish();
            page.grow();
            contacts?.more();
            ofElements.forEach((field) => field.more());
            page.header.showFacts(recordedFacts(pointCount, frames, recording));
            showStop(app.querySelector("aside")!, stopWords(recording));
        }, redrawMilliseconds);
    };
    connection.onClose = () => showNotice(app, serverGone);
}

function loading(arrived: number, all: number): HTMLElement {
    return element("div", { class: "failure" }, `Frame ${arrived} of ${all}…`);
}
