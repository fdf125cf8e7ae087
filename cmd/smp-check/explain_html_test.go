package main

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp"
)

// explainPage returns the page that explain writes for these arguments.
func explainPage(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	if status := execute(append([]string{"explain", "-o", "html"}, args...), strings.NewReader(""), &stdout, &stderr); status != exitDone {
		t.Fatalf("exit status %d: %s", status, &stderr)
	}
	return stdout.String()
}

// writePage writes the page about the example and returns its file.
func writePage(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	page := explainPage(t, "testdata/example/deployment.yaml", "testdata/example/deployment-patch.yaml")
	check(t, os.WriteFile(file, []byte(page), 0o600))
	return file
}

// The page fetches nothing: it has no links except to its own places, and its policy
// forbids everything that a browser could fetch.
func TestExplainPageStandsAlone(t *testing.T) {
	text, err := os.ReadFile("internal/explain/page.html")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	if found := regexp.MustCompile(`(?i)https?:|src=|href="[^#]|@import|url\(`).FindString(page); found != "" {
		t.Errorf("the page has %q", found)
	}
	if !strings.Contains(page, `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"`) {
		t.Error("the page allows itself to fetch")
	}
}

// pageLines returns the lines of the documents in the page about two texts.
func pageLines(t *testing.T, before, change string) string {
	t.Helper()
	folder := t.TempDir()
	original, patch := filepath.Join(folder, "a.yaml"), filepath.Join(folder, "b.yaml")
	check(t, os.WriteFile(original, []byte(before), 0o600))
	check(t, os.WriteFile(patch, []byte(change), 0o600))
	page := explainPage(t, "--schemaless", original, patch)
	var lines []string
	for _, line := range regexp.MustCompile(`<div class="line [^>]*>(.*)</div>`).FindAllStringSubmatch(page, -1) {
		lines = append(lines, html.UnescapeString(line[1]))
	}
	return strings.Join(lines, "|")
}

// The page shows members in the order of the files, and strings in their spelling.
func TestExplainPageIsAsWritten(t *testing.T) {
	for _, test := range []struct{ original, patch, want string }{
		{
			"z: plain\nb: 'it''s'\na: \"true\"\nlist:\n- k: 1\n  j: |-\n    two\n    lines\n",
			"q: new\nb: plain\n",
			`z: plain|b: 'it''s'|a: "true"|list:|- k: 1|j: "two\nlines"|q: new|b: plain|z: plain|b: plain|a: "true"|list:|- k: 1|j: "two\nlines"|q: new`,
		},
		{ // an item of a List, with aliases and a name that is a word of YAML
			"kind: List\nx: [&alias 'one', &map {inner: 'two'}]\nitems:\n- z: *alias\n  on: 'three'\n  a: {y2: 'four', <<: *map}\n",
			"{}",
			`z: 'one'|"true": 'three'|a:|y2: 'four'|inner: 'two'|z: 'one'|"true": 'three'|a:|y2: 'four'|inner: 'two'`,
		},
		{ // a string of the patch that the original spells
			"a: 'x'\nb: \"w\"\n",
			"a: w\nc: x\nd: \"z\"\n",
			`a: 'x'|b: "w"|a: "w"|c: 'x'|d: "z"|a: "w"|b: "w"|c: 'x'|d: "z"`,
		},
	} {
		if got := pageLines(t, test.original, test.patch); got != test.want {
			t.Errorf("the page has\n%s\nwant\n%s", got, test.want)
		}
	}
}

// If a default key matches several elements, the chosen one is marked. The page also shows
// likely mistakes.
func TestExplainPageHasUnclearElements(t *testing.T) {
	patch := "spec: {ports: [{port: 53, protocol: TCP, targetPort: 5354, nodePrt: 1}]}"
	page := explainPage(t, "testdata/example/service.yaml", "-p", patch)
	var marked []string
	for _, line := range regexp.MustCompile(`<div class="line ([a-z]+)"[^>]*>([^<]*)</div>`).FindAllStringSubmatch(page, -1) {
		marked = append(marked, line[2])
	}
	element := "ports:|- port: 53|protocol: "
	want := element + "UDP|targetPort: 5353|" +
		element + "TCP|targetPort: 5354|nodePrt: 1|" +
		element + "TCP|targetPort: 5354|nodePrt: 1"
	if got := strings.Join(marked, "|"); got != want {
		t.Errorf("these lines are marked:\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(page, "<li>spec.ports[0].nodePrt: unknown field; did you mean nodePort?</li>") {
		t.Error("the slip is not told")
	}
}

// The id of a rule leads to its text.
func TestExplainPageHasRules(t *testing.T) {
	text, err := os.ReadFile(writePage(t))
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`href="#(rule-[a-z-]+)"`).FindAllStringSubmatch(string(text), -1)
	if len(links) == 0 {
		t.Error("no rule is linked")
	}
	for _, link := range links {
		if n := strings.Count(string(text), `<dt id="`+link[1]+`">`); n != 1 {
			t.Errorf("%s leads to %d texts", link[1], n)
		}
	}
	if !strings.Contains(string(text), smp.RuleRetainKeys.Text()) {
		t.Error("the text of rule retain-keys is not there")
	}
}

