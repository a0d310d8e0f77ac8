// Joints in the picture: where they are, in a live scene that somebody pulls at, in a replay and in a report.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closePage, colourAt, difference, openBrowser, openPage, settled, state, until } from "./browser.mjs";
import { run, scene, temporaryDirectory, view } from "./program.mjs";

let browser;
let directory;
let recorded;
let server;

before(async () => {
    directory = temporaryDirectory();
    recorded = run(directory, "joints");
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    directory?.remove();
});
afterEach(async () => server?.stop("SIGKILL"));

const near = (place, expected, within = 1e-4) => assert.ok(difference(place, expected) < within, `${place}`);
const along = 0.35 * Math.hypot(0.5, 0.1, 0.1); // half of the drawn axis of a bar

async function joints(page) {
    return Object.fromEntries((await state(page, "joints")).map((joint) => [joint.name, joint]));
}

/// Marks are there, and are seen; without them the picture is another one there.
async function assertDrawn(page) {
    const { elbow, shoulder } = await joints(page);
    await settled(page);
    const places = [elbow.dots[0], shoulder.lines[0][0]];
    const pixels = await Promise.all(places.map((place) => state(page, "screenOf", place)));
    const colours = () => pixels.reduce(async (all, at) => [...(await all), await colourAt(page, at, 1)], []);
    const shown = await colours();
    await page.getByRole("checkbox", { name: "joints" }).click();
    await until(page, () => window.talweg.joints.length === 0);
    await settled(page);
    const hidden = await colours();
    shown.forEach((colour, i) => {
        assert.ok(difference(colour, hidden[i]) > 40, `${colour} against ${hidden[i]}`);
        assert.ok(colour[2] > colour[1] + 40, `${colour} is not violet`);
    });
    await page.getByRole("checkbox", { name: "joints" }).click();
    await until(page, () => window.talweg.joints.length > 0);
}

/// At the end of the run: what the world holds stays, and what bodies share is as far from it as the bar is long.
async function assertPlaces(page) {
    const { shoulder, elbow, rail, rope } = await joints(page);
    assert.deepEqual([shoulder.type, elbow.type, rail.type, rope.type], ["hinge", "ball", "slider", "spring"]);
    near(shoulder.dots[0], [0, 1, 0]);
    near(shoulder.lines[0][0], [0, 1, -along]);
    near(shoulder.lines[0][1], [0, 1, along]);
    assert.ok(elbow.dots[0][1] < 0.9, "the pendulum has swung");
    assert.ok(Math.abs(difference(elbow.dots[0], [0, 1, 0]) - 0.5) < 1e-4);
    assert.ok(rail.dots[0][0] > 0.2, "the cart has moved");
    near([0, rail.dots[0][1], rail.dots[0][2]], [0, 0, 0], 1e-3);
    near([0.5 * (rail.lines[0][0][0] + rail.lines[0][1][0]), 0, 0], [0, 0, 0]);
    near(rope.lines[0][1], [-0.5, 1, 0]);
    assert.ok(Math.abs(difference(...rope.lines[0]) - 0.45) < 0.03, "5 N on 1000 N/m");
}

test("a live scene shows its joints; a bar that is pulled turns about its hinge", async () => {
    server = await view(scene("joints"), "--paused", "--set", "gravity=[0,0,0]");
    const page = await openPage(browser, server.address);
    const { shoulder, elbow, rail } = await joints(page);
    near(shoulder.lines[0][1], [0, 1, along]);
    near(elbow.dots[0], [0.5, 1, 0]);
    near(rail.dots[0], [0, 0, 0]);
    await assertDrawn(page);

    const corner = 4; // of the upper bar: the first behind the four that carry it
    const before = await state(page, "positions", 1, corner);
    const [x, y] = await state(page, "screen", corner);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 10, y - 60, { steps: 4 });
    await until(page, () => window.talweg.pulled >= 0);
    for (let i = 0; i < 30; ++i) await page.keyboard.press(".");
    await until(page, () => window.talweg.step >= 30);
    await page.mouse.up();
    const now = await state(page, "positions", 1, corner);
    assert.ok(difference(before, now) > 0.01, "it has been pulled");
    const away = (place) => Math.hypot(place[0], place[1] - 1);
    assert.ok(Math.abs(away(now) - away(before)) < 1e-4, "it has turned about the hinge");
    let pulled = await joints(page);
    const gone = () => difference(pulled.elbow.dots[0], [0.5, 1, 0]);
    for (let i = 0; i < 50 && gone() <= 0.01; ++i) {
        await page.waitForTimeout(100); // until it is drawn
        pulled = await joints(page);
    }
    assert.ok(gone() > 0.01, `the mark has gone along: ${gone()} m`);
    near(pulled.shoulder.dots[0], [0, 1, 0]);
    assert.ok(Math.abs(difference(pulled.elbow.dots[0], [0, 1, 0]) - 0.5) < 1e-4);
    await closePage(page);
});

test("a report and a replay show the joints of the run", async () => {
    const report = await openPage(browser, pathToFileURL(join(recorded, "report.html")).href);
    await state(report, "seek", 40);
    await until(report, () => window.talweg.frame === 40);
    await assertPlaces(report);
    await assertDrawn(report);
    await closePage(report);
    server = await view(recorded);
    const replay = await openPage(browser, server.address);
    await state(replay, "seek", 40);
    await until(replay, () => window.talweg.frame === 40);
    await assertPlaces(replay);
    await closePage(replay);
});
