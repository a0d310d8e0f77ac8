// Particles on the page: seen in three dimensions and in the plane, as large as contact has them; those that an emitter
// has not yet sent out are drawn nowhere; liquids have the colours of their pressure and density.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closePage, colourAt, difference, openBrowser, openPage, settled, state } from "./browser.mjs";
import { readField } from "./npy.mjs";
import { run, temporaryDirectory, view } from "./program.mjs";

let browser;
let directory;

before(async () => {
    directory = temporaryDirectory();
    browser = await openBrowser();
});

after(async () => {
    await browser?.close();
    directory?.remove();
});

/// `turned`: by how much the page looks at the scene from the side, degrees.
async function looksRight(page, turned) {
    await state(page, "seek", 16);
    await settled(page);
    const place = await state(page, "screen", 2); // the first drop, born at 0.3 s: frame 15
    const drop = await colourAt(page, place, 1);
    await state(page, "seek", 0);
    await settled(page);
    const empty = await colourAt(page, place, 1);
    assert.ok(difference(drop, empty) > 25, `a drop ${drop}, and nothing there before it is born ${empty}`);

    const [left, right] = [await state(page, "screen", 0), await state(page, "screen", 1)];
    const scale = (right[0] - left[0]) / (2 * Math.cos((turned * Math.PI) / 180)); // pixels per metre, about
    const beside = (metres) => colourAt(page, [left[0] + metres * scale, left[1]], 1);
    const [middle, inside, outside] = [await beside(0), await beside(0.12), await beside(0.3)];
    assert.ok(difference(inside, outside) > 25, `a ball of 0.2 m: ${inside} inside, ${outside} outside`);
    assert.ok(difference(middle, inside) < difference(middle, outside));
}

for (const planar of [false, true])
    test(`a report shows particles ${planar ? "in the plane" : "in three dimensions"}`, async () => {
        const path = run(directory, "particles", "--overwrite", "--set", `planar=${planar}`);
        const page = await openPage(browser, pathToFileURL(join(path, "report.html")).href);
        await looksRight(page, planar ? 0 : 32);
        await closePage(page);
    });

test("a replay shows them too, and colours by age", async () => {
    const path = run(directory, "particles", "--overwrite");
    const server = await view(path);
    const page = await openPage(browser, server.address);
    await looksRight(page, 32);
    await state(page, "seek", 16);
    await page.locator(".lil-gui select").selectOption("age");
    await settled(page);
    assert.ok(Math.abs((await state(page, "fieldValue", 2)) - 0.02) < 1e-6);
    await closePage(page);
    await server.stop();
});

/// Points of the bottom and of the top row of the tank, in its middle column.
const bottom = 50;
const top = 59;

async function coloursBy(page, path, name, legend) {
    await page.locator(".lil-gui select").selectOption(name);
    await settled(page);
    const recorded = readField(join(path, `${name}.npy`));
    for (const point of [bottom, 53, top]) {
        const value = recorded.at(40, point);
        const shown = await state(page, "fieldValue", point);
        assert.ok(Math.abs(shown - value) <= 1e-3 * Math.abs(value) + 1e-6, `${name} of ${point}: ${shown}, ${value}`);
    }
    assert.ok(Number.isNaN(await state(page, "fieldValue", 100)), "a floor has none");
    assert.match(await page.locator(".legend").innerText(), legend);
    const [low, high] = [await state(page, "screen", bottom), await state(page, "screen", top)];
    const [below, above] = [await colourAt(page, low, 1), await colourAt(page, high, 1)];
    assert.ok(difference(below, above) > 60, `${name}: ${below} at the bottom, ${above} at the surface`);
    return recorded;
}

for (const kind of ["report", "replay"])
    test(`a ${kind} colours liquids by pressure and density`, async () => {
        const path = run(directory, "tank", "--overwrite");
        const server = kind === "replay" ? await view(path) : undefined;
        const page = await openPage(browser, server?.address ?? pathToFileURL(join(path, "report.html")).href);
        await state(page, "seek", 40);
        const pressure = await coloursBy(page, path, "pressure", /pressure \([kM]?(Pa|N\/m)\)/);
        // ρ g d in the middle, away from floor and surface: 6.5 rows of ten below the surface.
        assert.ok(Math.abs(pressure.at(40, 53) / (1000 * 9.81 * 0.65) - 1) < 0.1, `${pressure.at(40, 53)} N/m`);
        await coloursBy(page, path, "density", /density \(kg\/m[²³]\)/);
        await closePage(page);
        await server?.stop();
    });
