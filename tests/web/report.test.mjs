// report.html opened from disk: played, scrubbed, coloured, read. Every claim is about positions, numbers or pixels.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closePage, colourAt, difference, openBrowser, openPage, settled, state, until } from "./browser.mjs";
import { readColumn, readPositions } from "./npy.mjs";
import { run, temporaryDirectory } from "./program.mjs";

let browser;
let directory;
let square;
let cloth;

before(async () => {
    directory = temporaryDirectory();
    square = run(directory, "square");
    cloth = run(directory, "cloth");
    browser = await openBrowser();
});

after(async () => {
    await browser?.close();
    directory?.remove();
});

const open = (path, options) => openPage(browser, pathToFileURL(join(path, "report.html")).href, options);

test("shows the recorded positions to the stated precision", async () => {
    const page = await open(cloth);
    const recorded = readPositions(join(cloth, "positions.npy"));
    assert.equal(await state(page, "frameCount"), recorded.frames);
    for (const [frame, point] of [[0, 0], [1, 168], [17, 84], [50, 179]]) {
        const shown = await state(page, "positions", frame, point);
        assert.ok(difference(shown, recorded.at(frame, point)) < 5e-5, `frame ${frame}, point ${point}: ${shown}`);
    }
    const [size] = await state(page, "notes");
    assert.match(size, /one file of \d+\.\d+ MB with 51 frames inside; positions are rounded to ±\d+ µm/);
    await closePage(page);
});

test("plays, pauses, steps and starts over by key", async () => {
    const page = await open(square);
    await page.keyboard.press(" ");
    assert.equal(await state(page, "playing"), true);
    await until(page, () => window.talweg.frame >= 3);
    await page.keyboard.press(" ");
    assert.equal(await state(page, "playing"), false);
    const paused = await state(page, "frame");
    await page.waitForTimeout(300);
    assert.equal(await state(page, "frame"), paused);
    await page.keyboard.press(".");
    assert.equal(await state(page, "frame"), paused + 1);
    await page.keyboard.press(",");
    assert.equal(await state(page, "frame"), paused);
    await page.keyboard.press("r");
    assert.equal(await state(page, "frame"), 0);
    await closePage(page);
});

test("plays at the chosen speed and begins again at the end", async () => {
    const page = await open(square);
    await page.selectOption("select[aria-label=Speed]", "0.05");
    const start = Date.now();
    await page.keyboard.press(" ");
    await until(page, () => window.talweg.frame >= 20);
    const seconds = (Date.now() - start) / 1000; // 20 frames of 4 ms at a twentieth of real time: 1.6 s
    assert.ok(seconds > 1.4 && seconds < 8, `${seconds} s`);
    await page.selectOption("select[aria-label=Speed]", "2");
    await until(page, () => window.talweg.frame < 20);
    assert.equal(await state(page, "playing"), true);
    await closePage(page);
});

test("scrubs with the slider, and the picture follows", async () => {
    const page = await open(square);
    const place = await state(page, "screen", 24);
    await settled(page);
    const there = await colourAt(page, place);
    const scrubber = await page.locator(".scrubber").boundingBox();
    await page.mouse.click(scrubber.x + scrubber.width / 2, scrubber.y + scrubber.height / 2);
    assert.equal(await state(page, "frame"), 30);
    const recorded = readPositions(join(square, "positions.npy"));
    const now = await state(page, "screen", 24);
    const metres = recorded.at(30, 24)[0] - recorded.at(0, 24)[0];
    const scale = (await state(page, "screen", 20))[0] - now[0]; // both points are on the right edge
    assert.ok(Math.abs(now[0] - place[0]) > 20 && Math.sign(now[0] - place[0]) === Math.sign(metres));
    assert.ok(Math.abs(scale) < 40);
    await settled(page);
    assert.ok(difference(await colourAt(page, place), there) > 20, "the corner has left its first place");
    assert.ok(difference(await colourAt(page, now), there) < 60, "and is drawn at its new one");
    await closePage(page);
});

test("colours by speed, with legend, and pixels change", async () => {
    const page = await open(square);
    await state(page, "seek", 20);
    await settled(page);
    const place = await state(page, "screen", 22);
    const own = await colourAt(page, place);
    await page.locator(".lil-gui select").selectOption("speed");
    assert.equal(await state(page, "colorBy"), "speed");
    await settled(page);
    assert.ok(difference(await colourAt(page, place), own) > 40);
    assert.match(await page.locator(".legend").innerText(), /speed \(m\/s\)\s+0\s/);

    const recorded = readPositions(join(square, "positions.npy"));
    const speed = difference(recorded.at(20, 22), recorded.at(19, 22)) / 0.004;
    assert.ok(Math.abs((await state(page, "fieldValue", 22)) - speed) < 0.01 * speed + 0.02);
    assert.equal(await state(page, "fieldValue", 0), 0); // held
    const held = await colourAt(page, await state(page, "screen", 2));
    assert.ok(difference(held, await colourAt(page, place)) > 30, "slow and fast points differ");
    await page.locator(".lil-gui select").selectOption("kinetic energy");
    assert.ok(Math.abs((await state(page, "fieldValue", 22)) - 0.5 * speed ** 2) < 0.03 * speed ** 2 + 0.02);
    await closePage(page);
});

