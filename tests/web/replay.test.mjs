// `talweg view DIR`: a recorded run, also one that is still being written.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { closePage, difference, eventually, openBrowser, openPage, state, until } from "./browser.mjs";
import { readPositions } from "./npy.mjs";
import { program, run, scene, temporaryDirectory, view } from "./program.mjs";

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

test("shows a finished run as it was recorded", async () => {
    const path = run(directory, "cloth");
    const server = await view(path);
    const page = await openPage(browser, server.address);
    const recorded = readPositions(join(path, "positions.npy"));
    assert.equal(await state(page, "frameCount"), recorded.frames);
    for (const [frame, point] of [[0, 0], [17, 84], [50, 179]])
        assert.ok(difference(await state(page, "positions", frame, point), recorded.at(frame, point)) < 1e-6);
    await until(page, () => document.querySelector(".facts").innerText.includes("finished"));
    await page.keyboard.press(".");
    assert.equal(await state(page, "frame"), 1);
    await closePage(page);
    await server.stop();
});

test("follows a run while it is being written", async () => {
    const path = join(directory.path, "long");
    const options = ["run", scene("cloth"), "-o", path, "--frames", "1000000", "--quiet"];
    const running = spawn(program, options, { stdio: "ignore" });
    const ended = new Promise((resolve) => running.on("exit", resolve));
    try {
        const positions = join(path, "positions.npy");
        await eventually(() => existsSync(positions) && readPositions(positions).frames > 2, "frames on the disk");
        const server = await view(path);
        const page = await openPage(browser, server.address);
        const before = await state(page, "frameCount");
        await until(page, (count) => window.talweg.frameCount > count + 20, before);
        assert.equal(running.exitCode, null, "it is still being written");
        await until(page, () => document.querySelector(".facts").innerText.includes("running"));
        const frame = before + 10;
        const shown = await state(page, "positions", frame, 84);
        assert.ok(difference(shown, readPositions(positions).at(frame, 84)) < 1e-6);
        await until(page, () => Number.isFinite(window.talweg.plotValue("kinetic")));
        running.kill("SIGINT");
        await until(page, () => document.querySelector(".facts").innerText.includes("interrupted"));
        await closePage(page);
        await server.stop();
    } finally {
        running.kill("SIGKILL");
        await ended;
    }
});
