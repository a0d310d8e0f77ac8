// The page obeys the scene: its camera, zoom, colours and frame; values with units; arrows that show what acts now;
// deformations drawn larger, colours by percentiles, other colour maps.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closePage, colourAt, difference, openBrowser, openPage, settled, state, until } from "./browser.mjs";
import { readPositions } from "./npy.mjs";
import { run, scene, temporaryDirectory, view } from "./program.mjs";

let browser;
let directory;
let tower;

before(async () => {
    directory = temporaryDirectory();
    tower = run(directory, "tower");
    browser = await openBrowser();
});

after(async () => {
    await browser?.close();
    directory?.remove();
});

const open = (path = tower, options) => openPage(browser, pathToFileURL(join(path, "report.html")).href, options);

test("camera, zoom, colour and frame are those that the scene asks for", async () => {
    const page = await open();
    const { azimuth, elevation, distance } = await state(page, "camera");
    assert.ok(Math.abs(azimuth - 90) < 0.01 && Math.abs(elevation - 10) < 0.01, `${azimuth}, ${elevation}`);
    assert.equal(await state(page, "frame"), 12);
    assert.equal(await state(page, "colorBy"), "speed");
    // Seen along −x, what has larger z is further left.
    const x = readPositions(join(tower, "positions.npy"));
    const [near, far] = [0, 2].map((k) => [...Array(45).keys()].find((i) => x.at(0, i)[2] === [-0.15, 0, 0.15][k]));
    assert.ok((await state(page, "screen", far))[0] < (await state(page, "screen", near))[0] - 20);
    // F frames the whole: twice as far away.
    await page.keyboard.press("f");
    await until(page, (d) => Math.abs(window.talweg.camera.distance / d - 2) < 0.3, distance);
    // Playing begins at the start.
    await page.keyboard.press(" ");
    await until(page, () => window.talweg.frame < 12);
    await closePage(page);
});

test("cloth that has texture coordinates is woven along them, other cloth is plain", async () => {
    const page = await openPage(browser, pathToFileURL(join(run(directory, "woven"), "report.html")).href);
    await settled(page);
    // Largest less smallest brightness at places along the diagonal of a square.
    const spread = async (first) => {
        const [a, b] = [await state(page, "screen", first), await state(page, "screen", first + 2)];
        const bright = [];
        for (let k = 0; k < 24; ++k) {
            const part = 0.3 + (0.4 * k) / 23;
            const colour = await colourAt(page, [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])], 0);
            bright.push((colour[0] + colour[1] + colour[2]) / 3);
        }
        return Math.max(...bright) - Math.min(...bright);
    };
    const [woven, plain] = [await spread(0), await spread(4)];
    assert.ok(woven > 10 && plain < 5, `${woven}, ${plain}`);
    await closePage(page);
});

test("bodies have the colours that the scene has chosen for them", async () => {
    const page = await open();
    const swatch = page.locator(".bodies .swatch").first();
    assert.equal(await swatch.evaluate((node) => getComputedStyle(node).backgroundColor), "rgb(208, 16, 76)");
    await page.evaluate(() => (window.talweg.picture.colouring.name = "body"));
    await settled(page);
    const [r, g, b] = await colourAt(page, await state(page, "screen", 22));
    assert.ok(r > 2 * g && r > 1.5 * b, `red: ${[r, g, b]}`);
    await closePage(page);
});

test("values of the scene have units and four digits", async () => {
    const page = await open();
    await page.locator(".parameters details").evaluateAll((all) => all.forEach((one) => (one.open = true)));
    const rows = await page.locator(".parameter").allInnerTexts();
    const value = (key) => rows.findLast((row) => row.split("\n")[0].trim() === key).split("\n").at(-1).trim();
    assert.equal(value("youngs_modulus"), "103.7 kPa");
    assert.equal(value("density"), "1000 kg/m³");
    assert.equal(value("gravity"), "0, −9.81, 0 m/s²");
    assert.equal(value("step"), "0.01 s");
    assert.equal(value("poissons_ratio"), "0.3");
    await closePage(page);
});