test("plots the step table, and the cursor follows the timeline both ways", async () => {
    const page = await open(square);
    const total = readColumn(join(square, "steps.csv"), "total");
    const iterations = readColumn(join(square, "steps.csv"), "newton_iterations");
    await state(page, "seek", 40);
    assert.ok(Math.abs((await state(page, "plotValue", "total")) - total[40]) <= 1e-6 * Math.abs(total[40]));
    assert.equal(await state(page, "plotValue", "newton_iterations"), iterations[40]);
    assert.equal(await page.locator(".plot", { hasText: "Newton" }).locator(".chip b").innerText(), `${iterations[40]}`);
    // From the series: what holds the square, in newtons; at the start nothing has acted.
    assert.ok((await state(page, "plotValue", "reaction.square")) > 0);
    assert.equal(await page.locator(".plot", { hasText: "Reaction" }).count(), 1);
    assert.equal(await page.locator(".plot", { hasText: "Contact force" }).count(), 0);

    const chart = await page.locator(".plot", { hasText: "Energy" }).locator(".u-over").boundingBox();
    const cursor = await page.locator(".plot", { hasText: "Energy" }).locator(".u-cursor-x").boundingBox();
    assert.ok(Math.abs(cursor.x - chart.x - (40 / 60) * chart.width) < 3);
    await page.mouse.click(chart.x + chart.width / 4, chart.y + chart.height / 2);
    assert.ok(Math.abs((await state(page, "frame")) - 15) <= 1);
    await closePage(page);
});

test("hides a body, and frames what is left", async () => {
    const page = await open(cloth);
    await settled(page);
    const place = await state(page, "screen", 84);
    const visible = await colourAt(page, place);
    await page.getByRole("button", { name: "Show or hide cloth" }).click();
    await settled(page);
    assert.ok(difference(await colourAt(page, place), visible) > 40);
    const before = await state(page, "screen", 179);
    await page.keyboard.press("f");
    await settled(page);
    const [first, last] = [await state(page, "screen", 169), await state(page, "screen", 179)];
    const picture = await page.locator(".picture").boundingBox();
    assert.ok(difference(first, last) > 0.5 * picture.width, "the rope now fills the picture");
    assert.notDeepEqual(last, before);
    await closePage(page);
});

test("shows on demand what is held", async () => {
    const page = await open(cloth);
    await settled(page);
    const place = await state(page, "screen", 0);
    const marked = await colourAt(page, place);
    assert.ok(marked[0] > marked[2] + 60, `a warm mark, not ${marked}`);
    await page.getByLabel("held points").click();
    await settled(page);
    assert.ok(difference(await colourAt(page, place), marked) > 60);
    await closePage(page);
});

test("is light or dark as the system says, and as the reader then chooses", async () => {
    const page = await open(square, { colorScheme: "dark" });
    const corner = async () => {
        const box = await page.locator(".picture").boundingBox();
        await settled(page);
        return (await colourAt(page, [box.x + box.width - 12, box.y + box.height / 2 + 12]))[1];
    };
    assert.ok((await corner()) < 70);
    await page.getByRole("button", { name: "Light or dark" }).click();
    assert.ok((await corner()) > 200);
    await closePage(page);
});

test("lists the parameters of the scene", async () => {
    const page = await open(square);
    const scene = page.locator(".parameters");
    assert.match(await scene.innerText(), /step\s+0\.004/);
    await scene.getByText("energies", { exact: true }).click();
    assert.match(await scene.innerText(), /stiffness\s+(1e5|100000)/);
    await closePage(page);
});

test("fits a narrow screen", async () => {
    const page = await open(square, { viewport: { width: 390, height: 800 } });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    assert.ok((await page.locator(".picture canvas").boundingBox()).height > 300);
    await closePage(page);
});

test("saves a picture and a film", async () => {
    const page = await open(square);
    const download = async (button) => {
        const arrives = page.waitForEvent("download");
        await page.getByRole("button", { name: button }).click();
        const file = await arrives;
        return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const picture = await download("Save a picture");
    assert.equal(picture.name, "square.png");
    assert.equal(picture.bytes.toString("latin1", 1, 4), "PNG");
    const canvas = await page.locator(".picture canvas").boundingBox();
    assert.equal(picture.bytes.readUInt32BE(16), Math.floor(canvas.width));

    await page.selectOption("select[aria-label=Speed]", "0.05");
    await page.getByRole("button", { name: "Film the picture" }).click();
    await page.keyboard.press(" ");
    await until(page, () => window.talweg.frame > 15);
    const film = await download("Film the picture");
    assert.match(film.name, /^square\.(webm|mp4)$/);
    const size = await page.evaluate(async (data) => {
        const video = document.createElement("video");
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        video.src = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
        await new Promise((resolve, reject) => {
            video.addEventListener("loadeddata", resolve);
            video.addEventListener("error", () => reject(new Error(video.error.message)));
        });
        return [video.videoWidth, video.videoHeight];
    }, film.bytes.toString("base64"));
    assert.ok(difference(size, [canvas.width, canvas.height]) <= 2, `${size}`); // films have even sizes
    await closePage(page);
});