// The page fits at widths of 1280 and 400, light and dark: nothing is cut off or outside of
// the page. At a width of 1280, documents may be wider than their columns, because the
// columns scroll.
func TestExplainPageFits(t *testing.T) {
	chromium := chromiumCommand(t)
	page, err := os.ReadFile(writePage(t))
	if err != nil {
		t.Fatal(err)
	}
	quoted, err := json.Marshal(page) // Marshal escapes text that would end the script
	if err != nil {
		t.Fatal(err)
	}
	grounds := map[string]bool{}
	for scheme, setting := range map[string]string{"dark": "0", "light": "1"} {
		for width, wide := range map[int]string{1280: "", 400: ", .line"} {
			t.Run(fmt.Sprint(scheme, width), func(t *testing.T) {
				script := fmt.Sprintf(measurePage, width, quoted, wide)
				file := filepath.Join(t.TempDir(), "frame.html")
				if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
					t.Fatal(err)
				}
				dom := dumpDOM(t, chromium, file, "", "--blink-settings=preferredColorScheme="+setting, "--virtual-time-budget=5000")
				found := regexp.MustCompile(`<pre>(.*) looked at ([0-9]+)((?s:.*?))</pre>`).FindStringSubmatch(dom)
				if found == nil || found[2] < "1" {
					t.Fatalf("nothing was measured:\n%.2000s", dom)
				}
				grounds[scheme+found[1]] = true
				if found[3] != "" {
					t.Errorf("these do not fit:%s", found[3])
				}
			})
		}
	}
	if len(grounds) != 2 || grounds["dark"+"rgb(255, 255, 255)"] {
		t.Errorf("the grounds are %v", grounds)
	}
}

// measurePage shows the page in a frame of some width, and writes a list of the parts that do
// not fit.
const measurePage = `<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><iframe style="width: %[1]dpx; height: 800px; border: 0"></iframe><pre></pre><script>
const frame = document.querySelector("iframe");
frame.addEventListener("load", () => {
  const page = frame.contentDocument, width = page.documentElement.clientWidth, faults = [];
  const all = [...page.querySelectorAll("header, header *, h2, .effects *, .rules *, .cluster *%[3]s")];
  for (const e of [page.documentElement, ...all]) {
    const cut = e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1;
    if (cut || e.getBoundingClientRect().right > width + 1) faults.push("\n" + e.tagName + " " + e.className + " " + e.textContent.slice(0, 60));
  }
  document.querySelector("pre").textContent = getComputedStyle(page.body).backgroundColor + " looked at " + all.length + faults.join("");
});
frame.srcdoc = %[2]s;
</script>`

// Documents cannot break out of the page.
func TestExplainPageEscapes(t *testing.T) {
	folder := t.TempDir()
	original, patch := filepath.Join(folder, "a.json"), filepath.Join(folder, "b.json")
	for name, text := range map[string]string{original: `{}`, patch: `{"<script>alert(1)</script>":"\"><img onerror=x>"}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := explainPage(t, "--schemaless", original, patch)
	if n := strings.Count(text, "<script>"); n != 1 || strings.Contains(text, "<img") {
		t.Errorf("%d scripts, or markup of a document, are in the page", n)
	}
}

// In a browser, a link leads to its place in all documents, and keys move from one
// change to the next.
func TestExplainPageInChromium(t *testing.T) {
	chromium := chromiumCommand(t)
	file := writePage(t)
	const image = "spec.template.spec.containers[name=shop].image"
	dom := dumpDOM(t, chromium, file, "#"+image)
	if n := strings.Count(dom, `class="line changed here"`); n != 3 {
		t.Errorf("%d lines are marked, and not one in each document", n)
	}
	checkCurrent(t, dom, image)

	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for keys, want := range map[string]string{
		`"j", "j", "j", "k"`:       "spec.strategy.type",
		`"ArrowDown", "ArrowDown"`: "spec.strategy.type",
		`"End", "Home", "ArrowUp"`: "spec.strategy",
		`"End", "Escape"`:          "",
	} {
		script := fmt.Sprintf(`<script>for (const key of [%s]) document.dispatchEvent(new KeyboardEvent("keydown", {key}))</script>`, keys)
		pressed := filepath.Join(t.TempDir(), "pressed.html")
		if err := os.WriteFile(pressed, append(text, script...), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Run(keys, func(t *testing.T) { checkCurrent(t, dumpDOM(t, chromium, pressed, ""), want) })
	}
}

var currentEffect = regexp.MustCompile(`data-path="([^"]*)" aria-current="true"`)

// checkCurrent checks which change is chosen.
func checkCurrent(t *testing.T, dom, want string) {
	t.Helper()
	got := ""
	if found := currentEffect.FindAllStringSubmatch(dom, -1); len(found) == 1 {
		got = found[0][1]
	} else if len(found) > 1 {
		t.Errorf("%d changes are chosen", len(found))
	}
	if got != want {
		t.Errorf("%q is chosen, want %q", got, want)
	}
}

// chromiumCommand returns the browser, if there is one.
func chromiumCommand(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if command, err := exec.LookPath(name); err == nil {
			return command
		}
	}
	t.Skip("NOT TESTED: there is no Chromium to look at the page with")
	return ""
}

// dumpDOM returns the page after its scripts have run.
func dumpDOM(t *testing.T, chromium, file, fragment string, flags ...string) string {
	t.Helper()
	flags = append(flags, "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+file+fragment)
	command := exec.Command(chromium, flags...)
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	return string(out)
}
