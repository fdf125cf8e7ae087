// The connection to the engine that answers questions: the server of the page, or
// WebAssembly in the same folder. engine.json names one of them.

// The time limit for an answer, in milliseconds. Without it, a link could hang the page.
const longest = 15000;

export async function connect() {
  const { engine } = await (await fetch("engine.json")).json();
  return engine === "server" ? new Server() : new Wasm();
}

const tooLong = { error: { message: `limit: no answer within ${longest / 1000} seconds; smp-check on the command line has no time limit` } };

class Server {
  // ask returns the answer to a question. A search calls tell with intermediate results, and
  // has no time limit. stop is an AbortSignal that ends it.
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
      return { error: { message: "smp-check play does not answer; is it still running?" } };
    }
  }

  // aside asks a question that is not urgent.
  aside(question) {
    return this.ask(question, { tell: () => {} });
  }
}

// lastLine calls tell with each line except the last one, which it returns.
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

// chunks iterates over a stream. Some browsers do not support this themselves yet.
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
    this.#worker.onerror = () => this.#end({ error: { message: "cannot load the WebAssembly" } });
  }

  // #end ends the worker, and gives this answer to all open questions.
  #end(answer) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const one of this.#waiting.values()) one.done(answer);
  }

  // aside asks in a separate worker, so that other questions need not wait.
  async aside(question) {
    const other = new Wasm();
    const answer = await other.ask(question, { tell: () => {} });
    other.#end(null);
    return answer;
  }

  // ask is the same as for Server. To stop a search, its worker is ended.
  ask(question, { tell, stop } = {}) {
    if (!this.#worker) this.#start();
    const number = this.#number++;
    return new Promise((resolve) => {
      // Questions after a search have no time limit, as they wait for it.
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
