// Runs an engine on test vectors and counts its right, wrong and skipped answers by
// operation and feature: node reader.mjs apply.json diff.json
// To test another engine, change run. This one has a parser that keeps all digits.
import {readFileSync} from 'node:fs';
import {answer, parse, same} from '../../engines/apply.mjs';

// The features that the engine does not support: its caller checks schemas and kinds.
const unsupported = ['input-schema', 'input-kinds'];
// Returns an object with result, error or skipped. The test has op, schema, options and documents.
const run = (test) => (test.op === 'apply' ? answer(test) : {skipped: 'it only applies patches'});

const isMap = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);
const inside = (v) => (typeof v === 'object' && v !== null ? Object.values(v) : []);

function equal(a, b) {
  if (Array.isArray(a) !== Array.isArray(b) || isMap(a) !== isMap(b)) return false;
  if (!Array.isArray(a) && !isMap(a)) return same(a, b);
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((k) => Object.hasOwn(b, k) && equal(a[k], b[k]));
}

const size = (v) => inside(v).reduce((n, e) => n + (size(e) || 1), 0);
const contains = (v, names) => names.every((name) => isMap(v) && Object.hasOwn(v, name) && ((v = v[name]), true));

function withoutNulls(v) {
  if (Array.isArray(v)) return v.map(withoutNulls);
  return isMap(v) ? Object.fromEntries(Object.entries(v).filter(([, e]) => e !== null).map(([k, e]) => [k, withoutNulls(e)])) : v;
}

function compare(got, test, tidy = (v) => v) {
  if (got.skipped) return 'skipped';
  if (test.error) return got.error?.kind === test.error.code && got.error.path === test.error.path ? 'right' : 'wrong';
  const want = 'resultText' in test ? parse(test.resultText) : test.result;
  return 'result' in got && equal(tidy(got.result), want) ? 'right' : 'wrong';
}

function judge(test) {
  if (test.features.some((f) => unsupported.includes(f))) return 'skipped';
  const got = run(test);
  if (!test.checks) return compare(got, test);
  const patch = got.skipped ? test.example : got.result; // engines that only apply patches apply ours
  const verdicts = test.checks.map((check) => compare(run({...check, schema: test.schema, patch}), check, withoutNulls));
  if (verdicts.includes('wrong') || size(patch) > number(test.maxSize) || test.without.some((names) => contains(patch, names))) return 'wrong';
  return verdicts.includes('right') ? 'right' : 'skipped';
}
const number = (marked) => Number(marked.slice(1)); // parse marks numbers by a first character

const counts = {};
for (const file of process.argv.slice(2)) {
  for (const test of parse(readFileSync(file, 'utf8')).tests) {
    const verdict = judge(test);
    if (verdict === 'wrong') console.error('wrong:', test.id);
    for (const name of [test.op, ...test.features]) counts[`${name}: ${verdict}`] = (counts[`${name}: ${verdict}`] ?? 0) + 1;
  }
}
console.log(JSON.stringify(counts, Object.keys(counts).sort(), 2));
