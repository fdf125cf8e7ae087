// The engine as WebAssembly, in a thread of its own: its stack is larger than that of
// the main one, which documents nested 1000 deep need.
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import "./wasm_exec.js";

const go = new Go();
const packed = await readFile(new URL("core.wasm.gz", import.meta.url));
const { instance } = await WebAssembly.instantiate(gunzipSync(packed), go.importObject);
go.run(instance); // until the thread ends

// What is thrown ends the thread: the engine is in no state to go on.
parentPort.on("message", ({ number, name, text }) => {
  const answer = name === "protocol" ? smp.protocol(text) : smp.answer(text, () => {}, () => false);
  parentPort.postMessage({ number, answer });
});
