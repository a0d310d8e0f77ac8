// The committed bundle is what its sources give, and the sources are well typed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web/", import.meta.url));

test("the committed bundle equals a fresh build", () => {
    const directory = mkdtempSync(join(tmpdir(), "talweg_bundle_"));
    try {
        const fresh = join(directory, "page.html");
        execFileSync(process.execPath, [join(web, "build.mjs"), fresh]);
        const same = readFileSync(fresh).equals(readFileSync(join(web, "dist", "page.html")));
        assert.ok(same, "web/dist/page.html is not what web/src gives: run `npm run build` in web/ and commit it");
    } finally {
        rmSync(directory, { recursive: true });
    }
});

test("the bundle needs nothing from elsewhere", () => {
    const page = readFileSync(join(web, "dist", "page.html"), "utf8");
    assert.equal(page.split("<!--talweg:data-->").length, 2);
    assert.doesNotMatch(page, /<script[^>]*\ssrc=/);
    assert.doesNotMatch(page, /<link[^>]*href="(?!data:)/);
    assert.doesNotMatch(page, /@import|url\(\s*["']?(?!data:|#)[a-z]+:/);
});

test("the lock file names no host", () => {
    assert.doesNotMatch(readFileSync(join(web, "package-lock.json"), "utf8"), /https?:\/\//);
});

test("the sources are well typed", () => {
    execFileSync(process.execPath, [join(web, "node_modules", "typescript", "bin", "tsc"), "--noEmit", "-p", web]);
});
