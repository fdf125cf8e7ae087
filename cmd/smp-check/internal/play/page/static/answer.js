// Shows an answer. All of it is inserted as text, so that documents cannot become markup.

function make(name, className, ...inside) {
  const e = document.createElement(name);
  if (className) e.className = className;
  e.append(...inside.filter((x) => x !== null && x !== undefined && x !== ""));
  return e;
}

function section(title, note, ...inside) {
  const heading = make("h2", "", title, note ? make("small", "", " " + note) : "");
  const s = make("section", "", heading, ...inside);
  s.setAttribute("aria-label", title);
  return s;
}

const listOf = (lines) => make("ul", "", ...lines.map((line) => make("li", "", line)));

// folded returns a section that is closed at first.
function folded(title, ...inside) {
  return make("section", "", make("details", "", make("summary", "", make("strong", "", title)), ...inside));
}

function place(p) {
  const why = p.reasons.map((r) => make("span", "why", r.text + " ", make("span", "rule", r.rule)));
  return make("li", "", make("span", "sign " + p.change, p.change), " ", make("code", "", p.path + p.values), ...why);
}

function problem(p) {
  return make("li", "", make("strong", p.severity, p.severity), ` line ${p.line}: `, make("code", "", p.path), " " + p.message + " ", make("span", "rule", p.kind));
}

function conflict(c) {
  const side = (v) => (v === undefined ? "nothing" : JSON.stringify(v));
  return make("li", "", make("code", "", c.path), ` ${c.kind}: left has ${side(c.left)}, right has ${side(c.right)}`);
}

// The HTML elements for the lines of the result, by the change.
const elements = { added: "ins", removed: "del", changed: "mark" };

function result(a) {
  const pre = make("pre", a.lines ? "marked" : "");
  pre.id = "result";
  if (!a.lines) pre.append(a.result);
  let same = [];
  const flush = () => {
    if (same.length) pre.append(make("span", "", same.join("\n")));
    same = [];
  };
  for (const { change, text } of a.lines ?? []) {
    if (!change) {
      same.push(text);
      continue;
    }
    flush();
    const line = make(elements[change], "", text);
    line.title = change;
    pre.append(line);
  }
  flush();
  return pre;
}

// markStale marks the answer as out of date.
export function markStale(answer) {
  answer.classList.add("stale");
  answer.setAttribute("aria-busy", "true");
}

// lastResult returns the last result that the page has shown, or null if there is none.
function lastResult(answer) {
  const before = answer.querySelector("#last");
  if (before || answer.dataset.result !== "true" || !answer.firstChild) return before;
  const last = make("div", "stale", make("p", "", "Last result, from before the error:"), ...answer.childNodes);
  last.id = "last";
  for (const button of last.querySelectorAll("button")) button.disabled = true;
  return last;
}

// show shows an answer. Its button "Try it" calls take with the suggested patch. If there is
// an error, the last result stays visible below it.
export function show(into, op, a, take) {
  const all = [];
  if (a.error?.rule) all.push(section("Rejected", "rule " + a.error.rule, make("p", "", a.error.ruleText ?? "")));
  if (a.patch) all.push(section("Patch", "", make("pre", "", a.patch)));
  if (a.places) {
    const more = a.more ? [make("li", "", `and ${a.more} more places`)] : [];
    all.push(section("Why", a.kind ? "merged as " + a.kind : "", make("ul", "", ...a.places.filter((p) => p.reasons.length || p.change !== "changed" || p.values).map(place), ...more)));
  }
  if (!a.error && !a.places && op !== "compose" && op !== "conflicts" && op !== "lint") all.push(section("Why", "", make("p", "", "The patch changes nothing.")));
  if (a.repair) {
    const button = make("button", "", "Try it");
    button.type = "button";
    button.onclick = () => take(a.repair.patch);
    const s = section("A correct patch", "", make("p", "", a.repair.why), make("pre", "", a.repair.patch), make("p", "", button));
    s.classList.add("better");
    s.id = "better";
    all.push(s);
  }
  if (a.result) all.push(section("Result", op === "apply" ? "" : "of the patch", result(a)));
  if (a.cluster) all.push(section("On a real cluster", "", listOf(a.cluster), a.clusterResult ? make("details", "", make("summary", "", "its result"), make("pre", "", a.clusterResult)) : null));
  if (a.conflicts) all.push(section("Conflicts", "", a.conflicts.conflicts.length ? make("ul", "", ...a.conflicts.conflicts.map(conflict)) : make("p", "", "No conflicts: the patches can be applied in either order.")));
  const mistakes = [...(a.lint?.problems ?? []).map(problem), ...(a.unknown ?? []).map((line) => make("li", "", line))];
  if (mistakes.length) all.push(section(op === "lint" ? "Lint" : "Likely mistakes", "", make("ul", "", ...mistakes)));
  else if (a.lint && op === "lint") all.push(section("Lint", "", make("p", "", "No problems.")));
  if (a.notes) all.push(section("Notes", "", listOf(a.notes)));
  if (a.mergePatch) all.push(folded("As a JSON Merge Patch", make("pre", "", a.mergePatch)));
  if (a.jsonPatch) all.push(folded("As a JSON Patch", make("pre", "", a.jsonPatch)));
  if (a.error) all.push(lastResult(into) ?? "");
  into.replaceChildren(...all);
  into.dataset.result = String(!a.error);
  into.classList.remove("stale");
  into.removeAttribute("aria-busy");
}

const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

// summary summarizes an answer for the status line.
export function summary(a) {
  if (a.error) return "No result yet";
  if (a.conflicts) return count(a.conflicts.conflicts.length, "conflict");
  const n = (a.places ?? []).filter((p) => p.change !== "same" && (p.reasons.length || p.values)).length + (a.more ?? 0);
  const mistakes = (a.lint?.problems.length ?? 0) + (a.unknown?.length ?? 0);
  const wrong = a.repair ? "; see the correct patch" : "";
  return count(n, "change") + (mistakes || !wrong ? `, ${count(mistakes, "likely mistake")}` : "") + wrong + (a.cluster ? ", different on a real cluster" : "");
}
