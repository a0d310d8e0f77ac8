// A point that is clicked, or named by keyboard, tells its numbers and is plotted; plots are enlarged, one column goes
// against another, every series can be chosen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closePage, colourAt, difference, keepWords, openBrowser, openPage, settled, state, until } from "./browser.mjs";
import { readColumn, readPositions } from "./npy.mjs";
import { run, temporaryDirectory, view } from "./program.mjs";

const point = 22;
let browser;
let directory;
let stack;
let square;

before(async () => {
    directory = temporaryDirectory();
    stack = run(directory, "stack");
    square = run(directory, "square");
    browser = await openBrowser();
});

after(async () => {
    await browser?.close();
    directory?.remove();
});

const report = (path, options) => openPage(browser, pathToFileURL(join(path, "report.html")).href, options);
const plot = (page, title) => page.locator(".plot", { has: page.locator("h2", { hasText: title }) });
const prefixes = { "": 1, k: 1e3, M: 1e6, m: 1e-3, "µ": 1e-6, n: 1e-9 };

/// The numbers of the panel, in plain units.
async function told(page) {
    const rows = await page.locator(".point tbody tr").evaluateAll((all) =>
        all.map((row) => [...row.children].map(({ textContent }) => textContent)),
    );
    return Object.fromEntries(rows.map(([name, text]) => {
        const [, number, prefix] = /^([\d.e−]+)(?: ([kMmµn]?)(?:m|N|Pa|J\/kg|m\/s|s)?)?$/.exec(text) ?? [, "NaN", ""];
        return [name, Number(number.replaceAll("−", "-")) * prefixes[/ m\/s$| m$/.test(text) ? "" : prefix ?? ""]];
    }));
}

function assertNumbers(numbers, path, frame, close) {
    const x = readPositions(join(path, "positions.npy"));
    const [now, start] = [x.at(frame, point), x.at(0, point)];
    ["x", "y", "z"].forEach((axis, a) => {
        assert.ok(Math.abs(numbers[axis] - now[a]) < close, `${axis} ${numbers[axis]} for ${now[a]}`);
        assert.ok(Math.abs(numbers[`displacement ${axis}`] - (now[a] - start[a])) < close);
    });
    assert.ok(Math.abs(numbers["displacement"] - difference(now, start)) < close);
    const force = Math.hypot(...readPositions(join(path, "contact_force.npy")).at(frame, point));
    assert.ok(Math.abs(numbers["contact force"] - force) <= 2e-3 * force, `${numbers["contact force"]} N for ${force}`);
    assert.ok(numbers["von mises stress"] > 100 && numbers["von mises stress"] < 1e5);
}

test("a clicked point tells what it is part of and its numbers; beside all there is none", async () => {
    const page = await report(square);
    await settled(page);
    const place = await state(page, "screen", 12);
    const before = await colourAt(page, place, 1);
    await page.mouse.click(...place);
    await until(page, () => document.querySelector(".point").open);
    assert.match(await page.locator(".point").innerText(), /Point 12 of square/);
    await settled(page);
    assert.ok(difference(await colourAt(page, place, 1), before) > 40, "it is marked");
    const { x, y } = await page.locator(".picture").boundingBox();
    await page.mouse.click(x + 300, y + 6);
    assert.match(await page.locator(".point").innerText(), /Click a point/);
    await closePage(page);
});

test("a point named by keyboard tells its numbers in a report and in a replay, and is plotted over time", async (t) => {
    const { address, stop } = await view(stack);
    t.after(() => stop());
    for (const page of [await report(stack), await openPage(browser, address)]) {
        await state(page, "seek", 60);
        await page.locator(".point summary").focus();
        await page.keyboard.press("Enter");
        await page.getByRole("spinbutton", { name: "Number of the point" }).focus();
        await page.keyboard.type(String(point));
        await page.keyboard.press("Enter");
        await until(page, () => document.querySelectorAll(".point tbody tr").length > 8);
        await until(page, () => ![...document.querySelectorAll(".point td")].some((cell) => cell.textContent === "–"));
        assertNumbers(await told(page), stack, 60, 3e-5);
        await page.getByLabel("Quantity of the point to plot").selectOption("y");
        await page.getByRole("button", { name: "plot over time" }).click();
        const heights = [...Array(61).keys()].map((f) => readPositions(join(stack, "positions.npy")).at(f, point)[1]);
        const words = await plot(page, `y of point ${point}`).getByRole("img").getAttribute("aria-label");
        const ends = [...words.matchAll(/([\d.]+) (m?)m\b/g)].map(([, number, milli]) => Number(number) * (milli ? 1e-3 : 1));
        assert.ok(Math.abs(ends[0] - Math.min(...heights)) < 1e-4 && Math.abs(ends[1] - Math.max(...heights)) < 1e-4, words);
        await closePage(page);
    }
});

