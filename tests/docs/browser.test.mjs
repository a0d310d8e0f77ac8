// The site in a real browser, opened from disk: the search, light and dark, small screens; no request, no error.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openBrowser } from "../web/browser.mjs";
import { faults } from "../web/faults.mjs";

const site = process.env.TALWEG_SITE;
let browser;
before(async () => (browser = await openBrowser()));
after(async () => browser?.close());

async function open(url, options = {}) {
    const page = await browser.newPage({ viewport: { width: 1300, height: 800 }, ...options });
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    page.on("request", (request) => request.url().startsWith("file:") || page.problems.push(request.url()));
    await page.goto(pathToFileURL(join(site, url)).href);
    return page;
}

async function close(page) {
    assert.deepEqual(page.problems, []);
    await page.close();
}

// Sources, which are all alike, are left out.
const pages = readdirSync(site, { recursive: true }).filter((name) => /^(?!files).*\.html$/.test(name));

test("the search finds keys, members and messages from disk, and Enter goes there", async () => {
    const page = await open("energies/spring.html");
    for (const [words, target] of [
        ["time.step", "reference/scene.html#time.step"],
        ["contact_forces", "reference/python.html#Simulation.contact_forces"],
        ["talweg render", "reference/commands.html#talweg-render"],
        ["stopped: not_converged after step 12 (time 0.12 s)", "troubleshooting.html#stopped-not_converged"],
        ["bodies[0].density", "reference/scene.html#body.density"],
        ['flag.json:9: unknown key "stifness" in bodies[0].energies[0]; did you mean "stiffness"?',
            "troubleshooting.html#unknown-key--in-"],
        ["bodies[0].hold[0] selects no point; the body lies between (0, 0, 0) and (1, 1, 1)",
            "troubleshooting.html#selects-no-point-the-body-lies-between--and-"],
    ]) {
        await page.keyboard.press("/");
        await page.keyboard.insertText(words);
        await page.waitForSelector("#site-results a");
        const first = await page.locator("#site-results a").first().getAttribute("href");
        assert.equal(first.replace("../", ""), target, words);
        await page.keyboard.press("Escape");
    }
    await page.keyboard.press("/");
    await page.keyboard.insertText("time.step");
    await page.waitForSelector("#site-results a");
    await page.keyboard.press("Enter");
    await page.waitForURL(/reference\/scene\.html#time\.step$/);
    const place = await page.evaluate(() => document.getElementById("time.step").getBoundingClientRect().top);
    assert.ok(place >= 56 && place < 200, `the key is at ${place}, below the header`);
    await close(page);
});

test("formulas are typeset: what divides stands below, powers stand higher, nothing is cut off", async () => {
    const page = await open("energies/spring.html", { viewport: { width: 420, height: 800 } });
    const places = await page.evaluate(() => {
        const box = (node) => node.getBoundingClientRect();
        const fraction = [...document.querySelectorAll("mfrac")].find((node) => node.textContent === "|d|2l2");
        const power = document.querySelector("msup");
        const frame = document.querySelector(".formula");
        return { above: box(fraction.children[0]).bottom, below: box(fraction.children[1]).top,
            base: box(power.children[0]), raised: box(power.children[1]),
            scrolls: getComputedStyle(frame).overflowX, wide: frame.scrollWidth, page: document.body.scrollWidth };
    });
    assert.ok(places.above <= places.below + 2, "numerator above denominator");
    assert.ok(places.raised.bottom < places.base.bottom, "powers stand higher");
    assert.equal(places.scrolls, "auto");
    assert.ok(places.page <= 420, "a long formula scrolls by itself");
    await close(page);
});

test("words of other programs lead to the pages about what they mean here", async () => {
    const page = await open("index.html");
    for (const [words, target] of [
        ["urdf", "joints.html#robots-from-urdf-files"],
        ["robots", "joints.html#robots-from-urdf-files"],
        ["joint", "joints.html"],
        ["joints", "joints.html"],
        ["sew", "joints.html#seams"],
        ["stitch", "joints.html#seams"],
        ["hair", "rods.html"],
        ["pin", "reference/scene.html#body.hold"],
        ["wind", "loads.html#air"],
    ]) {
        await page.keyboard.press("/");
        await page.keyboard.insertText(words);
        await page.waitForSelector("#site-results a");
        const first = await page.locator("#site-results a").first().getAttribute("href");
        assert.equal(first, target, words);
        // What is promised is there.
        const [file, anchor] = target.split("#");
        const text = readFileSync(join(site, file), "utf8");
        assert.ok(!anchor || text.includes(`id="${anchor}"`), target);
        await page.keyboard.press("Escape");
    }
    await close(page);
});

test("every message that troubleshooting explains is found when it is pasted, filled with names and numbers", async () => {
    const page = await open("troubleshooting.html");
    await page.fill("#site-search input", "a first search, which loads the index");
    await page.waitForSelector("#site-results:not([hidden])");
    const [count, lost] = await page.evaluate(async () => {
        const field = document.querySelector("#site-search input");
        const headings = [...document.querySelectorAll("main h3[id]:has(> code)")];
        const found = [];
        for (const heading of headings) {
            const message = heading.querySelector("code").textContent;
            field.value = `my_scene.json:12: ${message.replaceAll("…", "left 3.5")}`;
            field.dispatchEvent(new Event("input"));
            await new Promise((resolve) => setTimeout(resolve));
            const first = document.querySelector("#site-results a")?.getAttribute("href");
            if (!first?.endsWith(`troubleshooting.html#${heading.id}`)) found.push(`${message}: ${first}`);
        }
        return [headings.length, found];
    });
    assert.ok(count > 60);
    assert.deepEqual(lost, []);
    await close(page);
});

test("light and dark follow the system, then the reader", async () => {
    const context = await browser.newContext({ colorScheme: "dark" });
    const page = await context.newPage();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto(pathToFileURL(join(site, "index.html")).href);
    const dark = await ground();
    await page.click("#site-theme");
    assert.notEqual(await ground(), dark);
    await page.goto(pathToFileURL(join(site, "solids.html")).href);
    assert.notEqual(await ground(), dark, "the choice goes along");
    await context.close();
});

test("every page fits a phone: nothing but tables and code scrolls sideways", async () => {
    const page = await open("index.html", { viewport: { width: 400, height: 800 } });
    assert.ok(pages.length > 100);
    for (const url of pages) {
        // Frame and styles are the same everywhere: only what is in it changes, which is much faster than to go there.
        const text = readFileSync(join(site, url), "utf8");
        const [, kind, body] = /<main id="site-main" class="(\w+)">(.*)<\/main>/s.exec(text);
        const width = await page.evaluate(([name, content]) => {
            const main = document.querySelector("main");
            main.className = name;
            main.innerHTML = content;
            return document.documentElement.scrollWidth;
        }, [kind, body.replaceAll(" src=", " data-src=")]);
        assert.equal(width, 400, `${url} is ${width} wide`);
    }
    await page.click("#site-menu");
    await page.waitForFunction(() => document.querySelector("#site-contents").getBoundingClientRect().left === 0);
    await close(page);
});

for (const colorScheme of ["light", "dark"])
    test(`axe finds no serious fault on pages of every kind, ${colorScheme}`, async () => {
        for (const url of ["index.html", "viewer.html", "gallery.html", "reference/scene.html", "energies/spring.html",
            "troubleshooting.html", "tutorial/01_a_step_is_a_minimum.html"]) {
            const page = await open(url, { colorScheme });
            assert.deepEqual(await faults(page), [], url);
            await close(page);
        }
        const page = await open("index.html", { colorScheme });
        await page.keyboard.press("/");
        await page.keyboard.insertText("friction");
        await page.waitForSelector("#site-results a");
        assert.deepEqual(await faults(page), [], "results of the search");
        await close(page);
    });

test("pictures are shown", async () => {
    const page = await open("gallery.html");
    const broken = await page.evaluate(async () => {
        const pictures = [...document.images];
        await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
        return pictures.filter((picture) => picture.naturalWidth === 0).map((picture) => picture.src);
    });
    assert.deepEqual(broken, []);
    assert.ok(existsSync(join(site, "gallery/opening.png")));
    assert.ok(existsSync(join(site, "gallery/opening.webp")));
    await close(page);
});
