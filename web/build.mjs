// Bundles the page into ONE self-contained file: script and style are written into page.html.
//   node build.mjs [output]      default: dist/page.html
// The bundle is committed, so that building talweg needs neither Node nor npm; a test builds it again and compares.
import { build } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2] ?? join(here, "dist", "page.html");

const result = await build({
    entryPoints: [join(here, "src", "main.ts"), join(here, "src", "style.css")],
    outdir: "out",
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["es2022", "chrome109", "firefox113", "safari16.4"],
    charset: "utf8",
    legalComments: "inline",
    absWorkingDir: here,
});

const text = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
const script = text(".js").replaceAll("</script", "<\\/script");
const style = text(".css").replaceAll("</style", "<\\/style");

// Replacement by function: a plain string would give "$&" and its like in the bundle a meaning of their own.
const page = readFileSync(join(here, "src", "page.html"), "utf8")
    .replace("/*style*/", () => style)
    .replace("/*script*/", () => script);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, page);
console.log(`${output}: ${(page.length / 1024).toFixed(0)} kB`);
