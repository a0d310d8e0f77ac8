// `talweg compare` feeds the page of several runs: motions, table, and curves of error and work.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closePage, openBrowser, openPage, state } from "./browser.mjs";
import { faults } from "./faults.mjs";
import { program, scene, temporaryDirectory } from "./program.mjs";

let browser;
let directory;
let output;
let printed;

before(async () => {
    directory = temporaryDirectory();
    output = join(directory.path, "compared");
    const words = ["compare", scene("square"), "--with", "implicit_euler,bdf2", "-o", output, "--frames", "10"];
    printed = execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    browser = await openBrowser();
});

after(async () => {
    await browser?.close();
    directory?.remove();
});

const open = (options) => openPage(browser, pathToFileURL(join(output, "compare.html")).href, options);

test("shows the runs, what was measured of each, and curves of error and work", async () => {
    const page = await open();
    assert.deepEqual(await page.locator("aside .bodies .name").allInnerTexts(), ["minimum", "implicit_euler", "bdf2"]);
    assert.equal(await state(page, "frameCount"), 11);
    const cells = await page.locator(".wide-table tbody tr").evaluateAll((rows) =>
        rows.map((row) => [...row.children].map(({ textContent }) => textContent)),
    );
    const error = (label) => Number(cells.find(([name]) => name === label)[3]);
    // As the terminal has it, to its digits.
    const told = (label) => Number(printed.split("\n").find((line) => line.startsWith(`${label} `)).split(/\s+/)[3]);
    assert.equal(error("minimum"), 0);
    assert.ok(error("bdf2") > 1e-4 && error("implicit_euler") < 1e-5, JSON.stringify(cells));
    assert.ok(Math.abs(told("bdf2") / error("bdf2") - 1) < 0.01, printed);
    await state(page, "seek", 10);
    const words = await page.getByRole("img", { name: /^Error against the minimum, rms over time/ }).getAttribute("aria-label");
    assert.match(words, /bdf2 .* m; |bdf2 .*m$/);
    const work = await page.getByRole("img", { name: /^Error over work/ }).getAttribute("aria-label");
    assert.match(work, /time per step [\d.e−]+ ms to [\d.e−]+ ms, error, rms/);
    await closePage(page);
});

for (const colorScheme of ["light", "dark"])
    test(`axe finds no serious fault in it, ${colorScheme}`, async () => {
        const page = await open({ colorScheme });
        assert.deepEqual(await faults(page), []);
        await closePage(page);
    });
