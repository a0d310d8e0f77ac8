// One page of several runs: beside and over each other, curves overlaid, made by `view`, and by a sweep.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closePage, colourAt, difference, keepWords, openBrowser, openPage, settled, state } from "./browser.mjs";
import { readColumn, readPositions } from "./npy.mjs";
import { program, run, scene, temporaryDirectory, view } from "./program.mjs";

let browser;
let directory;
let soft;
let stiff;

before(async () => {
    directory = temporaryDirectory();
    soft = join(directory.path, "soft");
    stiff = join(directory.path, "stiff");
    for (const [output, stiffness] of [[soft, "1e5"], [stiff, "4e5"]]) {
        const change = [`bodies[0].energies[0].stiffness=${stiffness}`, ...(output === soft ? [] : ["time.frames=30"])];
        const settings = change.flatMap((setting) => ["--set", setting]);
        execFileSync(program, ["run", scene("square"), "-o", output, "-q", ...settings]);
    }
    browser = await openBrowser();
});

after(async () => {
    await browser?.close();
    directory?.remove();
});

test("shows runs beside each other, then over each other, each at its recorded place", async (t) => {
    const { address, stop } = await view(soft, stiff);
    t.after(() => stop());
    const page = await openPage(browser, address);
    const [a, b] = [soft, stiff].map((path) => readPositions(join(path, "positions.npy")));
    assert.equal(await state(page, "frameCount"), 61);
    const at = async (frame, point) => state(page, "positions", frame, point);
    const second = await at(20, 25 + 24);
    assert.ok(difference(await at(20, 24), a.at(20, 24)) < 1e-4);
    assert.ok(difference([b.at(20, 24)[0], second[1], second[2]], b.at(20, 24)) < 1e-4, "moved aside along x alone");
    assert.ok(second[0] - b.at(20, 24)[0] > 1.2, "there is room between them");
    await page.selectOption("select[aria-label='Where runs are shown']", "over");
    assert.ok(difference(await at(20, 25 + 24), b.at(20, 24)) < 1e-4);
    // The shorter run stays at its end.
    assert.ok(difference(await at(60, 25 + 24), b.at(30, 24)) < 1e-4);
    await closePage(page);
});

test("gives each run its colour, hides one, and overlays the curves", async () => {
    const file = join(directory.path, "both.html");
    execFileSync(program, ["view", soft, stiff, "--page", file]);
    const page = await openPage(browser, pathToFileURL(file).href);
    await settled(page);
    const places = [await state(page, "screen", 12), await state(page, "screen", 37)];
    const [first, second] = [await colourAt(page, places[0]), await colourAt(page, places[1])];
    assert.ok(difference(first, second) > 60, `${first} and ${second}`);
    await page.locator("button[aria-label='Show or hide stiff']").click();
    await settled(page);
    assert.ok(difference(await colourAt(page, places[1]), second) > 40, "the second run is hidden");
    await state(page, "seek", 20);
    const chips = await page.locator(".plot", { hasText: "Kinetic" }).locator(".chip b").allInnerTexts();
    const kinetic = [soft, stiff].map((path) => readColumn(join(path, "steps.csv"), "kinetic")[20]);
    const unit = await page.locator(".plot", { hasText: "Kinetic" }).locator("h2 small").innerText();
    const factor = { "(J)": 1, "(kJ)": 1e3, "(mJ)": 1e-3 }[unit];
    chips.forEach((text, k) => assert.ok(Math.abs(Number(text) * factor - kinetic[k]) < 6e-4 * kinetic[k], `${text} ${unit}`));
    await closePage(page);
});

const plot = (page, title) => page.locator(".plot", { has: page.locator("h2", { hasText: title }) });
const prefixes = { k: 1e3, M: 1e6, m: 1e-3, "": 1 };
const joules = (text) => {
    const [, number, prefix] = /([\d.e−-]+) ([kMm]?)J/.exec(text);
    return Number(number.replaceAll("−", "-")) * prefixes[prefix];
};
const isNearly = (value, expected) => Math.abs(value - expected) <= 6e-4 * Math.abs(expected);

