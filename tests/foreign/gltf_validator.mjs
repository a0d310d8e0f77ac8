// Khronos' glTF validator: no error, no warning.   node gltf_validator.mjs DIRECTORY
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import validator from "gltf-validator";

const bytes = new Uint8Array(readFileSync(`${process.argv[2]}/clip.glb`));
const { issues, info } = await validator.validateBytes(bytes, { maxIssues: 20 });
for (const { code, message, pointer } of issues.messages) console.log(`${code} at ${pointer}: ${message}`);
assert.equal(issues.numErrors, 0);
assert.equal(issues.numWarnings, 0);
assert.equal(info.animationCount, 1);
assert.ok(info.hasMorphTargets);
console.log(`glTF validator ${validator.version()}: ${info.drawCallCount} meshes, ${info.totalVertexCount} vertices, valid`);
