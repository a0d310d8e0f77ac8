// A real, headless Chromium, and what tests do with a page of talweg in it.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const require = createRequire(fileURLToPath(new URL("../../web/package.json", import.meta.url)));
const { chromium } = require("playwright-core");

const quietly = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"];
const drawnBySoftware = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

export async function openBrowser() {
    return chromium.launch({
        executablePath: "/usr/bin/chromium",
        args: ["--no-sandbox", "--disable-sync", ...quietly, ...drawnBySoftware],
        timeout: 120_000,
    });
}

/// A page at `address`, ready, that fails the test on any error of its script and any request over the network.
/// `script` runs in the page before its own.
export async function openPage(browser, address, { script, ...options } = {}) {
    const page = await browser.newPage({ viewport: { width: 900, height: 620 }, ...options });
    if (script) await page.addInitScript(script);
    page.setDefaultTimeout(180_000); // drawn by software, on a machine that may be busy
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    page.on("request", (request) => {
        const url = request.url();
        if (!/^(file|data|blob):/.test(url) && new URL(url).host !== new URL(address).host) page.problems.push(url);
    });
    await page.goto(address);
    await ready(page);
    return page;
}

/// Until a function of the page gives true, looking also when the page is not drawn because another is in front.
export function until(page, condition, parameter) {
    return page.waitForFunction(condition, parameter, { polling: 50 });
}

/// Until the page shows its run.
export function ready(page) {
    return until(page, () => window.talweg !== undefined);
}

export async function closePage(page) {
    assert.deepEqual(page.problems, []);
    await page.close();
}

/// A property or a call of the page's own account of itself.
export function state(page, name, ...values) {
    return page.evaluate(
        ([key, parameters]) => {
            const value = window.talweg[key];
            return typeof value === "function" ? value.apply(window.talweg, parameters) : value;
        },
        [name, values],
    );
}

/// The colour of the picture around a place of the window: mean red, green, blue of a few pixels, 0…255.
export async function colourAt(page, [x, y], radius = 2) {
    const size = 2 * radius + 1;
    const clip = { x: Math.round(x) - radius, y: Math.round(y) - radius, width: size, height: size };
    const png = (await page.screenshot({ clip })).toString("base64");
    return page.evaluate(async (data) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        context.drawImage(picture, 0, 0);
        const bytes = context.getImageData(0, 0, picture.width, picture.height).data;
        const sum = [0, 0, 0];
        bytes.forEach((byte, i) => i % 4 < 3 && (sum[i % 4] += byte));
        return sum.map((value) => value / (bytes.length / 4));
    }, png);
}

/// Until two pictures in a row are the same: nothing moves any more.
export async function settled(page) {
    let last = Buffer.alloc(0);
    await eventually(async () => {
        const now = await page.screenshot();
        const same = now.equals(last);
        last = now;
        return same;
    }, "two pictures in a row that are the same");
}

/// Until `condition` holds; fails when it does not within minutes.
export async function eventually(condition, what) {
    for (const start = Date.now(); Date.now() - start < 180_000; await sleep(100)) if (await condition()) return;
    assert.fail(`never happened: ${what}`);
}

/// For `script`: keeps the words that are drawn on each canvas since it was last emptied, as `canvas.words`.
export function keepWords() {
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
        (this.canvas.words ??= []).push(text);
        return fillText.call(this, text, ...where);
    };
    CanvasRenderingContext2D.prototype.clearRect = function (...where) {
        this.canvas.words = [];
        return clearRect.apply(this, where);
    };
}

export function difference(a, b) {
    return Math.hypot(...a.map((value, i) => value - b[i]));
}
