// The page by keyboard and for screen readers: axe-core finds no serious fault, sliders move by arrow keys, nothing is
// cut on a phone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { closePage, openBrowser, openPage, state, until } from "./browser.mjs";
import { run, scene, temporaryDirectory, view } from "./program.mjs";

const require = createRequire(fileURLToPath(new URL("../../web/package.json", import.meta.url)));
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

let browser;
let directory;
let square;

before(async () => {
    directory = temporaryDirectory();
    square = run(directory, "square");
    browser = await openBrowser();
});

after(async () => {
    await browser?.close();
    directory?.remove();
});

const open = (options) => openPage(browser, pathToFileURL(join(square, "report.html")).href, options);

/// Serious and critical faults, as "rule: element".
async function faults(page) {
    await page.evaluate(axe);
    return page.evaluate(async () => {
        const { violations } = await window.axe.run(document);
        const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
    });
}

for (const colorScheme of ["light", "dark"]) {
    test(`axe finds no serious fault in a report, ${colorScheme}`, async () => {
        const page = await open({ colorScheme });
        assert.deepEqual(await faults(page), []);
        await closePage(page);
    });

    test(`axe finds no serious fault in a live page, ${colorScheme}`, async (t) => {
        const { address, stop } = await view(scene("square"), "--paused");
        t.after(() => stop());
        const page = await openPage(browser, address, { colorScheme });
        assert.deepEqual(await faults(page), []);
        await closePage(page);
    });
}

test("the slider of frames moves by arrow keys and keeps the focus", async () => {
    const page = await open();
    const slider = page.getByRole("slider", { name: "Frame" });
    await slider.focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    assert.equal(await state(page, "frame"), 2);
    assert.equal(await slider.getAttribute("aria-valuetext"), "0.008 seconds");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Frame");
    await page.keyboard.press("End");
    assert.equal(await state(page, "frame"), 60);
    await closePage(page);
});

test("knobs of a live scene move by arrow keys; the simulation does not step", async (t) => {
    const { address, stop } = await view(scene("square"), "--paused");
    t.after(() => stop());
    const page = await openPage(browser, address);
    const knob = page.locator(".knob input").first();
    const before = await page.locator(".knob b").first().innerText();
    await knob.focus();
    for (let i = 0; i < 60; ++i) await page.keyboard.press("ArrowRight");
    await until(page, (text) => document.querySelector(".knob b").innerText !== text, before);
    assert.match(await page.locator(".clock").innerText(), /step 0$/);
    await closePage(page);
});

test("buttons work by Enter and space, and keep the focus", async () => {
    const page = await open();
    await page.getByRole("button", { name: "One frame on (.)" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press(" ");
    assert.equal(await state(page, "frame"), 2);
    assert.equal(await state(page, "playing"), false);
    await closePage(page);
});

test("a screen reader hears the picture, the plots and headings in order", async () => {
    const page = await open();
    await page.getByRole("img", { name: "Picture of Square: square" }).waitFor();
    const energy = await page.getByRole("img", { name: /^Energy over time/ }).getAttribute("aria-label");
    assert.match(energy, /kinetic 0 J to [\d.]+ k?J; .*total/);
    const levels = await page.locator("h1, h2, h3").evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    assert.equal(levels[0], 1);
    levels.forEach((level, i) => assert.ok(i === 0 || level <= levels[i - 1] + 1, levels.join()));
    await closePage(page);
});

test("on a phone nothing is cut, hints about keys are gone, targets are large enough", async () => {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    assert.equal(await page.locator(".keys").isVisible(), false);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} pixels wide`);
    const small = await page.locator("button, select, input[type=range]").evaluateAll((all) =>
        all.filter((one) => one.offsetParent && (one.offsetWidth < 24 || one.offsetHeight < 24)).map((one) => one.outerHTML),
    );
    assert.deepEqual(small, []);
    await closePage(page);
});
