// Whoever answers the questions of the page: the server that it came from, or the
// WebAssembly beside it. engine.json says which.

// A question that takes longer is given up, so that no link can hang the page.
const longest = 15000;

export async function connect() {
  const { engine } = await (await fetch("engine.json")).json();
  return engine === "server" ? new Server() : new Wasm();
}

const tooLong = { error: { message: `limit: there was no answer within ${longest / 1000} seconds; smp-check on the command line has no limit of time` } };

class Server {
  // ask returns the answer. tell gets what a search finds meanwhile; stop, an
  // AbortSignal, ends it. A search has no limit of time.
  async ask(question, { tell, stop } = {}) {
    const signals = [stop, tell ? null : AbortSignal.timeout(longest)].filter(Boolean);
    try {
      const response = await fetch("ask", {
        method: "POST", body: JSON.stringify(question), signal: AbortSignal.any(signals),
        headers: { "Content-Type": "application/json" },
      });
      if (!response.ok) return { error: { message: await response.text() } };
      return await lastLine(response.body, tell);
    } catch (fault) {
      if (stop?.aborted) return null;
      if (fault.name === "TimeoutError") return tooLong;
      return { error: { message: "smp-check play does not answer: is it still running?" } };
    }
  }

  // aside asks something that there is no hurry with.
  aside(question) {
    return this.ask(question, { tell: () => {} });
  }
}

// lastLine gives all lines but the last one to tell, and returns that one.
async function lastLine(body, tell) {
  let text = "", last = null;
  for await (const piece of chunks(body.pipeThrough(new TextDecoderStream()))) {
    text += piece;
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines) {
      if (last !== null) tell?.(last);
      last = JSON.parse(line);
    }
  }
  return last;
}

// chunks is what some browsers cannot iterate over yet.
async function* chunks(stream) {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

class Wasm {
  #worker = null;
  #waiting = new Map(); // by number
  #number = 0;

  #start() {
    this.#worker = new Worker("worker.js");
    this.#worker.onmessage = ({ data: { number, told, answer, broken } }) => {
      const one = this.#waiting.get(number);
      if (broken) this.#end(JSON.parse(broken));
      else if (told) one?.tell?.(JSON.parse(told));
      else one?.done(JSON.parse(answer));
    };
    this.#worker.onerror = () => this.#end({ error: { message: "the WebAssembly cannot be loaded" } });
  }

  // #end ends the worker, and everything that it has not answered.
  #end(answer) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const one of this.#waiting.values()) one.done(answer);
  }

  // aside asks in a thread of its own, which nobody else waits for.
  async aside(question) {
    const other = new Wasm();
    const answer = await other.ask(question, { tell: () => {} });
    other.#end(null);
    return answer;
  }

  // ask is that of Server. A search is ended with the worker that is busy with it.
  ask(question, { tell, stop } = {}) {
    if (!this.#worker) this.#start();
    const number = this.#number++;
    return new Promise((resolve) => {
      // What stands behind a search waits for it.
      const searching = [...this.#waiting.values()].some((one) => one.tell);
      const timer = tell || searching ? 0 : setTimeout(() => this.#end(tooLong), longest);
      const done = (answer) => {
        clearTimeout(timer);
        this.#waiting.delete(number);
        resolve(answer);
      };
      this.#waiting.set(number, { tell, done });
      stop?.addEventListener("abort", () => (tell ? this.#end(null) : done(null)));
      this.#worker.postMessage({ number, question: JSON.stringify(question) });
    });
  }
}
