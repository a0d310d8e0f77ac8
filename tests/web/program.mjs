// The talweg program, as a user would call it, in a directory of its own.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const program = process.env["TALWEG_PROGRAM"];
export const scene = (name) => fileURLToPath(new URL(`./scenes/${name}.json`, import.meta.url));

export function temporaryDirectory() {
    const path = mkdtempSync(join(tmpdir(), "talweg_web_"));
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/// Runs a scene of these tests; the result is the run's directory.
export function run(directory, name, ...options) {
    const output = join(directory.path, name);
    execFileSync(program, ["run", scene(name), "-o", output, "--quiet", ...options], { stdio: "inherit" });
    return output;
}

/// Starts `talweg view`; the result has the address it printed.
export async function view(path, ...options) {
    const server = spawn(program, ["view", path, ...options], { stdio: ["ignore", "pipe", "inherit"] });
    const address = await new Promise((resolve, reject) => {
        let text = "";
        server.stdout.on("data", (part) => {
            text += part;
            const found = /(http:\S+)/.exec(text);
            if (found) resolve(found[1]);
        });
        server.on("exit", () => reject(new Error(`talweg view ended: ${text}`)));
    });
    const ended = new Promise((resolve) => server.on("exit", resolve));
    return {
        address,
        stop: (signal = "SIGTERM") => {
            server.kill(signal);
            return ended;
        },
    };
}