test("plots are enlarged to the window, small again by Escape, and added ones closed", async () => {
    const page = await report(square);
    const energy = plot(page, "Energy");
    const before = await energy.boundingBox();
    const enlarge = page.getByRole("button", { name: "Enlarge Energy" });
    await enlarge.click();
    const large = await energy.boundingBox();
    assert.ok(large.width > 800 && large.height > 500 && before.height < 220, JSON.stringify([before, large]));
    await until(page, () => document.querySelector(".plot.large canvas").clientWidth > 700);
    await page.keyboard.press("Escape");
    assert.deepEqual(await energy.boundingBox(), before);
    await page.selectOption("select[aria-label='Plot another column']", "residual");
    await page.getByRole("button", { name: "Close residual" }).click();
    assert.equal(await plot(page, "residual").count(), 0);
    await closePage(page);
});

test("one column is plotted against another", async () => {
    const page = await report(square, { script: keepWords });
    await state(page, "seek", 20);
    await page.getByLabel("Against", { exact: true }).selectOption("spring");
    await page.selectOption("select[aria-label='Plot another column']", "kinetic");
    const phase = plot(page, "kinetic against spring");
    const [spring, kinetic] = ["spring", "kinetic"].map((name) => readColumn(join(square, "steps.csv"), name));
    const chip = await phase.locator(".chip b").innerText();
    const values = [...chip.matchAll(/([\d.]+) (k?)J/g)].map(([, number, kilo]) => Number(number) * (kilo ? 1e3 : 1));
    assert.ok(Math.abs(values[0] / spring[20] - 1) < 1e-3 && Math.abs(values[1] / kinetic[20] - 1) < 1e-3, chip);
    // Energy goes to and fro: the path falls from one axis to the other. The dot is drawn where the run is now.
    const before = await phase.locator("canvas").screenshot();
    await state(page, "seek", 30);
    await settled(page);
    assert.ok(!before.equals(await phase.locator("canvas").screenshot()));
    assert.match(await phase.getByRole("img").getAttribute("aria-label"), /kinetic against spring: spring .* kJ, kinetic/);
    const words = await phase.locator("canvas").evaluate((canvas) => canvas.words);
    assert.ok(words.includes("spring (kJ)") && words.includes("kinetic (kJ)"), words.join(" | "));
    // Pointing at it tells the nearest step; pressing goes there.
    const { x, y, width, height } = await phase.locator("canvas").boundingBox();
    await page.mouse.move(x + 0.6 * width, y + 0.4 * height);
    const [when, across, up] = (await phase.locator(".readout").innerText()).split("\n");
    const row = Math.round(parseFloat(when) / 0.004);
    const told = [across, up].map((line) => / ([\d.e−]+) (k?)J$/.exec(line)).map(([, n, kilo]) => n * (kilo ? 1e3 : 1));
    assert.ok(across.startsWith("spring") && up.startsWith("kinetic"), `${across}, ${up}`);
    assert.ok(Math.abs(told[0] / spring[row] - 1) < 1e-3 && Math.abs(told[1] / kinetic[row] - 1) < 1e-3, `${told} ${row}`);
    await page.mouse.down();
    await page.mouse.up();
    assert.equal(await state(page, "frame"), row);
    await closePage(page);
});

test("every recorded series can be plotted, in a report and in a replay", async (t) => {
    const { address, stop } = await view(stack);
    t.after(() => stop());
    const { series } = JSON.parse(readFileSync(join(stack, "run.json"), "utf8"));
    for (const page of [await report(stack), await openPage(browser, address)]) {
        const offered = await page.locator("select[aria-label='Plot another column'] option").evaluateAll((all) =>
            all.map(({ value }) => value),
        );
        for (const name of ["momentum", "impulse_contact", "impulse_loads", "impulse_sizes"])
            assert.ok(series[name] && offered.some((column) => column.startsWith(`${name}.`)), name);
        await state(page, "seek", 10);
        await page.selectOption("select[aria-label='Plot another column']", "impulse_loads.upper.y");
        const card = plot(page, "impulse loads upper y");
        assert.equal(await card.locator("h2 small").innerText(), "(N s)");
        const shown = Number((await card.locator(".chip b").innerText()).replaceAll("−", "-"));
        assert.ok(Math.abs(shown + 4 * 9.81 * 0.01) < 1e-3, `${shown} N s: the weight of 4 kg over a step`);
        await closePage(page);
    }
});
