// Strategic merge patch for JavaScript: the engine of smp as WebAssembly. README.md
// describes the functions, index.d.ts their types.
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import "./wasm_exec.js";

let core; // once it is loaded

async function load() {
  const go = new Go();
  const packed = await readFile(new URL("core.wasm.gz", import.meta.url));
  const { instance } = await WebAssembly.instantiate(gunzipSync(packed), go.importObject);
  go.run(instance); // until the process ends
  return globalThis.smp;
}

/** A rejected input: what is wrong, and where. */
export class SmpError extends Error {
  constructor({ message, kind, path, document, conflicts }) {
    super(message ?? kind);
    this.name = "SmpError";
    Object.assign(this, { kind, path, document, conflicts });
  }
}

/** Answers one line of the engine protocol with one line; nothing for stop. */
export async function protocol(line) {
  core ??= load();
  return (await core).protocol(line);
}

let sequence = 0;

// call has one case answered. Documents are values, and go as JSON.
async function call(op, { kind, schema, root, dialect = "documented", ...rest }) {
  const [options, documents] = [{}, {}];
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) (inputs.includes(name) ? documents : options)[name] = value;
  }
  const request = { cmd: "run", seq: ++sequence, dialect, case: { schema: schemaOf(kind, schema, root), op, ...documents } };
  if (Object.keys(options).length > 0) request.case.options = options;
  const answer = JSON.parse(await protocol(JSON.stringify(request)));
  if (answer.error) throw new SmpError(answer.error);
  if (answer.skipped) throw new TypeError(answer.skipped);
  return answer.result;
}

const inputs = ["original", "patch", "modified", "current", "patches", "left", "right"];

// schemaOf says where the schema is: of a built-in kind, of OpenAPI, or none.
function schemaOf(kind, schema, root) {
  if (schema) return root ? { openapi: schema, root } : { openapi: schema };
  if (!kind) return { schemaless: true };
  const slash = kind.lastIndexOf("/");
  if (slash < 1) throw new TypeError(`kind: want APIVERSION/KIND, as in apps/v1/Deployment, and got ${kind}`);
  return { apiVersion: kind.slice(0, slash), kind: kind.slice(slash + 1) };
}

export const apply = (input) => call("apply", input);
export const diff = (input) => call("diff", input);
export const threeWay = (input) => call("threeway", input);
export const compose = (input) => call("compose", input);
export const conflicts = (input) => call("conflicts", input);
export const lint = (input) => call("lint", input);

// ask asks what the page of smp-check play asks.
async function ask(question) {
  core ??= load();
  return JSON.parse((await core).answer(JSON.stringify(question), () => {}, () => false));
}

const text = (document) => (typeof document === "string" ? document : JSON.stringify(document));

/** Says what a patch does to a document, place by place, as smp-check explain does. */
export async function explain({ original, patch, kind = "", schema, root, dialect = "" }) {
  const request = { op: "apply", documents: [text(original), text(patch)], kind, dialect };
  if (schema) Object.assign(request, { schema: text(schema), kind: root ? `#/components/schemas/${root}` : "" });
  request.schemaless = !schema && !kind;
  const answer = await ask({ do: "run", request });
  if (answer.error) throw new SmpError(answer.error);
  return answer;
}

/** The built-in kinds, as apps/v1/Deployment. */
export const kinds = () => ask({ do: "kinds" });
