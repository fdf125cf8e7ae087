// The page. Whenever the input on the left changes, it asks for an answer and shows that
// on the right.
import { connect } from "./engine.js";
import { fragmentOf, pack, unpack } from "./link.js";
import { markStale, show, summary } from "./answer.js";

const $ = (id) => document.getElementById(id);
const names = {
  apply: ["original", "patch"], diff: ["original", "modified"], threeway: ["original", "modified", "current"],
  compose: ["patches[0]", "patches[1]"], conflicts: ["left", "right"], lint: ["patch"],
};
const settings = ["op", "kind", "schema", "dialect", "ignore"], checks = ["schemaless", "strict", "unions"];
let engine, asking, searching;

// The documents.

function namesOf(op, count) {
  return op === "compose" ? Array.from({ length: Math.max(2, count) }, (_, i) => `patches[${i}]`) : names[op];
}

const editors = () => [...$("documents").querySelectorAll("textarea")];

// The texts of earlier operations, by the name of the document and by its index.
const stood = new Map();
let merged = "", filled = ""; // the kind of the last answer; the kind that the page has filled in because of it

// changeOperation keeps the text of a document with the same name, or else the one with the
// same index. Patches seldom contain their kind, so the page fills it in if there is no
// original.
function changeOperation(op) {
  const alone = ["lint", "compose", "conflicts"].includes(op);
  if (alone && $("kind").value === "") $("kind").value = filled = merged;
  else if (!alone && $("kind").value === filled) $("kind").value = filled = "";
  const texts = editors().map((e) => e.value);
  editors().forEach((e, i) => stood.set(e.dataset.name, e.value).set(i, e.value));
  setDocuments(op, namesOf(op, texts.length).map((name, i) => stood.get(name) ?? stood.get(i)));
  askAnew();
}

// setDocuments shows an editor for each document of the operation.
function setDocuments(op, texts) {
  $("documents").replaceChildren(...namesOf(op, texts.length).map((name, i) => {
    const label = document.createElement("label"), area = document.createElement("textarea"), fault = document.createElement("p");
    area.rows = 9;
    area.spellcheck = false;
    area.value = texts[i] ?? "";
    area.dataset.name = name;
    area.setAttribute("aria-describedby", `fault-${i}`);
    area.autocomplete = "off";
    fault.className = "fault";
    fault.id = `fault-${i}`;
    fault.setAttribute("role", "alert");
    fault.hidden = true;
    label.append(name, area);
    const both = document.createElement("div");
    both.append(label, fault);
    return both;
  }));
}

function request() {
  const r = { documents: editors().map((e) => e.value) };
  for (const name of settings) r[name] = $(name).value;
  for (const name of checks) r[name] = $(name).checked;
  return r;
}

function setRequest(r, status) {
  const op = Object.hasOwn(names, r.op) ? r.op : "apply";
  for (const name of settings) $(name).value = r[name] ?? "";
  $("op").value = op;
  if ($("dialect").selectedIndex < 0) $("dialect").value = "";
  for (const name of checks) $(name).checked = r[name] === true;
  if (r.schema || r.ignore || checks.some((name) => r[name])) $("more").open = true;
  stood.clear();
  setDocuments(op, r.documents);
  askAnew(status);
}

// Asking.

let timer = 0;

function askSoon() {
  clearTimeout(timer);
  if ($("answer").firstChild) {
    markStale($("answer"));
    $("status").textContent = "Updating the result";
  }
  timer = setTimeout(ask, 150);
}

// askAnew removes the last answer and asks a different question.
function askAnew(status) {
  $("answer").replaceChildren();
  return ask(status);
}

// ask asks a question and shows the answer. The status line shows status or, if that is
// empty, a summary of the answer.
async function ask(status = "") {
  clearTimeout(timer);
  asking?.abort();
  const mine = (asking = new AbortController());
  const question = request();
  const answer = await engine.ask({ do: "run", request: question }, { stop: mine.signal });
  if (asking !== mine || !answer) return;
  if (!answer.error) merged = answer.kind ?? "";
  showFault(answer.error);
  show($("answer"), question.op, answer, (patch) => {
    editors()[1].value = patch;
    ask();
  });
  $("status").textContent = status || summary(answer);
}

// showFault shows an error below its document, with a button that selects the line.
function showFault(fault) {
  for (const p of document.querySelectorAll("form .fault")) p.hidden = true;
  for (const e of document.querySelectorAll("form textarea")) e.removeAttribute("aria-invalid");
  if (!fault) return;
  const inSchema = fault.document === "schema" || fault.document === "crd";
  const area = inSchema ? $("schema") : editors().find((e) => e.dataset.name === fault.document);
  const p = area ? $(area.getAttribute("aria-describedby")) : $("fault");
  p.replaceChildren(fault.message);
  if (area) area.setAttribute("aria-invalid", "true");
  if (area && fault.line > 0) {
    const go = document.createElement("button");
    go.type = "button";
    go.textContent = `line ${fault.line}`;
    go.onclick = () => selectLine(area, fault.line);
    p.prepend(go, " ");
  }
  p.hidden = false;
}

