#!/usr/bin/env node
// An engine that applies patches, written from the rules. Comments name the rules by their
// ids. It reports which error it found, and where. It has no options.
import {realpathSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';

const print = (value) => JSON.stringify(value).replace(/"\\u0000(-?\d[\d.eE+-]*)"/g, '$1');
const made = (members) => Object.assign(Object.create(null), members); // __proto__ is a name, too
const isMap = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);
const isScalar = (v) => typeof v === 'string' || typeof v === 'boolean';
const has = (map, name) => isMap(map) && Object.hasOwn(map, name);
const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

// key-equality: numbers by value.
export function same(a, b) {
  return a === b || (isScalar(a) && isScalar(b) && number(a) !== undefined && number(a) === number(b));
}
function number(v) {
  const m = /^\0(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(v);
  if (!m) return undefined;
  const digits = (m[2] + (m[3] ?? '')).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short && `${m[1]}${short}e${BigInt(m[4] ?? 0) - BigInt((m[3] ?? '').length) + BigInt(digits.length - short.length)}`;
}

class Fault extends Error {
  constructor(kind, path) {
    super(kind);
    Object.assign(this, {kind, path});
  }
}
const reject = (kind, path) => {
  throw new Fault(kind, path);
};
const written = (path) =>
  path.map((s) => (typeof s === 'number' ? `[${s}]` : /^[A-Za-z_][A-Za-z0-9_-]*$/.test(s) ? `.${s}` : `[${JSON.stringify(s)}]`)).join('').replace(/^\./, '') || '.';

// Reads JSON strictly: names must not repeat, surrogates must form pairs, and the depth is
// limited. Numbers become strings that begin with NUL, so that every digit stays.
export function parse(text, limit = Infinity) {
  let at = 0;
  const path = [];
  const bad = (kind = 'syntax') => reject(kind, [...path]);
  const next = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? bad();
    at = pattern.lastIndex;
    return found[0];
  };
  const peek = () => {
    next(/[ \t\n\r]*/y);
    return text[at];
  };
  const string = () => {
    const value = JSON.parse(next(/"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y));
    return value.isWellFormed() ? value : bad();
  };
  const members = (close, member) => { // member reads one, whose step is the last of path
    at++;
    for (let n = 0; peek() !== close; n++) {
      if (n && next(/,/y)) peek();
      path.push(n);
      member();
      path.pop();
    }
    at++;
  };
  const value = (depth) => {
    const first = peek();
    if (first === '"') return string();
    if (first !== '{' && first !== '[') {
      const word = next(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y);
      return /^[tfn]/.test(word) ? JSON.parse(word) : `\0${word}`;
    }
    if (depth === limit) bad('limit');
    if (first === '[') {
      const list = [];
      members(']', () => list.push(value(depth + 1)));
      return list;
    }
    const map = made({});
    members('}', () => {
      path.pop(); // a map has names
      const name = string();
      path.push(name);
      if (has(map, name)) bad();
      peek();
      next(/:/y);
      map[name] = value(depth + 1);
    });
    return map;
  };
  const whole = value(0);
  return peek() === undefined ? whole : bad();
}

// A schema is a schema object with what its references say.
let definitions = {};
function schemaOf(schema) {
  while (schema?.$ref || schema?.allOf) {
    const {$ref, allOf, ...rest} = schema;
    schema = {...definitions[($ref ?? allOf[0].$ref ?? '').split('/').pop()], ...rest};
  }
  return schema ?? {};
}
const declares = (schema, name) => Object.hasOwn(schema.properties ?? {}, name);
const freeForm = (schema) => 'additionalProperties' in schema || !schema.properties;
const member = (schema, name) => schemaOf(declares(schema, name) ? schema.properties[name] : schema.additionalProperties);
const follows = (schema, strategy) => (schema['x-kubernetes-patch-strategy'] ?? '').split(',').includes(strategy);
const merges = (schema) => schema.type === 'array' && follows(schema, 'merge');
const keysOf = (schema) => (schema['x-kubernetes-patch-merge-key'] ?? '').split(',').filter(Boolean);
const recommended = (schema) =>
  schema['x-kubernetes-recommended-patch-merge-key']?.split(',') ?? schema['x-kubernetes-list-map-keys'] ?? keysOf(schema);

const deleteList = '$deleteFromPrimitiveList/';
const orderList = '$setElementOrder/';

// reads a patch map: its fields by name, and the directives for each.
function fieldsOf(schema, patch) {
  const fields = new Map();
  const field = (name) => fields.get(name) ?? fields.set(name, {}).get(name);
  for (const [name, value] of Object.entries(patch)) {
    if (name === '$patch' || (name === '$retainKeys' && !declares(schema, name) && isDirective(schema, name, value))) continue;
    const prefix = [deleteList, orderList].find((p) => name.startsWith(p) && isDirective(schema, name, value));
    if (prefix && !declares(schema, name)) field(name.slice(prefix.length))[prefix] = value;
    else if (!name.startsWith('$') || declares(schema, name) || freeForm(schema)) field(name).value = value;
  } // unknown-directive: others are dropped
  return [...fields].sort(([a], [b]) => byBytes(a, b));
}
// data-names: what may be called anything.
function isDirective(schema, name, value) {
  if (!freeForm(schema)) return true;
  if (name === '$retainKeys') return Array.isArray(value);
  const values = schemaOf(schema.additionalProperties);
  return values.type === 'array' || (!values.type && Array.isArray(value)) || declares(schema, name.slice(name.indexOf('/') + 1));
}

// returns what a patch makes of a map, and undefined where it deletes it.
function mergeMap(schema, original, patch, path) {
  if (has(patch, '$patch')) {
    if (patch.$patch === 'delete') return undefined; // map-delete
    if (patch.$patch !== 'replace') reject('invalid-directive', [...path, '$patch']); // unknown-directive
    original = undefined; // map-replace
  }
  if (follows(schema, 'replace')) original = undefined; // map-atomic
  const result = made(isMap(original) ? original : {}); // absent-is-empty
  const fields = fieldsOf(schema, patch);
  if (has(patch, '$retainKeys') && !declares(schema, '$retainKeys') && isDirective(schema, '$retainKeys', patch.$retainKeys)) {
    const keep = patch.$retainKeys;
    const at = [...path, '$retainKeys'];
    if (!Array.isArray(keep) || !keep.every((k) => typeof k === 'string' && k[0] !== '\0')) reject('invalid-directive', at);
    for (const [name, {value}] of fields) {
      if (value !== undefined && value !== null && !keep.includes(name)) reject('retain-keys-mismatch', [...path, name]);
    }
    for (const name of Object.keys(result)) if (!keep.includes(name)) delete result[name];
  }
  for (const [name, field] of fields) {
    const value = mergeField(member(schema, name), result[name], field, path, name);
    if (value === undefined) delete result[name];
    else result[name] = value;
  }
  return result;
}

function mergeField(schema, original, field, path, name) {
  const {value, [deleteList]: deletions, [orderList]: order} = field;
  const at = [...path, name];
  if (order !== undefined && name === '') reject('invalid-directive', [...path, orderList]);
  if (merges(schema) || deletions !== undefined) {
    if (Array.isArray(value) || value === undefined) return mergeList(schema, original, field, path, name);
    checkDeletions(schema, original, value, deletions, [...path, deleteList + name], name);
  }
  if (value !== null && value !== undefined && merges(schema) && order !== undefined) mergeList(schema, [], {[orderList]: order}, path, name);
  if (value === undefined) return original; // only directives that have no effect
  if (value === null) return undefined; // null-deletes
  if (isMap(value)) return mergeMap(schema, original, value, at);
  return Array.isArray(value) ? atomic(schema, value, at) : value; // scalar
}

// list-atomic: maps inside are evaluated against empty.
function atomic(schema, list, path, marked = false) {
  const items = schemaOf(schema.items);
  const result = [];
  list.forEach((element, i) => {
    const at = [...path, i];
    if (Array.isArray(element)) return result.push(atomic(items, element, at));
    if (!isMap(element)) return result.push(element);
    if (isMarker(element)) return undefined;
    const {$patchMergeKey, ...content} = element;
    if (content.$patch === 'delete') return marked ? undefined : reject('invalid-directive', [...at, '$patch']);
    if (marked && $patchMergeKey !== undefined) element = made(content);
    return result.push(mergeMap(items, undefined, element, at));
  });
  return result;
}
const isMarker = (v) => isMap(v) && v.$patch === 'replace' && Object.keys(v).length === 1;

// set-delete: which targets it has.
function checkDeletions(schema, original, value, deletions, path, name) {
  if (deletions === undefined) return;
  const scalars = (v) => Array.isArray(v) && v.every((e) => isScalar(e));
  const items = schemaOf(schema.items);
  const typed = (s) => s.type && s.type !== 'object' && s.type !== 'array';
  const plain = (v) => !Array.isArray(v) || v.every((e) => e === null || isMarker(e) || !(isMap(e) || Array.isArray(e)));
  const unknown = (v) => v === undefined || v === null || (Array.isArray(v) && plain(v));
  const good = schema.type === 'array' ? typed(items) || (!items.type && !keysOf(schema).length && plain(original) && plain(value)) : !schema.type && !schema.properties && unknown(original) && unknown(value);
  if (name === '' || !scalars(deletions) || !good) reject('invalid-directive', path);
}

function mergeList(schema, original, field, path, name) {
  const at = [...path, name];
  const keyed = keysOf(schema).length > 0;
  const {value: patch, [deleteList]: deletions} = field;
  const order = merges(schema) ? field[orderList] : undefined;
  const orderAt = [...path, orderList + name];
  const replace = merges(schema) && patch?.some(isMarker); // list-replace
  const list = keyed ? new KeyedList(schema, at) : new SetOf(schema, at);
  const changes = !patch || !merges(schema) || replace ? [] : list.read(patch);
  checkDeletions(schema, original, patch, deletions, [...path, deleteList + name], name);
  const wasList = Array.isArray(original);
  let result = wasList ? [...original] : [];
  if (deletions && !replace) result = result.filter((e) => !deletions.some((d) => same(d, e)));
  if (!merges(schema) && patch) return atomic(schema, patch, at);
  if (replace) result = atomic(schema, patch, at, true);
  const touched = list.merge(result, changes); // the elements of the patch, where they went
  if (order !== undefined) result = list.ordered(touched.result, order, patch, orderAt);
  if (!patch && !wasList) return original;
  if (order !== undefined) return result;
  return replace || !patch ? touched.result : arranged(touched.result, touched.places);
}

// order-default: what only the original has stays before what followed it. places
// has for each element the number of its element of the patch, if there is one; old
// are the numbers that the original has. A duplicate stays where it stands.
function arranged(elements, {places, old}) {
  const indexes = elements.map((_, i) => i);
  const rest = indexes.filter((i) => places[i] === undefined);
  const patch = indexes.filter((i) => places[i] !== undefined).sort((a, b) => places[a] - places[b] || a - b);
  const result = [];
  while (patch.length) {
    const n = patch.findIndex((i) => old.has(places[i]));
    while (rest.length && (n < 0 || rest[0] < patch[n])) result.push(rest.shift());
    result.push(...patch.splice(0, n < 0 ? patch.length : n + 1));
  }
  return [...result, ...rest].map((i) => elements[i]);
}

class SetOf {
  constructor(schema, path) {
    Object.assign(this, {schema, path});
  }
  read(patch) {
    patch.forEach((e, i) => isScalar(e) || reject('wrong-kind', [...this.path, i]));
    return patch;
  }
  merge(list, patch) { // set-merge
    if (!patch.length) return {result: list, places: {places: list.map(() => undefined), old: new Set()}};
    const unique = (all) => all.filter((e, i) => !isScalar(e) || all.findIndex((x) => same(x, e)) === i);
    const values = unique(patch);
    const result = unique(list);
    const before = result.length;
    for (const v of values) if (!result.some((e) => same(e, v))) result.push(v);
    const places = result.map((e) => values.findIndex((v) => same(v, e))).map((p) => (p < 0 ? undefined : p));
    return {result, places: {places, old: new Set(places.slice(0, before))}};
  }
  ordered(list, order, patch, at) {
    if (!Array.isArray(order) || !order.every((e) => isScalar(e))) reject('invalid-directive', at);
    const own = (patch ?? []).map((e, i) => ({e, i})).filter(({e}) => !isMarker(e));
    return placed(list, order.map((o) => (e) => same(o, e)), own.map(({e}) => e), (i) => [...this.path, own[i].i]);
  }
}

// order-directive: first what the directive does not list.
function placed(list, entries, patch, where, isApart = () => false) {
  let last = -1;
  patch.forEach((e, i) => {
    const at = entries.findIndex((is) => is(e));
    if (at < last || at < 0 || isApart(e, i)) reject('order-mismatch', where(i));
    last = at;
  });
  const rest = [];
  const taken = entries.map(() => []);
  for (const e of list) {
    const all = entries.map((is, n) => (is(e) ? n : -1)).filter((n) => n >= 0);
    (taken[all.find((n) => !taken[n].length) ?? all.at(-1)] ?? rest).push(e); // the last listing takes more
  }
  return [...rest, ...taken.flat()];
}

class KeyedList {
  constructor(schema, path) {
    Object.assign(this, {schema, path, keys: keysOf(schema), items: schemaOf(schema.items)});
  }
  // keys-default: an absent key is as the schema has it.
  value(element, key) {
    const v = element[key];
    if (v !== undefined && v !== null) return v;
    return this.schema['x-kubernetes-list-map-keys'] ? member(this.items, key).default : undefined;
  }
  // returns the keys by which an element of the patch is found.
  selection(element, path) {
    const chosen = element.$patchMergeKey;
    if (chosen === undefined || declares(this.items, '$patchMergeKey')) return this.keys;
    const known = Array.isArray(chosen) && chosen.every((k) => [...this.keys, ...recommended(this.schema)].includes(k));
    if (!known || !this.keys.every((k) => chosen.includes(k))) reject('invalid-directive', [...path, '$patchMergeKey']); // keys-recommended
    return chosen;
  }
  entry(element, path, strict) {
    const keys = this.selection(element, path);
    for (const k of keys) {
      const must = this.keys.includes(k) || (strict && element[k] === null);
      if (must && this.value(element, k) === undefined) reject('missing-merge-key', path); // keyed-merge, keys-null
      if (must && element[k] === null && this.keys.includes(k)) reject('missing-merge-key', path);
      if (isMap(element[k]) || Array.isArray(element[k])) reject('invalid-merge-key', [...path, k]);
    }
    return {element, keys, path, operation: has(element, '$patch') ? element.$patch : undefined};
  }
  read(patch) {
    return patch.map((element, i) => {
      const at = [...this.path, i];
      if (!isMap(element)) reject('wrong-kind', at);
      if (has(element, '$patch') && !['delete', 'replace'].includes(element.$patch)) reject('invalid-directive', [...at, '$patch']);
      return this.entry(element, at, element.$patch === 'delete');
    });
  }
  // keyed-original: what has no scalar default key matches nothing.
  matches({element, keys}, other) {
    if (!isMap(other) || !this.keys.every((k) => isScalar(this.value(other, k)))) return false;
    return keys.every((k) => {
      const [a, b] = [this.value(element, k), this.value(other, k)];
      return a === undefined ? b === undefined : same(a, b); // keys-absent
    });
  }
  find(list, entry) {
    const nulls = entry.keys.filter((k) => entry.element[k] === null);
    if (nulls.length) { // keys-null
      const others = {element: entry.element, keys: entry.keys.filter((k) => !nulls.includes(k))};
      const all = list.map((e, i) => i).filter((i) => this.matches(others, list[i]));
      return all.find((i) => nulls.every((k) => this.value(list[i], k) !== undefined)) ?? all[0] ?? -1;
    }
    const all = list.map((e, i) => i).filter((i) => this.matches(entry, list[i]));
    const partial = entry.element.$patchMergeKey && recommended(this.schema).some((k) => !entry.keys.includes(k)) && entry.keys.length > 0;
    if (partial && all.length > 1) reject('ambiguous-merge-key', entry.path); // keys-partial
    return all[0] ?? -1;
  }
  content(element) {
    const {$patch, $patchMergeKey, ...content} = element;
    return made(declares(this.items, '$patchMergeKey') && $patchMergeKey !== undefined ? {...content, $patchMergeKey} : content);
  }
  merge(list, changes) { // keyed-merge
    let result = [...list];
    for (const c of changes) if (c.operation === 'delete') result = result.filter((e) => !this.matches(c, e)); // keyed-delete
    const before = result.length;
    const places = result.map(() => undefined);
    const duplicates = [...result];
    const old = new Set();
    const live = changes.filter((c) => c.operation !== 'delete');
    live.forEach((c, n) => {
      const at = this.find(result, c);
      const from = at < 0 || c.operation === 'replace' ? undefined : result[at]; // element-replace
      const value = mergeMap(this.items, from, this.content(c.element), c.path);
      duplicates.forEach((e, i) => i < before && places[i] === undefined && this.matches(c, e) && ((places[i] = n), old.add(n)));
      if (at < 0) {
        result.push(value);
        places.push(n);
      } else {
        result[at] = value;
        places[at] ??= n;
        if (at < before) old.add(places[at]);
      }
    });
    return {result, places: {places, old}};
  }
  ordered(list, order, patch, at) { // order-recommended
    if (!Array.isArray(order) || !order.every(isMap)) reject('invalid-directive', at);
    const entries = order.map((o, i) => this.entry(o, [...at, i], true));
    const own = (patch ?? []).map((e, i) => ({e, i})).filter(({e}) => isMap(e) && !isMarker(e) && e.$patch !== 'delete');
    // Elements with the same default key must be next to each other.
    const alike = (a, b) => this.keys.every((k) => same(this.value(a, k), this.value(b, k)));
    const isApart = (e, i) => i > 0 && !alike(e, own[i - 1].e) && own.slice(0, i).some((other) => alike(e, other.e));
    return placed(list, entries.map((x) => (e) => this.matches(x, e)), own.map(({e}) => e), (i) => [...this.path, own[i].i], isApart);
  }
}

const document = (c, name) => (`${name}Text` in c ? parse(c[`${name}Text`] || (name === 'original' ? 'null' : ''), 1000) : c[name]);

// answer carries out a request and returns the members of the answer.
export function answer(c) {
  if (c.options) return {skipped: 'it knows no options'};
  const {openapi = {}, root} = c.schema;
  definitions = openapi.components?.schemas ?? {};
  const documents = {};
  for (const name of ['original', 'patch']) {
    try {
      documents[name] = document(c, name);
    } catch (fault) {
      if (fault instanceof Fault) return {error: {kind: fault.kind, path: written(fault.path), document: name}};
      throw fault;
    }
  }
  const {original, patch} = documents;
  if (original !== null && !isMap(original)) return {error: {kind: 'wrong-kind', path: '.', document: 'original'}};
  if (!isMap(patch)) return {error: {kind: 'wrong-kind', path: '.', document: 'patch'}}; // root
  try {
    return {result: mergeMap(schemaOf(root ? definitions[root] : openapi), original, patch, []) ?? {}};
  } catch (fault) {
    if (fault instanceof Fault) return {error: {kind: fault.kind, path: written(fault.path), document: 'patch'}};
    return {panic: String(fault.stack)};
  }
}

async function serve() {
  for await (const line of createInterface({input: process.stdin})) {
    const request = parse(line);
    if (request.cmd === 'stop') break;
    if (request.cmd === 'start') console.log('{"version":1,"name":"apply.mjs","ops":["apply"],"dialects":["documented"]}');
    else console.log(print({seq: request.seq, ...answer(request.case)}));
  }
}
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await serve();
