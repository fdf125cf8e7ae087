// Runs the WebAssembly of smp in a worker. It answers questions in order.
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
    // After an error, the WebAssembly cannot be used any more.
    const message = fault instanceof RangeError ? "limit: the input is nested too deep for a browser; smp-check on the command line accepts it" : String(fault);
    postMessage({ number, broken: JSON.stringify({ error: { message } }) });
  }
};