test("overlays any column and phase plots of all runs, and tells the numbers under the pointer", async (t) => {
    const { address, stop } = await view(soft, stiff);
    t.after(() => stop());
    const page = await openPage(browser, address, { script: keepWords, viewport: { width: 1400, height: 800 } });
    const [springs, kinetics] = ["spring", "kinetic"].map((name) =>
        [soft, stiff].map((path) => readColumn(join(path, "steps.csv"), name)),
    );
    // Where the pointer is, of every run; after the end of the shorter one, of the other alone.
    await page.selectOption("select[aria-label='Plot another column']", "spring");
    const card = plot(page, /^Spring/);
    await card.scrollIntoViewIfNeeded();
    await settled(page);
    const chart = await card.locator(".u-over").boundingBox();
    for (const share of [0.25, 0.75]) {
        await page.mouse.move(chart.x + share * chart.width, chart.y + chart.height / 2);
        const [when, ...lines] = (await card.locator(".readout").innerText()).split("\n");
        const row = Math.round(parseFloat(when) / 0.004);
        assert.ok(Math.abs(row - 60 * share) <= 1, when);
        assert.ok(lines[0].startsWith("soft ") && isNearly(joules(lines[0]), springs[0][row]), lines.join());
        if (share < 0.5) assert.ok(lines[1].startsWith("stiff ") && isNearly(joules(lines[1]), springs[1][row]), lines.join());
        else assert.equal(lines[1], "stiff –");
    }
    // One against the other, a path for each run, each with its numbers now.
    await state(page, "seek", 20);
    await page.getByLabel("Against", { exact: true }).selectOption("spring");
    await page.selectOption("select[aria-label='Plot another column']", "kinetic");
    const phase = plot(page, "Kinetic against spring");
    const chips = await phase.locator(".chip b").allInnerTexts();
    assert.equal(chips.length, 2);
    chips.map((text) => text.split(", ").map(joules)).forEach(([spring, kinetic], k) => {
        assert.ok(isNearly(spring, springs[k][20]) && isNearly(kinetic, kinetics[k][20]), chips[k]);
    });
    const words = await phase.locator("canvas").evaluate((canvas) => canvas.words);
    for (const title of [/^spring \(k?J\)$/, /^kinetic \(k?J\)$/]) assert.ok(words.some((text) => title.test(text)), words.join());
    // Along its upper left edge a path is that of the stiffer run, which has the more energy.
    await phase.scrollIntoViewIfNeeded();
    await settled(page);
    const { x, y, width, height } = await phase.locator("canvas").boundingBox();
    await page.mouse.move(x + 66, y + 10);
    const [when, name, ...numbers] = (await phase.locator(".readout").innerText()).split("\n");
    const [run, row] = [["soft", "stiff"].indexOf(name), Math.round(parseFloat(when) / 0.004)];
    assert.equal(name, "stiff", `${numbers} in ${width} × ${height}`);
    assert.ok(isNearly(joules(numbers[0]), springs[run][row]) && isNearly(joules(numbers[1]), kinetics[run][row]), numbers.join());
    await page.mouse.down();
    await page.mouse.up();
    assert.equal(await state(page, "frame"), row);
    await closePage(page);
});

test("colours all runs by one field in one range, and says which run lacks one", async () => {
    const file = join(directory.path, "coloured.html");
    execFileSync(program, ["view", soft, stiff, "--page", file]);
    const page = await openPage(browser, pathToFileURL(file).href);
    await state(page, "seek", 20);
    await page.locator(".lil-gui select").selectOption("displacement");
    await settled(page);
    const [low, high] = await state(page, "colorRange");
    const largest = Math.max(...[soft, stiff].map((path) => {
        const x = readPositions(join(path, "positions.npy"));
        const all = Array.from({ length: x.frames * x.points }, (_, i) => [Math.floor(i / x.points), i % x.points]);
        return Math.max(...all.map(([frame, point]) => difference(x.at(frame, point), x.at(0, point))));
    }));
    assert.ok(low === 0 && high <= largest * 1.001 && high > 0.5 * largest, `${low} to ${high}, at most ${largest}`);
    for (const [path, first] of [[soft, 0], [stiff, 25]]) {
        const x = readPositions(join(path, "positions.npy"));
        const value = await state(page, "fieldValue", first + 24);
        assert.ok(Math.abs(value - difference(x.at(20, 24), x.at(0, 24))) < 1e-4, `${value} m`);
    }
    await closePage(page);
    const recorded = join(directory.path, "recorded");
    const stack = (output, ...more) => execFileSync(program, ["run", scene("stack"), "-o", output, "-q", "--frames", "2", ...more]);
    stack(recorded);
    stack(join(directory.path, "bare"), "--set", "record.elements=[]");
    const told = join(directory.path, "told.html");
    execFileSync(program, ["view", recorded, join(directory.path, "bare"), "--page", told]);
    const other = await openPage(browser, pathToFileURL(told).href);
    assert.match((await state(other, "notes")).join("\n"), /No colours by von.mises.stress: bare did not record it\./);
    await closePage(other);
});

test("shows the runs of a sweep as small multiples", async () => {
    const study = join(directory.path, "study.json");
    const vary = [{ key: "bodies[0].density", values: [500, 1000, 2000, 4000] }];
    writeFileSync(study, JSON.stringify({ scene: scene("square"), set: { "time.frames": 5 }, vary }));
    const output = join(directory.path, "sweep");
    execFileSync(program, ["sweep", study, "-o", output, "-q"]);
    const page = await openPage(browser, pathToFileURL(join(output, "report.html")).href);
    const names = await page.locator("aside .bodies .name").allInnerTexts();
    assert.deepEqual(names, ["0: density 500", "1: density 1000", "2: density 2000", "3: density 4000"]);
    const corners = await Promise.all([0, 1, 2, 3].map((k) => state(page, "positions", 0, 25 * k)));
    assert.ok(corners[1][0] > corners[0][0] + 1.4 && Math.abs(corners[1][1] - corners[0][1]) < 1e-3);
    assert.ok(corners[2][1] < corners[0][1] - 1 && Math.abs(corners[2][0] - corners[0][0]) < 1e-3);
    await closePage(page);
});

test("says why runs cannot be shown together", () => {
    const stack = run(directory, "stack", "--frames", "1");
    const told = (...words) => spawnSync(program, ["view", ...words, "--page", "x.html"], { encoding: "utf8" }).stderr;
    assert.match(told(soft, stack), /cannot be shown in one picture: one of them is planar, the other is not/);
    assert.match(told(soft, scene("square")), /holds no run; several things to view must be directories/);
});
