// A live scene of ten thousand points: what a frame weighs, what it costs the page, how soon a pull is felt.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { closePage, difference, openBrowser, openPage, state, until } from "./browser.mjs";
import { scene, view } from "./program.mjs";

const columns = 10; // step, time, newton_iterations, residual, kinetic, gravity, spring, grip, total, wall_ms
// A measurement of a minute: for ./test --all.
const skip = process.env.TALWEG_ALL ? false : "needs TALWEG_ALL";
let browser;
let server;

before(async () => skip || (browser = await openBrowser()));
after(async () => browser?.close());
afterEach(async () => server?.stop("SIGKILL"));

async function open(options, ...settings) {
    server = await view(scene("ten_thousand"), ...settings);
    return openPage(browser, server.address, options);
}

/// Until a count that the page keeps has grown so much; by how much it then has.
async function grown(page, count, by) {
    const before = await state(page, count);
    await until(page, ([name, least]) => window.talweg[name] >= least, [count, before + by]);
    return (await state(page, count)) - before;
}

test("a frame has twelve bytes per point, and costs the page little beside drawing", { skip }, async (t) => {
    const page = await open();
    assert.equal(await state(page, "frameBytes"), 12 * 10_000 + 8 * columns);
    const before = await page.evaluate(() => [window.talweg.scriptMilliseconds, window.talweg.ticks]);
    await grown(page, "framesTaken", 40);
    await grown(page, "ticks", 10); // a slow picture may not have been drawn once meanwhile
    const now = await page.evaluate(() => [window.talweg.scriptMilliseconds, window.talweg.ticks]);
    const script = (now[0] - before[0]) / (now[1] - before[1]);
    const draws = [];
    for (let i = 0; i < 5; ++i) draws.push(await state(page, "measureDraw"));
    const draw = draws.sort((a, b) => a - b)[2];
    t.diagnostic(`script ${script.toFixed(2)} ms, drawing by software ${draw.toFixed(1)} ms per frame`);
    assert.ok(script < 0.25 * draw, `script ${script} ms, drawing ${draw} ms`);
    await closePage(page);
});

// Small, coarse and without new shadows, so that software draws it often enough for the script to be compiled; the plots
// are out of sight. What is left is the work of taking a frame and handing it to the graphics card.
test("taking and drawing a frame allocates next to nothing", { skip }, async (t) => {
    const page = await open({ viewport: { width: 500, height: 220 } });
    await page.evaluate(() => {
        const { renderer } = window.talweg.picture.stage;
        renderer.setPixelRatio(0.1);
        renderer.shadowMap.autoUpdate = false;
    });
    const tools = await page.context().newCDPSession(page);
    await grown(page, "ticks", 400);
    const taken = await state(page, "framesTaken");
    await tools.send("HeapProfiler.startSampling", {
        samplingInterval: 256,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
    });
    const ticks = await grown(page, "ticks", 200);
    const frames = (await state(page, "framesTaken")) - taken;
    const { profile } = await tools.send("HeapProfiler.stopSampling");
    const size = (node) => node.children.reduce((sum, child) => sum + size(child), node.selfSize);
    const bytes = size(profile.head) / ticks;
    t.diagnostic(`${bytes.toFixed(0)} bytes per drawn frame; ${frames} frames came, ${ticks} were drawn`);
    assert.ok(frames > 0 && bytes < 12_000, `${frames} frames, ${bytes} bytes`); // a frame's positions alone are 120,000
    await closePage(page);
});

test("a drag takes effect within two steps", { skip }, async () => {
    const page = await open({}, "--paused");
    const [x, y] = await state(page, "screen", 9_999); // a corner
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 80, { steps: 2 });
    await until(page, () => window.talweg.pulled >= 0);
    const pulled = await state(page, "pulled");
    const before = await state(page, "positions", 1, pulled);
    await page.keyboard.press(".");
    await page.keyboard.press(".");
    await until(page, () => window.talweg.step === 2);
    assert.ok(difference(await state(page, "positions", 1, pulled), before) > 0.02, `point ${pulled} at ${before}`);
    await page.mouse.up();
    await closePage(page);
});
