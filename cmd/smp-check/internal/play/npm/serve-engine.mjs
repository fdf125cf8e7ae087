#!/usr/bin/env node
// Serves the engine protocol: requests on standard input, answers on standard output, one
// JSON object per line.
import { createInterface } from "node:readline";
import { protocol } from "./index.mjs";

const start = '{"cmd":"start","version":1}';

for await (const line of createInterface({ input: process.stdin })) {
  const { cmd } = JSON.parse(line);
  if (cmd === "stop") break;
  const answer = await protocol(cmd === "start" ? start : line);
  process.stdout.write(answer + "\n");
}
