// Runs the engine as WebAssembly in a separate thread. Documents nested 1000 levels deep
// require a larger stack than that of the main thread.
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import "./wasm_exec.js";

const go = new Go();
const packed = await readFile(new URL("core.wasm.gz", import.meta.url));
const { instance } = await WebAssembly.instantiate(gunzipSync(packed), go.importObject);
go.run(instance); // until the thread ends

// An error ends the thread, because the engine cannot be used any more.
parentPort.on("message", ({ number, name, text }) => {
  const answer = name === "protocol" ? smp.protocol(text) : smp.answer(text, () => {}, () => false);
  parentPort.postMessage({ number, answer });
});
