// What touches, and what bodies bear: in a live scene, in a replay and in a report of the same stack of two blocks.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closePage, colourAt, difference, openBrowser, openPage, settled, state, until } from "./browser.mjs";
import { readPositions } from "./npy.mjs";
import { run, scene, temporaryDirectory, view } from "./program.mjs";

const weights = [["lower – ground", 12 * 9.81], ["lower – upper", 4 * 9.81]]; // as the list has them, in N
const touched = 3; // a lower corner of the lower block
let browser;
let directory;
let recorded;
let server;

before(async () => {
    directory = temporaryDirectory();
    recorded = run(directory, "stack");
    browser = await openBrowser();
});

after(async () => {
    await browser?.close();
    directory?.remove();
});

afterEach(async () => server?.stop("SIGKILL"));

const rows = (page) => page.locator(".pairs li:visible").allInnerTexts();

/// The list says what the bodies weigh.
async function assertWeights(page) {
    const texts = (await rows(page)).map((text) => text.split(/\s*\n\s*/));
    assert.deepEqual(texts.map(([name]) => name), weights.map(([name]) => name));
    texts.forEach(([, force], i) => {
        assert.match(force, /^[\d.]+ N$/);
        assert.ok(Math.abs(Number.parseFloat(force) / weights[i][1] - 1) < 0.02, `${texts}`);
    });
}

/// Hovering a pair marks where it touches, and only there.
async function assertMarks(page) {
    const pairs = page.locator(".pairs li:visible");
    const counts = [];
    for (let i = 0; i < 2; ++i) {
        await pairs.nth(i).hover();
        await until(page, (others) => window.talweg.marked > 0 && !others.includes(window.talweg.marked), counts);
        counts.push(await state(page, "marked"));
    }
    assert.equal(counts[0], 15, "all points of the lower face touch the ground");
    assert.ok(counts[1] >= 9 && counts[1] <= 9 + 15, `${counts[1]} points between the blocks`);
    await page.mouse.move(5, 5);
    await until(page, () => window.talweg.marked === 0);
}

test("a live scene tells what touches as long as it is asked", async () => {
    server = await view(scene("stack"));
    const page = await openPage(browser, server.address);
    const plain = await state(page, "frameBytes");
    assert.equal(await state(page, "touching"), null);
    await page.getByText("What touches").click();
    await until(page, () => window.talweg.touching?.length === 2 && window.talweg.step > 60);
    await until(page, () => document.querySelectorAll(".pairs li").length === 2);
    assert.ok((await state(page, "frameBytes")) > plain);
    await assertWeights(page);
    await assertMarks(page);

    await page.getByLabel("contact forces").click();
    await until(page, () => window.talweg.arrows >= 15 + 9);
    assert.match(await page.locator(".arrow-scale").innerText(), /longest arrow [\d.]+ N/);
    await page.getByLabel("contact forces").click();
    await until(page, () => window.talweg.arrows === 0);
    await page.getByText("What touches").click();
    await until(page, (bytes) => window.talweg.frameBytes === bytes, plain);
    await closePage(page);
});

test("a live scene is coloured by stress as long as somebody looks", async () => {
    server = await view(scene("stack"));
    const page = await openPage(browser, server.address);
    const plain = await state(page, "frameBytes");
    const points = 30 + 18 + 5;
    await page.locator(".lil-gui select").selectOption("von mises stress");
    await until(page, (bytes) => window.talweg.frameBytes === bytes, plain + 12 + 4 * points);
    await until(page, () => window.talweg.fieldValue(0) > 0 && window.talweg.step > 60);
    assert.match(await page.locator(".legend").innerText(), /von mises stress \([kM]?Pa\)/);
    // What rests bears its weight: a few hundred pascals, and nothing like the stiffness.
    await until(page, () => window.talweg.colorRange[1] > 500 && window.talweg.colorRange[1] < 2e4);
    await page.locator(".lil-gui select").selectOption("body");
    await until(page, (bytes) => window.talweg.frameBytes === bytes, plain);
    await closePage(page);
});

