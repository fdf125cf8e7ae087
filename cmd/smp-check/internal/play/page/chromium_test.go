package page_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
)

// staticFiles is a host that only serves the files of the page.
func staticFiles(folder string) http.Handler { return http.FileServer(http.Dir(folder)) }

// The test uses the page in a browser as a person would.
func TestPlayInChromium(t *testing.T) {
	b := start(t)
	b.t = t
	address := served(t)
	b.look(1280, 1000, "light")
	begun := time.Now()
	b.open(address)
	t.Logf("the first answer is there after %v", time.Since(begun).Round(time.Millisecond))
	text := func(selector string) string {
		return fmt.Sprint(b.eval(fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, selector)))
	}

	// The page begins with the example of a Service, and shows everything without a click.
	b.until(`document.querySelector("#better") !== null`)
	answer := text("#answer")
	for _, want := range []string{`spec.ports[port=53].protocol: "UDP" → "TCP"`, "port alone finds the first", "keyed-merge", "A correct patch", "merged as v1/Service"} {
		if !strings.Contains(answer, want) {
			t.Errorf("the answer does not contain %q:\n%s", want, excerpt(answer))
		}
	}
	if got := text("#status"); got != "3 changes; see the correct patch" {
		t.Errorf("the status is %q", got)
	}
	// The suggested patch changes only one port.
	b.eval(`document.querySelector("#better button").click()`)
	b.until(`document.querySelector("#better") === null && document.querySelector("#answer").innerText.includes("protocol: UDP")`)

	// The page answers while somebody types, and shows faults at their lines.
	b.fill("#documents textarea[data-name=patch]", "spec:\n  clusterIP: 10.0.0.10\n")
	b.until(`document.querySelector("#answer").innerText.includes('spec.clusterIP: "10.0.0.10"')`)
	b.fill("#documents textarea[data-name=patch]", "spec:\n  ports:\n  - name: x\n")
	b.until(`document.querySelector("#fault-1:not([hidden])")?.innerText.includes("missing-merge-key")`)
	b.eval(`document.querySelector("#fault-1 button").click()`)
	if got := b.eval(`(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.activeElement)`); got != "  - name: x" {
		t.Errorf("the line at fault is %q", got)
	}

	// The menu contains examples of rules, with the options that they need.
	b.until(`document.querySelectorAll("#example option").length > 10`)
	choose := func(title, want string) {
		b.eval(fmt.Sprintf(`(s => { s.value = [...s.options].find(o => o.textContent.startsWith(%q)).value; s.dispatchEvent(new Event("change")); })(document.querySelector("#example"))`, title))
		b.until(fmt.Sprintf(`document.querySelector("#answer").innerText.includes(%q)`, want))
	}
	rule := func(id string) {
		b.fill("#rule", id)
		b.until(fmt.Sprintf(`document.querySelector("#answer").innerText.includes(%q)`, id))
	}
	rule("union-member")
	choose(play.Service.Title, "merged as v1/Service")
	if got := text("#answer"); got != answer {
		t.Errorf("the answer for the chosen Service is\n%s\nwant the first one,\n%s", excerpt(got), excerpt(answer))
	}
	rule("retain-keys")

	// A link contains the state of the page, only in the fragment.
	b.eval(`document.querySelector("[data-copy=link]").click()`)
	b.until(`location.hash.startsWith("#s=")`)
	link := fmt.Sprint(b.eval("location.href"))
	patch := b.eval(`document.querySelectorAll("#documents textarea")[1].value`)
	b.open(link)
	if got := b.eval(`document.querySelectorAll("#documents textarea")[1].value`); got != patch || patch == "" {
		t.Errorf("the link has the patch %q, want %q", got, patch)
	}
	b.until(`document.querySelector("#answer").innerText.includes("retain-keys")`)
	b.open(address + "#s=%%%")
	b.until(`document.querySelector("#fault").innerText.includes("cannot read this link")`)

	// A document that is nested too deeply, for the browser or by the limit of the parser, is
	// rejected. The page still answers the next document.
	b.open(address)
	for _, depth := range []int{900, 1100} {
		deep := strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth)
		b.eval(`(c => { if (!c.checked) c.click(); })(document.querySelector("#schemaless"))`)
		b.fill("#documents textarea[data-name=original]", deep)
		b.fill("#documents textarea[data-name=patch]", deep)
		b.until(`document.querySelector("form").innerText.includes("nested") || document.querySelector("#answer").innerText.includes("a.a.a")`)
		b.fill("#documents textarea[data-name=original]", "b: 1")
		b.fill("#documents textarea[data-name=patch]", "b: 2")
		b.until(`document.querySelector("#answer").innerText.includes("b: 1 → 2")`)
	}

	// Copying and minimizing work.
	b.open(address)
	for form, want := range map[string]string{"case": "op: apply", "go-test": "func TestMinimized(", "issue": "## What happens"} {
		b.eval(fmt.Sprintf(`document.querySelector("[data-copy=%s]").click()`, form))
		b.until(fmt.Sprintf(`document.querySelector("#copied textarea").value.includes(%q)`, want))
	}
	original := func() string {
		return fmt.Sprint(b.eval(`document.querySelectorAll("#documents textarea")[0].value`))
	}
	before := len(original())
	b.eval(`document.querySelector("#redact").click()`)
	minimized := func() string { // returns the status line, once the page shows the answer for the smaller input
		b.eval(`document.querySelector("#answer").replaceChildren(), document.querySelector("#minimize").click()`)
		return fmt.Sprint(b.until(`document.querySelector("#answer").firstChild && document.querySelector("#status").textContent`))
	}
	if status := minimized(); !strings.Contains(status, "reduced from") {
		t.Errorf("after minimizing, the status is %q", status)
	}
	if after := original(); len(after)*2 > before || strings.Contains(after, "dns") {
		t.Errorf("the smaller original is\n%s", excerpt(after))
	}

	// A search that is stopped leaves the smallest input found so far, redacted. The page
	// itself presses Stop, so that the search cannot end first on a busy machine.
	long := play.Service.Request.Documents[0]
	const last = 1999
	for i := range last + 1 {
		long += fmt.Sprintf("  - {name: word%d, port: 53, protocol: WORD%d}\n", i, i)
	}
	b.open(address)
	b.paste("#documents textarea[data-name=original]", long)
	b.until(fmt.Sprintf(`document.querySelector("#answer").textContent.includes("word%d")`, last))
	b.eval(`new MutationObserver((_, observer) => {
		const [, now, before] = document.querySelector("#status").textContent.match(/^(\d+) of (\d+) bytes/) ?? [];
		if (!(Number(now) < Number(before))) return;
		observer.disconnect();
		document.querySelector("#stop").click();
	}).observe(document.querySelector("#status"), { childList: true })`)
	b.eval(`document.querySelector("#redact").checked = true`)
	if status := minimized(); !strings.HasSuffix(status, "; stopped") {
		t.Errorf("after Stop, the status is %q", status)
	}
	if after := original(); len(after) >= len(long) || strings.Contains(strings.ToLower(after), "word") {
		t.Errorf("the stopped search leaves %d bytes of %d:\n%s", len(after), len(long), excerpt(after))
	}
	b.clean(address)
}

