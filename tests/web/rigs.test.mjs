// Rigs in a real browser: a bone is dragged and turned, the surface follows and swings, and ways to lead are switched.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { closePage, difference, openBrowser, openPage, state, until } from "./browser.mjs";
import { scene, view } from "./program.mjs";

const [left, right] = [0, 1]; // bones
let browser;
let server;

before(async () => (browser = await openBrowser()));
after(async () => browser?.close());
beforeEach(async () => (server = await view(scene("rigged_bar"), "--paused")));
afterEach(async () => server?.stop("SIGKILL"));

const place = (page, point) => state(page, "positions", 1, point);

async function steps(page, count) {
    const last = (await state(page, "step")) + count;
    await page.evaluate(() => document.activeElement.blur());
    for (let i = 0; i < count; ++i) await page.keyboard.press(".");
    await until(page, (step) => window.talweg.step === step, last);
}

/// The points farthest out along x.
async function ends(page) {
    return page.evaluate(() => {
        let [least, most] = [0, 0];
        const x = (point) => window.talweg.positions(1, point)[0];
        for (let point = 0; ; ++point) {
            const at = x(point);
            if (at === undefined) return [least, most];
            if (at < x(least)) least = point;
            if (at > x(most)) most = point;
        }
    });
}

/// y of every point.
async function heights(page) {
    return page.evaluate(() => {
        const all = [];
        for (let point = 0; ; ++point) {
            const y = window.talweg.positions(1, point)[1];
            if (y === undefined) return all;
            all.push(y);
        }
    });
}

async function dragBone(page, bone, [across, up]) {
    const [x, y] = await state(page, "handleScreen", bone);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await until(page, (held) => window.talweg.dragged === held, bone);
    await page.mouse.move(x + across, y - up, { steps: 4 });
    await page.waitForTimeout(200); // the page tells the server once per drawn frame
    await page.mouse.up();
}

test("a dragged bone takes the surface along, which swings and calms down", async () => {
    const page = await openPage(browser, server.address);
    const [, far] = await ends(page);
    const bones = [await state(page, "handle", left), await state(page, "handle", right)];
    const rest = await place(page, far);
    await dragBone(page, right, [0, 60]);
    await steps(page, 8); // of 0.01 s: the bone is there
    const frames = [];
    for (let i = 0; i < 32; ++i) {
        await steps(page, 1);
        frames.push(await heights(page));
    }
    const up = (await state(page, "handle", right))[1] - bones[right][1];
    assert.ok(up > 0.05, `the bone went up by ${up} m`);
    assert.ok(difference(await state(page, "handle", left), bones[left]) < 1e-6, "the other bone stays");
    const last = frames.at(-1)[far] - rest[1];
    assert.ok(last > 0.5 * up && last < 2 * up, `the surface follows: ${last} m of ${up} m`);
    // The bone stands by now; the surface between the bones does not.
    const swings = frames[0].map((_, point) => {
        const own = frames.map((frame) => frame[point]);
        return Math.max(...own) - Math.min(...own);
    });
    const swing = Math.max(...swings);
    assert.ok(swing > 0.04 * up, `it swings by ${swing} m, the bone went ${up} m`);
    await closePage(page);
});

test("Shift turns a bone about its first end", async () => {
    const page = await openPage(browser, server.address);
    const [, far] = await ends(page);
    const before = await place(page, far);
    await page.keyboard.down("Shift");
    await dragBone(page, right, [40, 0]);
    await page.keyboard.up("Shift");
    await steps(page, 40);
    const after = await place(page, far);
    const moved = difference(after, before);
    assert.ok(moved > 0.03 && moved < 0.3, `the end moved by ${moved} m`);
    await closePage(page);
});

test("arrow keys move the chosen handle", async () => {
    const page = await openPage(browser, server.address);
    const before = await state(page, "handle", right);
    await page.getByLabel("Handle", { exact: true }).selectOption("1");
    await page.getByRole("button", { name: "move by arrow keys" }).focus();
    for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowUp");
    let height = before[1];
    for (let i = 0; i < 40 && height <= before[1] + 0.02; ++i) {
        await steps(page, 4);
        height = (await state(page, "handle", right))[1];
    }
    assert.ok(height > before[1] + 0.02, `from ${before[1]} to ${height}`);
    await closePage(page);
});

test("the ways to lead are switched while the scene runs", async () => {
    const page = await openPage(browser, server.address);
    const menu = page.getByLabel("How rigs lead");
    assert.equal(await menu.inputValue(), "reduced");
    const [, far] = await ends(page);
    await dragBone(page, right, [0, 40]);
    await steps(page, 3);
    for (const lead of ["complementary", "rig", "reduced", "free", "complementary"]) {
        const before = await place(page, far);
        await menu.selectOption(lead);
        await until(page, (name) => window.talweg.status.lead === name, lead);
        assert.equal(await page.evaluate(() => window.talweg.status.problem), "");
        assert.ok(difference(await place(page, far), before) < 0.05, `${lead}: nothing jumps`);
        await steps(page, 5);
    }
    // The rig alone has no motion of its own.
    await menu.selectOption("rig");
    await until(page, () => window.talweg.status.lead === "rig");
    await steps(page, 16);
    const still = await place(page, far);
    await steps(page, 5);
    assert.ok(difference(await place(page, far), still) < 1e-6);
    await closePage(page);
});

test("sliders for stiffness, damping and leak", async () => {
    const page = await openPage(browser, server.address);
    for (const name of [/youngs modulus/, /damping by stiffness/, /damping by mass/, /leak/]) {
        const slider = page.getByRole("slider", { name });
        await slider.focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowRight");
    }
    await until(page, () => window.talweg.status.knobs.at(-1) > 0);
    assert.equal(await page.evaluate(() => window.talweg.status.problem), "");
    await steps(page, 2);
    await closePage(page);
});
