// `talweg view` in a real browser: a scene that is pulled, steered, stepped, shared and lost.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { closePage, difference, openBrowser, openPage, ready, state, until } from "./browser.mjs";
import { scene, view } from "./program.mjs";

const corner = 120; // of the cloth: below, free
let browser;
let server;

before(async () => (browser = await openBrowser()));
after(async () => browser?.close());
beforeEach(async () => (server = await view(scene("live_cloth"))));
afterEach(async () => server?.stop("SIGKILL"));

const open = () => openPage(browser, server.address);
const place = (page, point) => state(page, "positions", 1, point);
const step = (page) => page.evaluate(() => window.talweg.step);
const pastStep = (page, number) => until(page, (last) => window.talweg.step > last, number);

/// Until a point has moved less than a few millimetres over thirty steps: its place then.
async function untilStill(page, point) {
    for (;;) {
        const before = await place(page, point);
        await pastStep(page, (await step(page)) + 30);
        const now = await place(page, point);
        if (difference(before, now) < 2e-3) return now;
    }
}

async function pause(page) {
    await page.keyboard.press(" ");
    await until(page, () => !window.talweg.playing);
}

test("a pulled corner follows the mouse and comes back when let go", async () => {
    const page = await open();
    const rest = await untilStill(page, corner);
    const [x, y] = await state(page, "screen", corner);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 60, { steps: 3 });
    await until(
        page,
        ([point, before]) => Math.hypot(...window.talweg.positions(1, point).map((v, i) => v - before[i])) > 0.1,
        [corner, rest],
    );
    const [nowX, nowY] = await state(page, "screen", corner);
    assert.ok(nowX > x + 10 && nowY < y - 10, "it moved the way the mouse did");
    await page.mouse.up();
    const back = await untilStill(page, corner);
    assert.ok(difference(back, rest) < 0.02, `${back} instead of ${rest}`);
    await closePage(page);
});

test("a drag takes effect within two steps", async () => {
    const page = await open();
    await untilStill(page, corner);
    await pause(page);
    const rest = await place(page, corner);
    const paused = await step(page);
    const [x, y] = await state(page, "screen", corner);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y, { steps: 2 });
    await until(page, (point) => window.talweg.pulled === point, corner);
    await page.keyboard.press(".");
    await page.keyboard.press(".");
    await until(page, (last) => window.talweg.step === last + 2, paused);
    assert.ok(difference(await place(page, corner), rest) > 5e-3);
    await page.mouse.up();
    await until(page, () => window.talweg.pulled === -1);
    await closePage(page);
});

test("beside the cloth the mouse turns the camera and pulls on nothing", async () => {
    const page = await open();
    await pause(page);
    const before = await state(page, "screen", corner);
    const { x, y } = await page.locator(".picture").boundingBox();
    await page.mouse.move(x + 20, y + 40);
    await page.mouse.down();
    await page.mouse.move(x + 120, y + 60, { steps: 2 });
    assert.equal(await state(page, "pulled"), -1);
    await page.mouse.up();
    await until(
        page,
        ([point, [left]]) => Math.abs(window.talweg.screen(point)[0] - left) > 10,
        [corner, before],
    );
    await closePage(page);
});

test("a slider changes the physics, and the energy plot shows it", async () => {
    const page = await open();
    const rest = await untilStill(page, corner);
    const before = await state(page, "plotValue", "spring");
    const slider = await page.getByRole("slider", { name: "gravity" }).boundingBox();
    await page.mouse.click(slider.x + 2, slider.y + slider.height / 2); // far left: −30 m/s²
    await until(page, () => window.talweg.status.knobs[0] < -25);
    await until(page, (value) => window.talweg.plotValue("spring") > 2 * value, before);
    const now = await untilStill(page, corner);
    assert.ok(now[1] < rest[1] - 0.004, `it hangs lower under more weight: ${now}, not ${rest}`);
    await closePage(page);
});

test("stiffness, density and time step can be turned while it runs", async () => {
    const page = await open();
    for (const [knob, label] of [[1, "time step"], [2, "cloth: density"], [3, "cloth: spring stiffness"]]) {
        const before = await page.evaluate((i) => window.talweg.status.knobs[i], knob);
        const slider = await page.getByLabel(label).boundingBox();
        await page.mouse.click(slider.x + 0.6 * slider.width, slider.y + slider.height / 2);
        await until(page, ([i, value]) => window.talweg.status.knobs[i] > 1.1 * value, [knob, before]);
        await pastStep(page, (await step(page)) + 5);
    }
    assert.equal(await page.evaluate(() => window.talweg.status.problem), "");
    await closePage(page);
});

test("pauses, steps and starts over", async () => {
    const page = await open();
    await pastStep(page, 5);
    await pause(page);
    const paused = await step(page);
    const before = await place(page, corner);
    await page.keyboard.press(".");
    await until(page, (last) => window.talweg.step === last + 1, paused); // one, and no more
    assert.ok(difference(await place(page, corner), before) > 0);
    await page.keyboard.press(".");
    await until(page, (last) => window.talweg.step === last + 2, paused);
    await page.keyboard.press("r");
    await until(page, () => window.talweg.step === 0);
    await page.keyboard.press(" ");
    await pastStep(page, 3);
    await closePage(page);
});

test("reloads while it runs", async () => {
    const page = await open();
    await pastStep(page, 10);
    const before = await step(page);
    await page.reload();
    await ready(page);
    await pastStep(page, before);
    assert.ok((await place(page, corner)).every(Number.isFinite));
    await closePage(page);
});

test("two pages show and steer the same simulation", async () => {
    await server.stop("SIGKILL");
    server = await view(scene("live_cloth"), "--paused"); // two pages that draw all the time are much for software
    const one = await open();
    const two = await open();
    await one.keyboard.press(".");
    for (const page of [one, two]) await until(page, () => window.talweg.step === 1);
    for (const point of [0, 60, corner]) assert.deepEqual(await place(one, point), await place(two, point));
    await two.keyboard.press(" ");
    for (const page of [one, two]) await pastStep(page, 5);
    await two.keyboard.press(" ");
    for (const page of [one, two]) await until(page, () => !window.talweg.playing);
    await two.keyboard.press("r");
    await until(one, () => window.talweg.step === 0);
    await closePage(one);
    await closePage(two);
});

test("says so when the server has gone, and keeps the last picture", async () => {
    const page = await open();
    await pastStep(page, 3);
    await server.stop("SIGKILL");
    await until(page, () => !window.talweg.connected);
    assert.match(await page.locator(".notice").innerText(), /server has gone/);
    const last = await place(page, corner);
    assert.ok(last.every(Number.isFinite));
    await page.close();
});

test("colours by the speed of the last step", async () => {
    const page = await open();
    await page.locator(".lil-gui select").selectOption("speed");
    await pause(page);
    await page.keyboard.press("r");
    await until(page, () => window.talweg.step === 0);
    const before = await place(page, corner);
    await page.keyboard.press(".");
    await until(page, () => window.talweg.step === 1);
    const speed = difference(await place(page, corner), before) / 0.02;
    assert.ok(speed > 0.01 && Math.abs((await state(page, "fieldValue", corner)) - speed) < 1e-3 * speed, `${speed} m/s`);
    await until(page, (least) => window.talweg.colorRange[1] >= 0.99 * least, speed); // as the legend has it
    assert.match(await page.locator(".legend").innerText(), /speed \(m\/s\)/);
    assert.equal(await state(page, "fieldValue", 0), 0); // held
    await closePage(page);
});