// The page starts on a slow machine or network: its first question has no time limit.
func TestPlayStartsLateInChromium(t *testing.T) {
	b := start(t)
	b.call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": `{
		AbortSignal.timeout = () => AbortSignal.abort(new DOMException("", "TimeoutError"));
		const wait = setTimeout;
		window.setTimeout = (f, ms) => wait(f, ms > 10000 ? 0 : ms);
	}`}, nil)
	address := served(t)
	b.open(address)
	if got := b.eval(`document.querySelectorAll("#documents textarea")[0].value`); got != play.Service.Request.Documents[0] {
		t.Errorf("the page starts with %q", excerpt(fmt.Sprint(got)))
	}
	b.clean(address)
}

// All operations have an answer on the page.
func TestPlayOperationsInChromium(t *testing.T) {
	b := start(t)
	address := served(t)
	b.look(1280, 1000, "light")
	b.open(address)
	b.until(`document.querySelector("#better") !== null`)
	for _, test := range []struct{ op, want string }{
		{"diff", "Patch"}, {"lint", "Lint"}, {"threeway", "Patch"}, {"conflicts", "Conflicts"}, {"compose", "Patch"}, {"apply", "Why"},
	} {
		b.eval(fmt.Sprintf(`(s => { s.value = %q; s.dispatchEvent(new Event("change")); })(document.querySelector("#op"))`, test.op))
		if test.op == "threeway" {
			b.fill("#documents textarea[data-name=current]", "apiVersion: v1\nkind: Service\nspec: {ports: [{port: 53, protocol: UDP}]}\n")
		}
		b.until(fmt.Sprintf(`document.querySelector("#answer").innerText.startsWith(%q)`, test.want))
	}
	b.until(`document.querySelector("#answer").innerText.includes('spec.ports[port=53].protocol: "UDP" → "TCP"')`) // the answer is the one from before the search
	b.clean(address)
}

// No text of a document becomes markup or runs, in any field.
func TestPlayEscapesInChromium(t *testing.T) {
	b := start(t)
	address := served(t)
	b.look(1280, 1000, "light")
	b.open(address)
	const evil = `<img src=x onerror=alert(1)></textarea></script><script>alert(2)</script>`
	quoted := fmt.Sprintf("%q", evil)
	b.fill("#documents textarea[data-name=original]", quoted+": {"+quoted+": 1}\nkind: "+quoted+"\napiVersion: v1\n")
	b.fill("#documents textarea[data-name=patch]", quoted+": {"+quoted+": "+quoted+"}\n")
	b.until(`document.querySelector("form").innerText.includes("<img src=x")`) // the kind is unknown
	b.eval(`(d => { d.open = true; })(document.querySelector("#more")), document.querySelector("#schemaless").click()`)
	b.until(`document.querySelector("#answer").innerText.includes("<img src=x")`)
	b.fill("#ignore", evil)
	b.until(`document.querySelector("#fault").innerText.includes("<img src=x")`)
	b.fill("#ignore", "")
	b.eval(`document.querySelector("#schemaless").click()`)
	b.fill("#kind", evil)
	b.until(`document.querySelector("form").innerText.includes("no schema is known for <img src=x")`)
	b.fill("#schema", evil)
	b.until(`document.querySelector("form").innerText.includes("schema: ")`)
	if n := b.eval(`document.querySelectorAll("img, script:not([src])").length`); n != 0.0 {
		t.Errorf("%v elements of documents are on the page", n)
	}
	b.clean(address)
}

// measure returns the parts that are outside of the page or cut off.
const measure = `(() => {
  const width = document.documentElement.clientWidth, faults = [];
  const all = [...document.querySelectorAll("header *, form *, #answer *")].filter(e => e.checkVisibility() && e.getClientRects().length && !e.closest("select, .skip"));
  for (const e of [document.documentElement, ...all]) {
    const box = e.getBoundingClientRect(), scrolls = e.tagName === "TEXTAREA" || e.tagName === "INPUT";
    if (!scrolls && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 || box.right > width + 1 || box.left < -1) faults.push(e.tagName + " " + e.className + " " + e.textContent.slice(0, 60));
    const name = e.labels?.[0]?.textContent || e.getAttribute("aria-label") || e.textContent;
    if (e.matches("input, select, textarea, button") && !name.trim()) faults.push("without a name: " + e.outerHTML.slice(0, 80));
  }
  return [all.length, getComputedStyle(document.body).backgroundColor, ...faults];
})()`

// The page fits at three widths, light and dark: nothing is cut off or outside of the
// page. PLAY_PICTURES names a folder for screenshots.
func TestPlayFitsInChromium(t *testing.T) {
	b := start(t)
	address := served(t)
	b.look(1280, 1000, "light")
	b.open(address)
	b.until(`document.querySelector("#better") !== null`)
	grounds := map[string]string{}
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int{1280, 800, 400} {
			b.look(width, 1000, theme)
			got := b.eval(measure).([]any)
			if got[0].(float64) < 50 {
				t.Fatalf("only %v elements were looked at", got[0])
			}
			grounds[theme] = fmt.Sprint(got[1])
			for _, fault := range got[2:] {
				t.Errorf("%s, %d: does not fit: %v", theme, width, fault)
			}
			if folder := os.Getenv("PLAY_PICTURES"); folder != "" {
				b.picture(filepath.Join(folder, fmt.Sprintf("play-%s-%d.png", theme, width)))
			}
		}
	}
	if folder := os.Getenv("PLAY_PICTURES"); folder != "" {
		b.look(1280, 620, "light")
		b.picture(filepath.Join(folder, "play.png")) // the screenshot that README shows
	}
	if grounds["light"] == grounds["dark"] {
		t.Errorf("both themes have the ground %s", grounds["light"])
	}
	b.clean(address)
}

// Everything on the page can be reached with the keyboard, in the order of the page.
func TestPlayByKeysInChromium(t *testing.T) {
	b := start(t)
	b.look(1280, 1000, "light")
	b.open(served(t))
	b.until(`document.querySelector("#better") !== null`)
	var order []string
	for range 15 {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}, nil)
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}, nil)
		order = append(order, fmt.Sprint(b.eval(`(e => e.className || e.id || e.dataset.name || e.dataset.copy || e.tagName)(document.activeElement)`)))
	}
	want := "skip example rule op original patch kind dialect SUMMARY minimize redact link case go-test issue"
	if got := strings.Join(order, " "); got != want {
		t.Errorf("Tab leads to\n%s, want\n%s", got, want)
	}
}

// documentsShown are the texts of the documents on the page.
const documentsShown = `[...document.querySelectorAll("#documents textarea")].map(e => e.value).join("\n---\n")`

// A link opens on every copy of the page: as an address, or pasted into the page if its own
// server no longer runs.
func TestPlayLinkOnOtherCopiesInChromium(t *testing.T) {
	b := start(t)
	b.open(served(t))
	b.fill("#documents textarea[data-name=patch]", "spec: {clusterIP: None}\n")
	b.eval(`document.querySelector("[data-copy=link]").click()`)
	link := fmt.Sprint(b.until(`document.querySelector("#copied textarea").value`))
	want := b.eval(documentsShown)
	parts, err := url.Parse(link)
	if err != nil || parts.Path != "/" || !strings.HasPrefix(parts.Fragment, "s=") {
		t.Errorf("the link is %s (%v); it should have only a fragment below /", link, err)
	}

	other := served(t)
	b.open(strings.TrimSuffix(other, "/") + parts.Path + "#" + parts.Fragment)
	if got := b.eval(documentsShown); got != want {
		t.Errorf("on another copy, the link has\n%v, want\n%v", got, want)
	}
	b.open(other)
	b.eval(fmt.Sprintf(`(data => {
		data.setData("text", %q);
		document.querySelector("#documents textarea").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	})(new DataTransfer())`, "http://127.0.0.1:1/gone/#"+parts.Fragment))
	b.until(fmt.Sprintf(`%s === %q`, documentsShown, want))
}

// The result shows the changes of the patch.
func TestPlayMarksChangesInChromium(t *testing.T) {
	b := start(t)
	b.open(served(t))
	b.until(`document.querySelector("#better") !== null`)
	marks := func(want string) {
		t.Helper()
		b.until(fmt.Sprintf(`[...document.querySelectorAll("#result mark, #result ins, #result del")].map(e => e.tagName + " " + e.textContent.trim()).join("; ") === %q`, want))
	}
	marks("MARK protocol: TCP; MARK targetPort: 5354")
	b.fill("#documents textarea[data-name=patch]", "spec: {clusterIP: None, ports: [{port: 53, targetPort: null}]}\n")
	marks("DEL targetPort: 5353; INS clusterIP: None")
}

// A likely mistake is described once, and no text recommends a directive that the better
// patch does not need.
func TestPlayTellsMistakesOnceInChromium(t *testing.T) {
	b := start(t)
	b.open(served(t))
	b.until(`document.querySelector("#better") !== null`)
	if b.eval(`document.querySelector("#answer").innerText.includes("patchMergeKey")`) == true {
		t.Error("next to a better patch, $patchMergeKey is recommended")
	}
	b.fill("#documents textarea[data-name=patch]", "spec: {selecter: {app: x}}\n")
	b.until(`document.querySelector("#answer").innerText.includes("did you mean selector")`)
	// The word appears once under Why, once with the mistake, and in the result and its other
	// forms.
	if got := b.eval(`[...document.querySelectorAll("#answer li")].filter(e => e.innerText.includes("selecter")).length`); got != 2.0 {
		t.Errorf("%v entries are about the mistake, want 2", got)
	}
	if n := strings.Count(fmt.Sprint(b.eval(`document.querySelector("#answer").innerText`)), "unknown field"); n > 1 {
		t.Errorf("that the field is unknown is said %d times", n)
	}
}

// The last result stays on the page while somebody types, and is marked as stale.
func TestPlayKeepsTheLastResultInChromium(t *testing.T) {
	b := start(t)
	b.open(served(t))
	b.until(`document.querySelector("#better") !== null`)
	const result = `document.querySelector("#answer").innerText.includes("targetPort: 5354")`
	const stale = `document.querySelector("#answer .stale, #answer.stale") !== null`
	if b.eval(stale) == true {
		t.Error("the first result is marked as stale")
	}
	typed := func(text string) {
		b.eval(fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event("input", { bubbles: true })); })(document.querySelector("#documents textarea[data-name=patch]"))`, text))
	}
	typed("spec:\n  ports: [")
	if b.eval(stale) != true || b.eval(result) != true {
		t.Error("the result does not stay while somebody types, or is not marked as stale")
	}
	for _, wrong := range []string{"spec:\n  ports: [", "spec:\n  ports:\n  - name: x\n"} {
		typed(wrong)
		b.until(`document.querySelector("#fault-1:not([hidden])") !== null`)
		if b.eval(stale) != true || b.eval(result) != true {
			t.Errorf("%q: the last result does not stay, or is not marked as stale", wrong)
		}
		if b.eval(`document.querySelector("#answer").innerText.includes("Last result")`) != true {
			t.Errorf("%q: the page does not name the last result", wrong)
		}
		if b.eval(`[...document.querySelectorAll(".stale button")].every(e => e.disabled)`) != true {
			t.Errorf("%q: the buttons of the last result work", wrong)
		}
	}
	typed("spec: {clusterIP: None}")
	b.until(`!(` + stale + `) && document.querySelector("#answer").innerText.includes("clusterIP: None")`)
	// The result is not kept if the user chooses another example that has a fault.
	b.eval(`(s => { s.value = "threeway"; s.dispatchEvent(new Event("change")); })(document.querySelector("#op"))`)
	b.until(`document.querySelector(".fault:not([hidden])") !== null`)
	if b.eval(`document.querySelector("#answer").innerText.includes("clusterIP: None")`) == true {
		t.Error("the result of another operation stays")
	}
}

// The menu has few examples with short labels; a search finds the example of each rule.
func TestPlayExamplesInChromium(t *testing.T) {
	b := start(t)
	b.open(served(t))
	b.until(`document.querySelectorAll("#example option").length > 10`)
	for _, label := range b.eval(`[...document.querySelectorAll("#example option")].map(o => o.textContent)`).([]any) {
		if utf8.RuneCountInString(label.(string)) > 40 {
			t.Errorf("this label is long: %s", label)
		}
	}
	if n := b.eval(`document.querySelectorAll("#example option").length`); n.(float64) > 31 {
		t.Errorf("the menu has %v entries", n)
	}
	if n := b.eval(`document.querySelectorAll("#rules option").length`); n.(float64) < 70 {
		t.Errorf("the search finds only %v rules", n)
	}
	b.fill("#rule", "union-member")
	b.until(`document.querySelector("#answer").innerText.includes("union-member")`)
	b.eval(`document.querySelector("#rule").dispatchEvent(new Event("change"))`)
	b.fill("#rule", "no such rule")
	b.eval(`document.querySelector("#rule").dispatchEvent(new Event("change"))`)
	b.until(`document.querySelector("#status").textContent.includes('no rule has the id "no such rule"')`)
}
