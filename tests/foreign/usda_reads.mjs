// TinyUSDZ and three.js, two readers of USD that share nothing with talweg or each other: head, topology, and the points
// of every body. TinyUSDZ knows time samples, three.js the geometry alone.   node usda_reads.mjs DIRECTORY
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";

import { USDLoader } from "three/examples/jsm/loaders/USDLoader.js";
import { compare, finish, readRun } from "./expected.mjs";

const directory = process.argv[2];
const run = readRun(directory);
const numbers = (text) => text.match(/-?\d+(\.\d+)?(e[+-]?\d+)?/g).map(Number);
const identifier = (body) => body.name.replace(/\W/g, "_");

/// The WebAssembly of TinyUSDZ believes in browsers only: until it has started, this is one. Its package does not say
/// that its script is a module, and Node 18 goes by the name alone.
async function startTinyUsdz() {
    const { process } = globalThis;
    const place = (name) => new URL(`node_modules/tinyusdz/${name}`, import.meta.url);
    const wasmBinary = readFileSync(place("tinyusdz.wasm"));
    copyFileSync(place("tinyusdz.js"), place("tinyusdz.mjs"));
    const { default: initialise } = await import(place("tinyusdz.mjs"));
    globalThis.crypto ??= webcrypto;
    Object.assign(globalThis, { process: undefined, window: globalThis, document: {} });
    const native = await initialise({ wasmBinary });
    Object.assign(globalThis, { process, window: undefined, document: undefined });
    return native;
}

function checkTinyUsdz(native, file, turn) {
    const bytes = readFileSync(`${directory}/${file}`);
    const stage = new native.TinyUSDZLoaderNative();
    assert.ok(stage.loadFromBinary(bytes, file), stage.error());
    const meshes = [...Array(stage.numMeshes()).keys()].map((i) => stage.getMesh(i));
    for (const body of run.bodies.filter((other) => other.triangles.length > 0)) {
        const mesh = meshes.find((other) => other.absPath === `/run/${identifier(body)}/mesh`);
        compare(`${file}: ${body.name} as it starts`, [...mesh.points], turn(run.skin(body, 0)));
        assert.equal(mesh.faceVertexIndices.length, 3 * body.triangles.length);
    }
    const layer = new native.TinyUSDZLoaderNative();
    assert.ok(layer.loadAsLayerFromBinary(bytes, file), layer.error());
    const understood = layer.layerToString(); // its own words for what it has read
    for (const body of run.bodies) {
        const prim = understood.split(`Xform "${identifier(body)}"`)[1].split("def Xform")[0];
        const samples = prim.split("points.timeSamples = {")[1].split("}")[0];
        assert.equal(samples.match(/^\s*\d+: /gm).length, run.frameCount);
        for (const frame of run.frames) {
            const sample = new RegExp(`^\\s*${frame}: (.*)$`, "m").exec(samples)[1];
            compare(`${file}: ${body.name}, frame ${frame}`, numbers(sample), turn(run.skin(body, frame)));
        }
    }
    return understood.split("def Xform")[0];
}

const native = await startTinyUsdz();
const head = checkTinyUsdz(native, "clip.usda", (x) => x);
assert.match(head, /metersPerUnit = 1\n/);
assert.match(head, /upAxis = "Y"/);
assert.equal(Number(/timeCodesPerSecond = (\S+)/.exec(head)[1]), 1 / run.frameTime);
assert.equal(Number(/endTimeCode = (\S+)/.exec(head)[1]), run.frameCount - 1);

const zUp = (x) => x.map((value, i) => (i % 3 === 0 ? value : i % 3 === 1 ? -x[i + 1] : x[i - 1]));
assert.match(checkTinyUsdz(native, "clip_z.usda", zUp), /upAxis = "Z"/);

const group = new USDLoader().parse(readFileSync(`${directory}/clip.usda`, "utf8"));
for (const body of run.bodies.filter((other) => other.triangles.length > 0)) {
    const { position } = group.getObjectByName(identifier(body)).geometry.attributes; // a vertex per corner
    const corners = body.triangles.flat();
    const skin = run.skin(body, 0), lowest = [...new Set(corners)].sort((a, b) => a - b);
    const expected = corners.flatMap((point) => skin.slice(3 * lowest.indexOf(point), 3 * lowest.indexOf(point) + 3));
    compare(`three.js: ${body.name}`, [...position.array], expected);
}
finish("TinyUSDZ and three.js");
