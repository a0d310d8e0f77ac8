// A live scene steered: a firm hand and its strength, points pinned and let go by keyboard, another integrator, and what
// has been tuned saved as a scene that runs to the same numbers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { closePage, difference, openBrowser, openPage, state, until } from "./browser.mjs";
import { program, scene, temporaryDirectory, view } from "./program.mjs";

const corner = 120; // of the cloth: below, free
let browser;
let directory;
let server;

before(async () => {
    directory = temporaryDirectory();
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    directory?.remove();
});
afterEach(async () => server?.stop("SIGKILL"));

async function open(name, ...options) {
    server = await view(scene(name), ...options);
    return openPage(browser, server.address);
}
const place = (page, point) => state(page, "positions", 1, point);

async function steps(page, count) {
    const before = await state(page, "step");
    for (let i = 0; i < count; ++i) await page.keyboard.press(".");
    await until(page, (step) => window.talweg.step === step, before + count);
}

/// By keyboard alone.
async function choose(page, point) {
    const number = page.getByRole("spinbutton", { name: "Number of the point" });
    if (!(await number.isVisible())) await page.locator(".point summary").click();
    await number.fill(String(point));
    await number.press("Enter");
    await page.evaluate(() => document.activeElement.blur());
}

test("the hand brings a point to the cursor within a quarter of a second, and its strength can be turned", async () => {
    const page = await open("live_cloth", "--paused");
    const rest = await place(page, corner);
    const [x, y] = await state(page, "screen", corner);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 20, y - 30, { steps: 3 });
    await until(page, (point) => window.talweg.pulled === point, corner);
    const target = await state(page, "target");
    await steps(page, 12); // of 0.02 s
    const left = difference(await place(page, corner), target) / difference(rest, target);
    assert.ok(left < 0.05, `${(100 * left).toFixed(1)} % of the way is left`);
    await page.mouse.up();
    const slider = page.getByRole("slider", { name: "strength of the hand" });
    assert.equal(await slider.getAttribute("aria-valuetext"), "1 times the usual one");
    await slider.focus();
    for (let i = 0; i < 10; ++i) await page.keyboard.press("ArrowRight");
    await until(page, () => window.talweg.status.strength > 2);
    assert.match(await slider.getAttribute("aria-valuetext"), /^2\.\d times/);
    await closePage(page);
});

test("a click chooses a point and pulls on nothing", async () => {
    const page = await open("live_cloth", "--paused");
    const rest = await place(page, corner);
    const [x, y] = await state(page, "screen", corner);
    await page.mouse.click(x + 5, y + 5);
    await until(page, () => document.querySelector(".point").open);
    assert.equal(await state(page, "pulled"), -1);
    await steps(page, 1);
    assert.ok(difference(await place(page, corner), rest) < 5e-3);
    await closePage(page);
});

test("points are pinned and let go by keyboard", async () => {
    const page = await open("live_cloth", "--paused");
    const rest = await place(page, corner);
    await choose(page, corner);
    await page.keyboard.press("p");
    await until(page, (point) => window.talweg.status.pinned.includes(point), corner);
    await steps(page, 15);
    assert.ok(difference(await place(page, corner), rest) < 1e-6, "it stays");
    await page.getByRole("button", { name: "release (P)" }).focus();
    await page.keyboard.press("Enter");
    await until(page, () => window.talweg.status.pinned.length === 0);
    await page.evaluate(() => document.activeElement.blur());
    await steps(page, 15);
    assert.ok(difference(await place(page, corner), rest) > 1e-3, "it moves");
    // What the scene holds cannot be let go here, and the page says so.
    await choose(page, 0);
    await page.keyboard.press("p");
    await until(page, () => document.querySelector(".notice"));
    await closePage(page);
});

test("another integrator takes the steps from now on, or the page says why not", async () => {
    const page = await open("live_cloth", "--paused");
    const menu = page.getByLabel("Integrator");
    assert.equal(await menu.inputValue(), "implicit_euler");
    await menu.selectOption("bdf2");
    await until(page, () => window.talweg.status.integrator === "bdf2");
    await page.evaluate(() => document.activeElement.blur());
    await steps(page, 5);
    assert.equal(await page.evaluate(() => window.talweg.status.problem), "");
    await server.stop("SIGKILL");
    const touching = await open("stack", "--paused");
    await touching.getByLabel("Integrator").selectOption("forward_euler"); // which knows no contact
    await until(touching, () => window.talweg.status.problem !== "");
    assert.equal(await touching.evaluate(() => window.talweg.status.integrator), "implicit_euler");
    assert.equal(await touching.getByLabel("Integrator").inputValue(), "implicit_euler");
    await closePage(touching);
    await page.close();
});

test("what has been tuned is saved as a scene that runs to the same numbers", async () => {
    const page = await open("square", "--paused");
    const slider = page.getByRole("slider", { name: "square: density" });
    await slider.focus();
    for (let i = 0; i < 40; ++i) await page.keyboard.press("ArrowRight");
    await until(page, () => window.talweg.status.knobs[2] > 1100);
    await page.waitForTimeout(300);
    await page.getByLabel("Integrator").selectOption("bdf2");
    await until(page, () => window.talweg.status.integrator === "bdf2");
    const density = await page.evaluate(() => window.talweg.status.knobs[2]);
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "save as a scene" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "square.json");
    const saved = join(directory.path, "tuned.json");
    await download.saveAs(saved);
    const output = (name) => join(directory.path, name);
    execFileSync(program, ["run", saved, "-o", output("saved"), "-q"]);
    const settings = [`bodies[0].density=${density}`, "integrator.type=bdf2"].flatMap((setting) => ["--set", setting]);
    execFileSync(program, ["run", scene("square"), "-o", output("set"), "-q", ...settings]);
    const numbers = (name) => readFileSync(join(output(name), "positions.npy"));
    assert.ok(numbers("saved").equals(numbers("set")), "the same to the last bit");
    await closePage(page);
});