test("sliders of a live scene tell units and four digits too, and how fast time goes", async (t) => {
    const { address, stop } = await view(scene("tower"));
    t.after(() => stop());
    const page = await openPage(browser, address);
    const { azimuth } = await state(page, "camera");
    assert.ok(Math.abs(azimuth - 90) < 0.01);
    const knob = page.locator(".knob", { hasText: "youngs modulus" });
    assert.match(await knob.innerText(), /103\.7\s*kPa/);
    assert.equal(await knob.locator("input").getAttribute("aria-valuetext"), "103.7 kPa");
    const pace = () => page.evaluate(() => parseFloat(document.querySelector(".pace").textContent));
    await page.selectOption("select[aria-label=Speed]", "0.1");
    await until(page, () => Math.abs(parseFloat(document.querySelector(".pace").textContent) - 0.1) < 0.03);
    assert.match(await page.locator(".pace").innerText(), /× real time/);
    await page.keyboard.press(" ");
    await until(page, () => document.querySelector(".pace").hidden);
    assert.ok(Number.isFinite(await pace()));
    await closePage(page);
});

test("a live scene is coloured by displacement, as the server measures it from the start", async (t) => {
    const { address, stop } = await view(scene("tower"), "--paused");
    t.after(() => stop());
    const page = await openPage(browser, address);
    const start = await state(page, "positions", 1, 44);
    await page.locator(".lil-gui select").selectOption("displacement");
    for (let i = 1; i <= 4; ++i) {
        await page.keyboard.press(".");
        await until(page, (step) => window.talweg.step === step, i);
    }
    const way = difference(await state(page, "positions", 1, 44), start);
    assert.ok(way > 1e-3);
    await until(page, (metres) => Math.abs(window.talweg.fieldValue(44) / metres - 1) < 1e-3, way);
    await until(page, () => document.querySelector(".legend-title").innerText === "displacement (mm)");
    await closePage(page);
});

test("arrows are scaled by what acts now, not by the blow of the landing", async () => {
    const stack = run(directory, "stack");
    const page = await open(stack);
    await page.getByLabel("contact forces").click();
    const forces = readPositions(join(stack, "contact_force.npy"));
    const largest = (frame) => Math.max(...[...Array(48).keys()].map((i) => Math.hypot(...forces.at(frame, i))));
    const all = [...Array(61).keys()].map(largest);
    const weakest = all.reduce((best, force, frame) => (force > 0 && force < all[best] ? frame : best), all.indexOf(Math.max(...all)));
    assert.ok(all[weakest] < 0.5 * Math.max(...all), "forces differ much in this run");
    const lengths = [];
    for (const frame of [weakest, all.indexOf(Math.max(...all))]) {
        await state(page, "seek", frame);
        lengths.push(await state(page, "longestArrow"));
        const told = await page.locator(".arrow-scale").innerText();
        const [, number, prefix] = /longest arrow ([\d.e−]+) ([mk]?)N/.exec(told);
        const newtons = Number(number.replace("−", "-")) * { "": 1, m: 1e-3, k: 1e3 }[prefix];
        assert.ok(Math.abs(newtons / all[frame] - 1) < 2e-3, `${told} for ${all[frame]}`);
    }
    for (const length of lengths) assert.ok(length > 0.39 * Math.max(...lengths), `${lengths}`);
    // The weakest are seen: pixels change where the longest of them goes when arrows are switched off.
    await state(page, "seek", weakest);
    await settled(page);
    const point = [...Array(48).keys()].reduce((a, b) =>
        Math.hypot(...forces.at(weakest, b)) > Math.hypot(...forces.at(weakest, a)) ? b : a);
    const [x, y] = await state(page, "screen", point);
    const place = [x, y + (forces.at(weakest, point)[1] > 0 ? -8 : 8)];
    const drawn = await colourAt(page, place, 1);
    await page.getByLabel("contact forces").click();
    await settled(page);
    assert.ok(difference(await colourAt(page, place, 1), drawn) > 40);
    await closePage(page);
});

test("deformation is drawn as many times as large as is asked", async () => {
    const page = await open();
    await state(page, "seek", 12);
    const x = readPositions(join(tower, "positions.npy"));
    const place = () => page.evaluate(() => window.talweg.drawn(44));
    assert.ok(difference(await place(), x.at(12, 44)) < 1e-4);
    await page.locator(".lil-controller", { hasText: "deformation" }).locator("input").fill("10");
    await page.keyboard.press("Enter");
    await until(page, () => window.talweg.drawn(44) !== null);
    const wanted = x.at(0, 44).map((start, a) => start + 10 * (x.at(12, 44)[a] - start));
    assert.ok(difference(await place(), wanted) < 1e-3, `${await place()} for ${wanted}`);
    assert.ok(difference(await state(page, "positions", 12, 44), x.at(12, 44)) < 1e-4, "the numbers stay");
    await closePage(page);
});