function selectLine(area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((n, text) => n + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  area.scrollTop = (area.scrollHeight / Math.max(1, lines.length)) * (line - 3);
}

// Minimizing. If the search is stopped, the best result so far is used.

async function minimize() {
  searching = new AbortController();
  let best = null;
  const progress = (s) => {
    best = s.request ? s : best;
    $("status").textContent = `${s.bytes} of ${s.before} bytes, ${s.tried} candidates tried`;
  };
  $("minimize").disabled = true;
  $("stop").hidden = false;
  const before = request();
  const found = await engine.ask({ do: "minimize", request: before, redact: $("redact").checked }, { tell: progress, stop: searching.signal });
  $("minimize").disabled = false;
  $("stop").hidden = true;
  if (found?.error) {
    $("status").textContent = "";
    showFault(found.error);
    return;
  }
  const end = found ?? best;
  if (!end?.request) {
    $("status").textContent = "stopped; no smaller input was found";
    return;
  }
  setRequest(end.request, `reduced from ${end.before} to ${end.bytes} bytes` + (found ? "" : "; stopped"));
}

// Copying.

async function textOf(form) {
  if (form !== "link") return engine.ask({ do: "copy", request: request(), form });
  const link = await pack(request());
  history.replaceState(null, "", link);
  return { text: location.href };
}

async function copy(form) {
  const { text, error } = await textOf(form);
  if (error) return showFault(error);
  $("copied").hidden = false;
  $("copied").querySelector("textarea").value = text;
  try {
    await navigator.clipboard.writeText(text);
    $("status").textContent = "copied";
  } catch {
    $("copied").querySelector("textarea").select();
    $("status").textContent = "copy the text from the field below the buttons";
  }
}

// Examples.

let examples = [];

async function fillChoices() {
  const kinds = await engine.ask({ do: "kinds" });
  if (Array.isArray(kinds)) $("kinds").replaceChildren(...kinds.map((k) => new Option(k, k)));
  const found = await engine.aside({ do: "examples" });
  if (!Array.isArray(found)) return;
  examples = found;
  $("rules").replaceChildren(...examples.filter((e) => e.rule).map((e) => Object.assign(new Option(e.rule, e.rule), { label: e.title })));
  const groups = new Map();
  examples.forEach((e, i) => {
    if (e.rule) return;
    if (!groups.has(e.group)) groups.set(e.group, Object.assign(document.createElement("optgroup"), { label: e.group }));
    groups.get(e.group).append(new Option(e.title, i));
  });
  $("example").append(...groups.values());
}

// chooseRule shows the example of the rule in the search field. While the user is still
// typing, sure is false and unknown names are not reported.
function chooseRule(sure) {
  const name = $("rule").value.trim();
  const e = examples.find((example) => example.rule && example.rule === name);
  if (e && !sure) {
    $("example").value = "";
    setRequest(e.request);
  }
  if (!e && sure && name !== "") $("status").textContent = `no rule has the id "${name}"; choose one from the list`;
}

async function openLink(fragment) {
  try {
    const state = await unpack(fragment);
    if (state) setRequest(state);
    return state !== null;
  } catch (fault) {
    showFault({ message: "cannot read this link: " + fault.message });
    $("status").textContent = "No result yet";
    return true;
  }
}

async function start() {
  engine = await connect();
  setDocuments("apply", []);
  document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  $("documents").addEventListener("input", askSoon);
  for (const id of ["kind", "schema", "ignore", "dialect", ...checks]) $(id).addEventListener("input", askSoon);
  $("op").addEventListener("change", () => changeOperation($("op").value));
  $("example").addEventListener("change", () => {
    const e = examples[$("example").value];
    $("rule").value = "";
    if (e) setRequest(e.request);
  });
  $("rule").addEventListener("input", () => chooseRule(false));
  $("rule").addEventListener("change", () => chooseRule(true));
  $("minimize").addEventListener("click", minimize);
  $("stop").addEventListener("click", () => searching?.abort());
  for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", () => copy(button.dataset.copy));
  window.addEventListener("hashchange", () => openLink(location.hash));
  // A link to another copy of the page can be pasted anywhere.
  document.addEventListener("paste", (event) => {
    const fragment = fragmentOf(event.clipboardData?.getData("text") ?? "");
    if (fragment === "") return;
    event.preventDefault();
    openLink(fragment);
  });
  // The first question has no time limit: the WebAssembly may have to be downloaded to answer it.
  const first = await engine.ask({ do: "first" }, { tell: () => {} });
  if (first.error) throw new Error(first.error.message);
  if (!(await openLink(location.hash))) setRequest(first.request);
  document.documentElement.dataset.ready = "true";
  fillChoices();
}

start().catch((fault) => {
  $("status").textContent = "cannot start the page: " + fault.message;
});
