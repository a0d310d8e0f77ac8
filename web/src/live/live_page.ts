// The page of a simulation that runs: frames as they come, hands on the points, knobs on the physics.
import { kineticEnergyField, speedField } from "../colour/motion_fields";
import { describeRun } from "../data/describe_run";
import { GrowingTable } from "../data/growing_table";
import type { Body } from "../data/run";
import { layOut, section } from "../page";
import { listenToKeys } from "../panel/keys";
import { Plots } from "../panel/plots";
import type { Theme } from "../panel/theme";
import { Picture } from "../picture";
import { exposeProbe } from "../probe";
import type { Connection } from "./connection";
import { Drag } from "./drag";
import { KnobList } from "./knob_list";
import { LiveBar } from "./live_bar";
import { LiveFrames } from "./live_frames";
import { LiveProbe } from "./live_probe";
import { serverGone, showNotice } from "./notice";
import type { Hello, Status } from "./protocol";
import { roomOf } from "./room";

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
    const fields = [speedField(frames, pointCount, true), kineticEnergyField(frames, pointCount, true)];
    const shown = describeRun({ scene: hello.scene, bodies, pointCount, steps, frames, fields, notes: [] });
    const room = roomOf(frames, bodies, pointCount);
    const picture = new Picture(shown, theme, "space run · . step · R reset · F frame · drag a point", room);
    const bar = new LiveBar(connection);
    const knobs = new KnobList(hello.knobs ?? [], bodies, connection);
    const drag = new Drag(picture, bodies, connection);
    const probe = new LiveProbe(shown, picture, bar, drag);
    const [stepColumn, timeColumn] = [hello.columns.indexOf("step"), hello.columns.indexOf("time")];
    let fresh = false; // a frame has come since the last one drawn
    let lastStep = -1;
    let sincePlots = 0;

    steps.append(new DataView(first, 12 * pointCount), 0);
    steps.publish();
    const plots = new Plots(steps, theme, () => {});
    steps.clear();
    layOut(app, shown, picture, theme, {
        bar: bar.root,
        plots: plots.root,
        panel: [section("Simulation", knobs.root)],
    });
    listenToKeys({
        toggle: () => bar.toggle(),
        step: (count) => count > 0 && bar.step(),
        reset: () => bar.reset(),
        frameView: () => picture.frameView(),
    });

    function take(bytes: ArrayBuffer): void {
        const row = new DataView(bytes, 12 * pointCount);
        const step = row.getFloat64(8 * stepColumn, true);
        const time = row.getFloat64(8 * timeColumn, true);
        if (step < lastStep) steps.clear();
        if (step !== lastStep) steps.append(row, 0);
        lastStep = step;
        frames.take(bytes, time);
        probe.framesTaken += 1;
        probe.step = step;
        probe.frameBytes = bytes.byteLength;
        fresh = true;
    }

    function showStatus(status: Status): void {
        bar.showStatus(status);
        knobs.show(status.knobs);
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
            bar.showTime(frames.time(1), lastStep);
        }
        fresh = false;
        drag.update();
        sincePlots += seconds;
        if (sincePlots > 1 / plotsPerSecond) {
            sincePlots = 0;
            steps.publish();
            plots.refresh();
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