test("a block held by friction slides when the slider says so, as fast as the law has it", async () => {
    server = await view(scene("slope"));
    const page = await openPage(browser, server.address);
    await until(page, () => window.talweg.step > 40);
    const place = () => state(page, "positions", 1, 0);
    const before = await place();
    await until(page, (step) => window.talweg.step > step, (await state(page, "step")) + 20);
    assert.ok(difference(await place(), before) < 1e-3, "it holds");
    await page.keyboard.press(" ");
    await until(page, () => !window.talweg.playing);
    const slider = page.getByLabel("friction", { exact: true });
    const { x, y, width, height } = await slider.boundingBox();
    await page.mouse.click(x + 0.1 * width, y + height / 2);
    await until(page, () => window.talweg.status.knobs[2] < 0.3);
    const mu = await page.evaluate(() => window.talweg.status.knobs[2]);
    const [start, first] = [await place(), await state(page, "step")];
    for (let i = 0; i < 20; ++i) await page.keyboard.press(".");
    await until(page, (step) => window.talweg.step === step, first + 20);
    const [h, t, a] = [0.02, 20 * 0.02, 4.3872 - mu * 8.7743];
    const way = (await place())[0] - start[0];
    assert.ok(Math.abs(way / (0.5 * a * t * (t + h)) - 1) < 0.03, `${way} m with friction of ${mu}`);
    await closePage(page);
});

/// The same of a replay and of a report; forces are rounded there.
async function assertRecorded(page) {
    await state(page, "seek", 60);
    await until(page, () => window.talweg.touching?.length === 2);
    await assertWeights(page);
    await assertMarks(page);
    const forces = readPositions(join(recorded, "contact_force.npy"));
    await state(page, "seek", 20);
    await page.locator(".lil-gui select").selectOption("contact force");
    for (const point of [touched, 10, 35]) {
        const force = Math.hypot(...forces.at(20, point));
        assert.ok(Math.abs((await state(page, "fieldValue", point)) - force) <= 1e-3 * force, `${force} N`);
    }
    await state(page, "seek", 0);
    assert.deepEqual(await rows(page), [], "nothing touches at the start");
    await state(page, "seek", 60);
    await page.getByLabel("contact forces").click();
    await until(page, () => window.talweg.arrows >= 15 + 9);
    await page.locator(".lil-gui select").selectOption("von mises stress");
    await until(page, () => window.talweg.fieldValue(0) > 0);
    const ground = 48; // no solid, no stress
    assert.ok(Number.isNaN(await state(page, "fieldValue", ground)));
    return [0, 5, 17, 33, 47].map((point) => state(page, "fieldValue", point));
}

test("a replay and a report tell what touched and what was borne, and agree", async () => {
    server = await view(recorded);
    const replay = await openPage(browser, server.address);
    const ofReplay = await Promise.all(await assertRecorded(replay));
    await closePage(replay);
    const report = await openPage(browser, pathToFileURL(join(recorded, "report.html")).href);
    const ofReport = await Promise.all(await assertRecorded(report));
    const [, high] = await state(report, "colorRange");
    ofReport.forEach((stress, i) => assert.ok(Math.abs(stress - ofReplay[i]) < 1e-4 * high, `${ofReport}, ${ofReplay}`));

    // Arrows are seen: where the largest begins the picture changes when they go.
    await settled(report);
    const forces = readPositions(join(recorded, "contact_force.npy"));
    const length = (point) => Math.hypot(...forces.at(60, point));
    const largest = Array.from({ length: 48 }, (_, i) => i).reduce((a, b) => (length(b) > length(a) ? b : a));
    const [x, y] = await state(report, "screen", largest);
    const up = forces.at(60, largest)[1] > 0 ? -8 : 8;
    const drawn = await colourAt(report, [x, y + up], 1);
    await report.getByLabel("contact forces").click();
    await settled(report);
    assert.ok(difference(await colourAt(report, [x, y + up], 1), drawn) > 40);
    await closePage(report);
});
