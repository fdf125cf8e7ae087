// Strategic merge patch for JavaScript: the engine of smp as WebAssembly. README.md
// describes the functions, index.d.ts their types.
import { Worker } from "node:worker_threads";

const stackSizeMb = 64;

let thread; // started on demand, also after it has ended
const waiting = new Map(); // by number
let numbers = 0;

// answer sends a question to the engine. The thread keeps the process alive only until it has
// answered.
function answer(name, text) {
  thread ??= startThread();
  const number = ++numbers;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    thread.ref();
    thread.postMessage({ number, name, text });
  });
}

function startThread() {
  const started = new Worker(new URL("worker.mjs", import.meta.url), { resourceLimits: { stackSizeMb } });
  started.on("message", ({ number, answer }) => {
    waiting.get(number)?.resolve(answer);
    waiting.delete(number);
    if (waiting.size === 0) started.unref();
  });
  started.on("error", (fault) => {
    if (thread === started) thread = undefined;
    for (const one of waiting.values()) one.reject(fault);
    waiting.clear();
  });
  return started;
}

/** A rejected input, with its place and the reason. */
export class SmpError extends Error {
  constructor({ message, kind, path, document, conflicts }) {
    super(message ?? kind);
    this.name = "SmpError";
    Object.assign(this, { kind, path, document, conflicts });
  }
}

/** Answers a line of the engine protocol with a line. The answer to stop is empty. */
export const protocol = (line) => answer("protocol", line);

// call runs an operation over the engine protocol. Documents are JavaScript values.
async function call(op, { kind, schema, root, dialect = "documented", ...rest }) {
  const [options, documents] = [{}, {}];
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) (inputs.includes(name) ? documents : options)[name] = value;
  }
  const request = { cmd: "run", seq: 1, dialect, case: { schema: schemaOf(kind, schema, root), op, ...documents } };
  if (Object.keys(options).length > 0) request.case.options = options;
  const { result, error, skipped } = JSON.parse(await protocol(JSON.stringify(request)));
  if (error) throw new SmpError(error);
  if (skipped) throw new TypeError(skipped);
  return result;
}

const inputs = ["original", "patch", "modified", "current", "patches", "left", "right"];

// schemaOf returns the schema as the protocol names it: a built-in kind, OpenAPI, or none.
function schemaOf(kind, schema, root) {
  if (schema) return root ? { openapi: schema, root } : { openapi: schema };
  if (!kind) return { schemaless: true };
  const slash = kind.lastIndexOf("/");
  if (slash < 1) throw new TypeError(`kind: expected APIVERSION/KIND, as in apps/v1/Deployment, got ${kind}`);
  return { apiVersion: kind.slice(0, slash), kind: kind.slice(slash + 1) };
}

export const apply = (input) => call("apply", input);
export const diff = (input) => call("diff", input);
export const threeWay = (input) => call("threeway", input);
export const compose = (input) => call("compose", input);
export const conflicts = (input) => call("conflicts", input);
export const lint = (input) => call("lint", input);

// ask sends a question as the page of smp-check play does.
const ask = async (question) => JSON.parse(await answer("answer", JSON.stringify(question)));

const text = (document) => (typeof document === "string" ? document : JSON.stringify(document));

/** Returns the effects of a patch on a document, with reasons, as smp-check explain does. */
export async function explain({ original, patch, kind = "", schema, root, dialect = "", ignore = [], strict, unions }) {
  const request = { op: "apply", documents: [text(original), text(patch)], kind, dialect, strict, unions, ignore: ignore.join() };
  if (schema) Object.assign(request, { schema: text(schema), kind: root ? `#/components/schemas/${root}` : "" });
  request.schemaless = !schema && !kind;
  const { error, ...explained } = await ask({ do: "run", request });
  if (error) throw new SmpError(error);
  return explained;
}

/** Returns the built-in kinds, such as apps/v1/Deployment. */
export const kinds = () => ask({ do: "kinds" });
