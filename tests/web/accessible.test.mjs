// The page by keyboard and for screen readers: axe-core finds no serious fault, sliders move by arrow keys, nothing is
// cut on a phone.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closePage, openBrowser, openPage, state, until } from "./browser.mjs";
import { faults } from "./faults.mjs";
import { program, run, scene, temporaryDirectory, view } from "./program.mjs";

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

    test(`axe finds no serious fault in a replay with legend, point and plots, ${colorScheme}`, async (t) => {
        const { address, stop } = await view(square);
        t.after(() => stop());
        const page = await openPage(browser, address, { colorScheme });
        await page.locator(".lil-gui select").selectOption("displacement");
        await page.locator(".point summary").click();
        await page.getByRole("spinbutton", { name: "Number of the point" }).fill("12");
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: "plot over time" }).click();
        await page.getByLabel("Against", { exact: true }).selectOption("spring");
        await page.selectOption("select[aria-label='Plot another column']", "kinetic");
        assert.deepEqual(await faults(page), []);
        await closePage(page);
    });

    test(`axe finds no serious fault on a page of several runs, one of which stopped, ${colorScheme}`, async () => {
        const file = join(directory.path, `several_${colorScheme}.html`);
        assert.equal(spawnSync(program, ["view", square, stopped(), "--page", file]).status, 0);
        const page = await openPage(browser, pathToFileURL(file).href, { colorScheme });
        assert.match(await page.getByRole("alert").innerText(), /stopped/);
        assert.deepEqual(await faults(page), []);
        await closePage(page);
    });
}

/// A planar run that forward Euler blows up.
function stopped() {
    const file = join(directory.path, "wild.json");
    const body = {
        name: "rope", shape: { type: "rope", from: [0, 0, 0], to: [1, 0, 0], segments: 4 }, density: 1,
        energies: [{ type: "spring", stiffness: 1e5 }],
    };
    const integrator = { type: "forward_euler" };
    writeFileSync(file, JSON.stringify({ planar: true, time: { step: 1e9, frames: 40 }, integrator, bodies: [body] }));
    assert.equal(spawnSync(program, ["run", file, "-o", join(directory.path, "wild"), "-q", "--overwrite"]).status, 2);
    return join(directory.path, "wild");
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

/// What is shown of texts: elements that hold words of their own and hide a part of them.
function cutTexts(page) {
    return page.evaluate(() => {
        const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
        const hides = (element) => getComputedStyle(element).overflowX !== "visible";
        return [...document.querySelectorAll("#app *")]
            .filter((element) => element.offsetParent && own(element) && !/^(OPTION|SELECT)$/.test(element.tagName))
            .filter((element) => {
                const { left, right, width } = element.getBoundingClientRect();
                if (width === 0) return false;
                const off = left < -1 || right > window.innerWidth + 1;
                return off || (hides(element) && element.scrollWidth > element.clientWidth + 1);
            })
            .map((element) => element.outerHTML.slice(0, 120));
    });
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function assertFitsAPhone(page) {
    await page.locator("details").evaluateAll((all) => all.forEach((one) => (one.open = true)));
    assert.equal(await page.locator(".keys").isVisible(), false);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} pixels wide`);
    assert.deepEqual(await cutTexts(page), []);
    const small = await page.locator("button, select, input, summary").evaluateAll((all) =>
        all
            .filter((one) => one.offsetParent)
            .map((one) => [one.outerHTML.slice(0, 100), one.getBoundingClientRect()])
            .filter(([, { width, height }]) => width < 24 || height < 24)
            .map(([text, { width, height }]) => `${width} × ${height}: ${text}`),
    );
    assert.deepEqual(small, []);
}

test("on a phone nothing is cut, hints about keys are gone, targets are large enough", async () => {
    const page = await open(phone);
    await page.locator(".lil-gui select").selectOption("displacement");
    await page.locator(".point summary").click();
    await page.getByRole("spinbutton", { name: "Number of the point" }).fill("12");
    await page.keyboard.press("Enter");
    await assertFitsAPhone(page);
    await closePage(page);
});

test("so it is on the page of a live scene, and on one of several runs", async (t) => {
    const { address, stop } = await view(scene("square"), "--paused");
    t.after(() => stop());
    const live = await openPage(browser, address, phone);
    await assertFitsAPhone(live);
    await closePage(live);
    const file = join(directory.path, "twice.html");
    assert.equal(spawnSync(program, ["view", square, square, "--page", file]).status, 0);
    const several = await openPage(browser, pathToFileURL(file).href, phone);
    await assertFitsAPhone(several);
    await closePage(several);
});
