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
    postMessage({ number, answer: JSON.stringify({ error: { message: String(fault) } }) });
  }
};
