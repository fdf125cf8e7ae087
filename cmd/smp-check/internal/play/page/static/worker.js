// The WebAssembly of smp, in a thread of its own. It answers questions in order.
"use strict";
importScripts("wasm_exec.js");

const ready = (async () => {
  const packed = await fetch("core.bin");
  if (!packed.ok) throw new Error(`core.bin: ${packed.status}`);
  const unpacked = new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(unpacked, go.importObject);
  go.run(instance); // until the worker ends
})();

onmessage = async ({ data: { number, question } }) => {
  try {
    await ready;
    const answer = smp.answer(question, (told) => postMessage({ number, told }), () => false);
    postMessage({ number, answer });
  } catch (fault) {
    // What is thrown here leaves the core in no state to go on.
    const message = fault instanceof RangeError ? "limit: this is nested too deep for a browser; smp-check on the command line takes it" : String(fault);
    postMessage({ number, broken: JSON.stringify({ error: { message } }) });
  }
};
