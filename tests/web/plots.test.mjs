// Plots that teach: units, four digits, whole ticks for counts, a logarithmic axis, the numbers under the pointer, any
// column; ranges of colours; results and the reason of a stop on the page.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closePage, colourAt, difference, keepWords, openBrowser, openPage, settled, state } from "./browser.mjs";
import { readColumn } from "./npy.mjs";
import { program, run, temporaryDirectory } from "./program.mjs";

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

const open = (path = square, options = {}) => openPage(browser, pathToFileURL(join(path, "report.html")).href, options);
const plot = (page, title) => page.locator(".plot", { has: page.locator("h2", { hasText: title }) });
const prefixes = { k: 1e3, M: 1e6, m: 1e-3, "": 1 };

/// "1.234 kJ" in joules.
function joules(text) {
    const [, number, prefix] = /([\d.e−-]+) ([kMm]?)J/.exec(text);
    return Number(number.replaceAll("−", "-")) * prefixes[prefix];
}

test("tells energies with a unit and four digits", async () => {
    const page = await open();
    await state(page, "seek", 7);
    const kinetic = readColumn(join(square, "steps.csv"), "kinetic")[7];
    const unit = await plot(page, "Energy").locator("h2 small").innerText();
    const shown = await plot(page, "Energy").locator(".chip", { hasText: "kinetic" }).locator("b").innerText();
    assert.match(unit, /^\([kMm]?J\)$/);
    const value = joules(`${shown} ${unit.slice(1, -1)}`);
    assert.ok(Math.abs(value - kinetic) <= 6e-4 * kinetic, `${shown} ${unit} for ${kinetic} J`);
    await closePage(page);
});

test("tells the numbers under the pointer without moving the timeline", async () => {
    const page = await open();
    const chart = await plot(page, "Energy").locator(".u-over").boundingBox();
    await page.mouse.move(chart.x + chart.width / 2, chart.y + chart.height / 2);
    const lines = (await plot(page, "Energy").locator(".readout").innerText()).split("\n");
    assert.ok(Math.abs(parseFloat(lines[0]) - 0.12) <= 0.005, lines[0]);
    const row = Math.round(parseFloat(lines[0]) / 0.004);
    const kinetic = readColumn(join(square, "steps.csv"), "kinetic")[row];
    const told = joules(lines.find((line) => line.startsWith("kinetic")));
    assert.ok(Math.abs(told - kinetic) <= 6e-4 * kinetic, `${told} for ${kinetic}`);
    assert.equal(await state(page, "frame"), 0);
    await closePage(page);
});

test("axes have titles with units; counts have whole-number ticks, energies those of the unit in the title", async () => {
    const page = await open(square, { script: keepWords, viewport: { width: 1400, height: 700 } });
    await settled(page);
    const words = (title) => plot(page, title).locator("canvas").evaluate((canvas) => canvas.words);
    const iterations = await words("Newton iterations");
    assert.ok(iterations.includes("time (s)"), iterations.join(" | "));
    const most = Math.max(...readColumn(join(square, "steps.csv"), "newton_iterations"));
    const ticks = iterations.map(Number).filter((value) => value >= 1); // the time ends before 1
    assert.ok(ticks.length >= 2 && ticks.every(Number.isInteger), iterations.join(" | "));
    assert.ok(Math.max(...ticks) >= 0.5 * most, `${ticks} for up to ${most}`);
    const unit = (await plot(page, "Energy").locator("h2 small").innerText()).slice(1, -1);
    const largest = Math.max(...readColumn(join(square, "steps.csv"), "total").map(Math.abs));
    const shown = (await words("Energy")).map((text) => Number(text.replaceAll("−", "-"))).filter(Number.isFinite);
    const ratio = (Math.max(...shown) * prefixes[unit.slice(0, -1)]) / largest;
    assert.ok(ratio > 0.5 && ratio < 2, `${shown} ${unit} for up to ${largest} J`);
    await closePage(page);
});

test("makes an axis logarithmic, and draws another picture then", async () => {
    const page = await open();
    const energy = plot(page, "Energy");
    const before = await energy.locator("canvas").screenshot();
    const log = energy.getByRole("button", { name: "Logarithmic axis for Energy" });
    assert.equal(await log.getAttribute("aria-pressed"), "false");
    await log.click();
    assert.equal(await log.getAttribute("aria-pressed"), "true");
    await settled(page);
    assert.ok(!before.equals(await energy.locator("canvas").screenshot()));
    await closePage(page);
});

test("plots any other column of the table", async () => {
    const page = await open();
    await state(page, "seek", 9);
    await page.selectOption("select[aria-label='Plot another column']", "residual");
    const residual = readColumn(join(square, "steps.csv"), "residual")[9];
    assert.equal(await plot(page, "residual").locator("h2 small").innerText(), "(m/s)");
    const shown = Number((await plot(page, "residual").locator(".chip b").innerText()).replaceAll("−", "-"));
    assert.ok(Math.abs(shown - residual) <= 6e-4 * residual + 1e-300, `${shown} for ${residual}`);
    await closePage(page);
});

test("colours by displacement, in a range that can be chosen", async () => {
    const page = await open();
    await state(page, "seek", 20);
    await page.locator(".lil-gui select").selectOption("displacement");
    await settled(page);
    const place = await state(page, "screen", 22);
    const own = await colourAt(page, place);
    const [low, high] = await state(page, "colorRange");
    assert.ok(low === 0 && high > 0.1 && high < 1.4, `${low} to ${high}`);
    page.once("dialog", (dialog) => dialog.accept("0, 100"));
    await page.getByRole("button", { name: "range" }).click();
    await settled(page);
    assert.deepEqual(await state(page, "colorRange"), [0, 100]);
    assert.ok(difference(await colourAt(page, place), own) > 40, "all points are at the low end now");
    assert.match(await page.locator(".legend").innerText(), /displacement \(m\)\s+0\s+50\s+100/);
    await closePage(page);
});

test("shows the largest displacement and where it is", async () => {
    const page = await open();
    const { results } = JSON.parse(readFileSync(join(square, "run.json"), "utf8"));
    const row = await page.locator(".results tbody tr").first().innerText();
    assert.match(row, /^largest displacement/);
    assert.ok(row.includes(results[0].largest.where), row);
    await closePage(page);
});

test("says why a run stopped and what to do", async () => {
    const scene = join(directory.path, "wild.json");
    const spring = { type: "spring", stiffness: 1e5 };
    const body = { name: "rope", shape: { type: "rope", from: [0, 0, 0], to: [1, 0, 0], segments: 4 }, density: 1 };
    const time = { step: 1e9, frames: 40 };
    writeFileSync(scene, JSON.stringify({ time, integrator: { type: "forward_euler" }, bodies: [{ ...body, energies: [spring] }] }));
    const output = join(directory.path, "wild");
    assert.equal(spawnSync(program, ["run", scene, "-o", output, "-q"]).status, 2);
    const { ended, advice } = JSON.parse(readFileSync(join(output, "run.json"), "utf8"));
    const page = await open(output);
    const told = await page.getByRole("alert").innerText();
    assert.ok(told.startsWith(ended) && told.includes(advice.split("\n")[0]), told);
    await closePage(page);
});
