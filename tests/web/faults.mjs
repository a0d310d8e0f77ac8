// What axe-core finds wrong with a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(fileURLToPath(new URL("../../web/package.json", import.meta.url)));
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/// Serious and critical faults, as "rule: element".
export async function faults(page) {
    await page.evaluate(axe);
    return page.evaluate(async () => {
        const { violations } = await window.axe.run(document, { preload: false }); // it would ask for style sheets by itself
        const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        return grave.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
    });
}
