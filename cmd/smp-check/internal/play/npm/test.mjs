// The functions of the package, tried.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import * as smp from "./index.mjs";

const kind = "v1/Service";
const original = { spec: { ports: [{ name: "dns", port: 53, protocol: "UDP" }, { name: "dns-tcp", port: 53, protocol: "TCP" }] } };
const patch = { spec: { ports: [{ port: 53, protocol: "TCP", targetPort: 5354 }] } };

const result = await smp.apply({ kind, original, patch });
assert.equal(result.spec.ports[0].protocol, "TCP");

const modified = structuredClone(original);
modified.spec.ports[1].targetPort = 5354;
for (const dialect of ["documented", "kubernetes"]) {
  const found = await smp.diff({ kind, original, modified, dialect });
  assert.deepEqual(await smp.apply({ kind, original, patch: found, dialect }), modified);
}
const current = { ...original, metadata: { labels: { by: "others" } } };
const three = await smp.threeWay({ kind, original, modified, current, overwrite: true });
assert.deepEqual(await smp.apply({ kind, original: current, patch: three }), { ...modified, metadata: current.metadata });
assert.deepEqual(await smp.compose({ patches: [{ a: 1 }, { b: null }] }), { a: 1, b: null });
assert.equal((await smp.conflicts({ left: { a: 1 }, right: { a: 2 } })).length, 1);
assert.equal((await smp.lint({ kind, patch: { spec: { prots: [] } } })).length, 1);
await assert.rejects(smp.apply({ kind, original, patch: { spec: { ports: [{ name: "x" }] } } }), { name: "SmpError", kind: "missing-merge-key", path: "spec.ports[0]" });
await assert.rejects(smp.apply({ kind: "v1/Servce", original, patch }));

const schema = { type: "object", properties: { rules: { type: "array", items: { type: "object", properties: { name: {} } }, "x-kubernetes-patch-strategy": "merge", "x-kubernetes-patch-merge-key": "name" } } };
assert.equal((await smp.apply({ schema, original: { rules: [{ name: "a" }] }, patch: { rules: [{ name: "b" }] } })).rules.length, 2);
const why = await smp.explain({ kind, original, patch });
assert.match(JSON.stringify(why.places), /port alone finds the first/);
assert.ok(why.repair);
await assert.rejects(smp.explain({ kind, original, patch: { prots: 1 }, strict: true }), { name: "SmpError", kind: "unknown-field" });
await assert.rejects(smp.explain({ original, patch, ignore: ["nothing"] }), /unknown directive "nothing"/);
assert.ok((await smp.kinds()).includes("apps/v1/Deployment"));

const deep = (n, leaf) => (n === 0 ? leaf : { a: deep(n - 1, leaf) });
assert.deepEqual(await smp.apply({ original: deep(990, 1), patch: deep(990, 2) }), deep(990, 2));
await assert.rejects(smp.apply({ original: deep(1100, 1), patch: {} }), { name: "SmpError", message: /nested deeper/ });

// The code in README.md works for a Deployment.
const page = await readFile(new URL("README.md", import.meta.url), "utf8");
const [, imported, code] = page.match(/```js\nimport (\{.*\}) from "@strategicpatch\/smp";\n([^`]*)```/);
const deployment = { apiVersion: "apps/v1", kind: "Deployment", spec: { replicas: 1 } };
const scale = { spec: { replicas: 2 } };
const scaled = { ...deployment, ...scale };
const AsyncFunction = (async () => {}).constructor;
const example = new AsyncFunction("smp", "original", "patch", "modified", `const ${imported} = smp; ${code} return { result, found };`);
assert.deepEqual(await example(smp, deployment, scale, scaled), { result: scaled, found: scale });
console.log("the functions of the package: passed");