test("colours are taken from percentiles of the run or of the frame, and from other maps", async () => {
    const page = await open();
    await state(page, "seek", 12);
    const x = readPositions(join(tower, "positions.npy"));
    const speeds = [...Array(x.points).keys()].map((i) => difference(x.at(12, i), x.at(11, i)) / 0.01).sort((a, b) => a - b);
    const ofRun = await state(page, "colorRange");
    await page.getByLabel("What the ends of the colours are taken from").selectOption("this frame");
    const [low, high] = await state(page, "colorRange");
    const percentile = (share) => speeds[Math.round(share * (speeds.length - 1))];
    assert.ok(Math.abs(low - percentile(0.01)) < 0.02 * percentile(0.99), `${low} for ${percentile(0.01)}`);
    assert.ok(Math.abs(high / percentile(0.99) - 1) < 0.02, `${high} for ${percentile(0.99)}`);
    assert.ok(ofRun[1] !== high);
    await settled(page);
    const place = await state(page, "screen", 22);
    const own = await colourAt(page, place);
    await page.getByLabel("Colour map").selectOption("grey");
    await settled(page);
    const [r, g, b] = await colourAt(page, place);
    assert.ok(difference([r, g, b], own) > 40);
    assert.ok(Math.max(r, g, b) - Math.min(r, g, b) < 25, `grey, in warm light: ${[r, g, b]}`);
    await closePage(page);
});

test("a floor has no edge: around the bodies the ground looks alike, and its square is not drawn", async () => {
    const stack = run(directory, "stack", "--overwrite");
    const page = await open(stack);
    await page.getByLabel("grid", { exact: true }).click();
    await settled(page);
    const drawn = await page.evaluate(() => window.talweg.picture.world.visibleBodies.map(({ name }) => name));
    assert.deepEqual(drawn, ["lower", "upper"], "the ground is no body that is drawn");
    // Corners of the square that stands for the plane, and places beyond: no difference without the grid.
    const corners = await Promise.all([49, 50, 51, 52].map((point) => state(page, "screen", point)));
    const { x, y, width, height } = await page.locator(".picture canvas").boundingBox();
    const seen = corners.filter(([u, v]) => u > x + 40 && u < x + width - 40 && v > y + 120 && v < y + height - 40);
    for (const [u, v] of seen) {
        const [inside, outside] = [await colourAt(page, [u, v + 8], 1), await colourAt(page, [u, v - 8], 1)];
        assert.ok(difference(inside, outside) < 12, `${inside} and ${outside} at ${[u, v]}`);
    }
    // Under the blocks it takes their shadow where it lies: the lowest points touch it on the screen.
    assert.ok(Math.abs((await page.evaluate(() => window.talweg.groundHeight)) - 0) < 1e-3);
    await closePage(page);
});

test("where a body stands on the ground the sky is hidden: a soft shadow all around, also towards the light", async () => {
    const stack = run(directory, "stack", "--overwrite");
    for (const colorScheme of ["light", "dark"]) {
        const page = await open(stack, { colorScheme });
        await state(page, "seek", 60);
        await settled(page);
        // Before the front of the lower block, z = 0.1 m, where the key light falls freely. The ground has the colour of
        // the background, which changes from row to row only, and the lines of its grid, darker ones on light ground,
        // brighter ones on dark: of several places, one between them counts.
        const { x } = await page.locator(".picture canvas").boundingBox();
        const sum = ([r, g, b]) => r + g + b;
        const between = async (places) => {
            const all = (await Promise.all(places.map((place) => colourAt(page, place, 1)))).map(sum);
            return colorScheme === "light" ? Math.max(...all) : Math.min(...all);
        };
        const brightness = async (z) => {
            const at = (along) => page.evaluate((place) => window.talweg.screenOf(place), [along, 0, z]);
            const here = await Promise.all([0.03, 0.06, 0.09].map(at));
            return (await between(here)) / (await between([20, 30, 40].map((left) => [x + left, here[1][1]])));
        };
        const [touching, near, far] = [await brightness(0.106), await brightness(0.14), await brightness(0.3)];
        assert.ok(touching < 0.9 && touching < near - 0.03 && near < far - 0.02, `${[touching, near, far]} ${colorScheme}`);
        assert.ok(Math.abs(far - 1) < 0.03, `${far} far away, ${colorScheme}`);
        await closePage(page);
    }
});
