// The page of a simulation that runs: frames as they come, hands on the points, knobs on the physics.
import { contactForceField } from "../colour/contact_field";
import { kineticEnergyField, speedField } from "../colour/motion_fields";
import { describeRun } from "../data/describe_run";
import { GrowingTable } from "../data/growing_table";
import { readJoints } from "../data/joints";
import type { Body, Field } from "../data/run";
import { contactList, layOut, pointPanel, section } from "../page";
import { listenToKeys } from "../panel/keys";
import { Plots, plotsOfRun } from "../panel/plots";
import type { Theme } from "../panel/theme";
import { Picture } from "../picture";
import { exposeProbe } from "../probe";
import type { Connection } from "./connection";
import { Drag } from "./drag";
import { readParts } from "./frame_parts";
import { HandSettings } from "./hand_settings";
import { KnobList } from "./knob_list";
import { LiveBar } from "./live_bar";
import { LiveContacts } from "./live_contacts";
import { LiveField } from "./live_field";
import { LiveFrames } from "./live_frames";
import { LiveHistories } from "./live_histories";
import { LiveProbe } from "./live_probe";
import { serverGone, showNotice } from "./notice";
import { Pins } from "./pins";
import type { Hello, Status } from "./protocol";
import { RigHandles } from "./rig_handles";
import { roomOf } from "./room";
import { Wishes } from "./wishes";

const plottedRows = 4000;
const plotsPerSecond = 8;

export async function showLivePage(
    app: HTMLElement,
    hello: Hello,
    bodies: Body[],
    connection: Connection,
    theme: Theme,
): Promise<void> {
    const pointCount = bodies.reduce((sum, body) => sum + body.pointCount, 0);
    const statuses: Status[] = [];
    connection.onStatus = (status) => statuses.push(status); // until the page is there to show them
    const first = await new Promise<ArrayBuffer>((resolve, reject) => {
        connection.onFrame = resolve;
        connection.onClose = () => reject(new Error(serverGone));
    });

    const frames = new LiveFrames(pointCount, first);
    const steps = new GrowingTable(hello.columns, plottedRows);
    const wishes = new Wishes(connection);
    const contacts = hello.contact ? new LiveContacts(bodies, wishes) : null;
    const ofElements = hello.fields.map((field, index) => new LiveField(field, index, wishes));
    const fields: Field[] = [speedField(frames, pointCount, true), kineticEnergyField(frames, pointCount, true)];
    fields.push(...ofElements, ...(contacts ? [contactForceField(contacts)] : []));
    const joints = readJoints(hello.topology);
    const of = { scene: hello.scene, units: hello.units ?? {}, bodies, joints, pointCount };
    const shown = describeRun({ ...of, steps, frames, fields, contacts, notes: [] });
    const room = roomOf(frames, bodies, pointCount);
    const picture = new Picture(shown, theme, "space run · . step · R reset · F frame · drag a point · P pin", room);
    const touching = contactList(shown, picture, false);
    const bar = new LiveBar(connection);
    const knobs = new KnobList(hello.knobs ?? [], bodies, shown.planar, connection);
    const settings = new HandSettings(hello, connection);
    const handles = hello.handles ?? [];
    const rig = handles.length > 0 ? new RigHandles(picture, handles, connection) : null; // before the hand
    const drag = new Drag(picture, bodies, connection);
    const probe = new LiveProbe(shown, picture, bar, drag, rig);
    const [stepColumn, timeColumn] = [hello.columns.indexOf("step"), hello.columns.indexOf("time")];
    const frameBytes = 12 * pointCount + 8 * hello.columns.length; // without what is asked for
    let fresh = false; // a frame has come since the last one drawn
    let lastStep = -1;
    let sincePlots = 0;

    steps.append(new DataView(first, 12 * pointCount), 0);
    steps.publish();
    const plots = new Plots(plotsOfRun(steps), theme, () => {});
    steps.clear();
    const histories = new LiveHistories((name, point) => panel.value(point, name, 1));
    const panel = pointPanel(shown, picture, {
        plot: (kind, table) => plots.add(kind, table),
        history: (point, name) => histories.begin(point, name),
    });
    const pins = new Pins(picture, panel, connection);
    layOut(app, shown, picture, theme, {
        bar: bar.root,
        plots: plots.root,
        panel: [...(rig ? [section("Rig", rig.root)] : []), section("Simulation", settings.root, knobs.root)],
        point: panel,
        touching,
    });
    listenToKeys({
        toggle: () => bar.toggle(),
        step: (count) => count > 0 && bar.step(),
        reset: () => bar.reset(),
        frameView: () => picture.frameView(),
        pin: () => pins.toggle(),
    });

    function take(bytes: ArrayBuffer): void {
        const row = new DataView(bytes, 12 * pointCount);
        const step = row.getFloat64(8 * stepColumn, true);
        const time = row.getFloat64(8 * timeColumn, true);
        if (step < lastStep) steps.clear();
        if (step !== lastStep) steps.append(row, 0);
        lastStep = step;
        frames.take(bytes, time);
        histories.take(time);
        if (bytes.byteLength > frameBytes)
            readParts(bytes, frameBytes, {
                contact: (block) => contacts?.take(block),
                field: (index, values) => ofElements[index]?.take(values),
                handles: (ends) => rig?.take(ends),
            });
        probe.framesTaken += 1;
        probe.step = step;
        probe.frameBytes = bytes.byteLength;
        fresh = true;
    }

    function showStatus(status: Status): void {
        bar.showStatus(status);
        knobs.show(status.knobs);
        settings.show(status);
        rig?.show(status);
        pins.show(status.pinned);
        probe.status = status;
        showNotice(app, status.problem);
    }

    connection.onFrame = take;
    connection.onStatus = showStatus;
    take(first);
    statuses.forEach(showStatus);
    picture.show(1);
    picture.begin((seconds) => {
        const start = performance.now();
        if (fresh) {
            picture.show(1);
            panel.show(1);
            bar.showTime(frames.time(1), lastStep);
        }
        fresh = false;
        drag.update();
        rig?.update();
        sincePlots += seconds;
        if (sincePlots > 1 / plotsPerSecond) {
            sincePlots = 0;
            steps.publish();
            plots.refresh();
            touching?.update(1);
            plots.showTime(frames.time(1));
        }
        probe.ticks += 1;
        probe.scriptMilliseconds += performance.now() - start;
    });
    exposeProbe(probe);
    connection.onClose = () => {
        probe.connected = false;
        showNotice(app, serverGone);
    };
}
