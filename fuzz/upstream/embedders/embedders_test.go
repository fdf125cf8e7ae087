package embedders

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// printed is the output of go test -json for a suite: a test with subtests, a test that never
// ends, and a package that does not compile.
const printed = `{"Action":"run","Package":"a","Test":"T"}
{"Action":"run","Package":"a","Test":"T/x"}
{"Action":"pass","Package":"a","Test":"T/x"}
{"Action":"run","Package":"a","Test":"T/Kind([b_a])"}
{"Action":"fail","Package":"a","Test":"T/Kind([b_a])"}
{"Action":"run","Package":"a","Test":"T/p=0xc000012345"}
{"Action":"pass","Package":"a","Test":"T/p=0xc000012345"}
{"Action":"run","Package":"a","Test":"T/p=0xc0000abcde"}
{"Action":"pass","Package":"a","Test":"T/p=0xc0000abcde"}
{"Action":"fail","Package":"a","Test":"T"}
{"Action":"run","Package":"a","Test":"S"}
{"Action":"skip","Package":"a","Test":"S"}
{"Action":"run","Package":"a","Test":"U"}
{"Action":"run","Package":"a","Test":"G"}
{"Action":"output","Package":"a","Test":"G","Output":"\u001b[1mSUCCESS!\u001b[0m -- \u001b[38;5;10m\u001b[1m2 Passed\u001b[0m | \u001b[38;5;9m\u001b[1m0 Failed\u001b[0m | \u001b[38;5;11m\u001b[1m0 Pending\u001b[0m | \u001b[38;5;14m\u001b[1m1 Skipped\u001b[0m\n"}
{"Action":"pass","Package":"a","Test":"G"}
{"Action":"fail","Package":"a"}
{"ImportPath":"b","Action":"build-fail"}
{"Action":"fail","Package":"b"}
`

func TestSuitesAreCounted(t *testing.T) {
	s, err := readSuite([]byte(printed))
	if err != nil {
		t.Fatal(err)
	}
	for status, want := range map[string]string{"pass": "a G/spec 1, a G/spec 2, a T/p=pointer 1, a T/p=pointer 2, a T/x", "fail": "a T/Kind, a U, b", "skip": "a G/spec 3, a S"} {
		if got := strings.Join(s.named(status), ", "); got != want {
			t.Errorf("%s: %s, want %s", status, got, want)
		}
	}
	if _, err := readSuite([]byte("no JSON")); err == nil {
		t.Error("what is no JSON is read")
	}
}

// Only tests with a worse result than before count.
func TestWorse(t *testing.T) {
	as := Suite{"a": "pass", "a Good": "pass", "a Gone": "pass", "a Skipped": "pass", "a Off": "skip", "a Bad": "fail", "a Group": "pass", "a Group/x": "pass", "b": "pass", "b T": "pass"}
	over := Suite{"a": "fail", "a Good": "pass", "a Skipped": "skip", "a Off": "skip", "a Bad": "fail", "a Group": "fail", "a Group/x": "fail", "b": "fail"}
	var got []string
	for _, d := range as.worse(over) {
		got = append(got, d.Test+": "+d.After)
	}
	if want := []string{"a Gone: missing", "a Group/x: fail", "a Skipped: skip", "b: fail", "b T: missing"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if worse := as.worse(as); worse != nil {
		t.Errorf("worse than itself: %v", worse)
	}
}

// The committed page lists these projects in these versions, and each difference on it has a
// reason.
func TestPage(t *testing.T) {
	for _, subject := range Subjects() {
		text, err := os.ReadFile(filepath.Join("../../..", subject.PageFile))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range subject.Projects {
			if !strings.Contains(string(text), p.Name+" | "+p.Version+" |") && !strings.Contains(string(text), "Not run yet: "+p.Name+" "+p.Version+".") {
				t.Errorf("the page %s does not name %s %s", subject.PageFile, p.Name, p.Version)
			}
		}
		if strings.Contains(string(text), noReason) || !strings.HasPrefix(string(text), subject.intro) {
			t.Errorf("a difference on the page %s has no reason, or it is another page", subject.PageFile)
		}
	}
	results := []Result{{
		Project: Projects()[0], Earlier: true, Packages: []string{"a"},
		Before: Suite{"a T": "pass", "a T#01": "pass"}, After: Suite{"a T": "fail", "a T#01": "fail", "a U": "pass"}, Fault: Suite{},
		Calls: []Call{{Answer: "same"}, {Answer: "other result"}},
	}}
	page := dropIn().Page(results)
	for _, want := range []string{"| 1 | 2 | 0 | 2 | 2 | 1 |", "| 2 | 1 | 0 | 0 | 1 | 0 | 0 |", noReason, "- `T`, 2 times", "earlier state of the replacement: apimachinery."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if n := len(Unexplained(results)); n != 2 {
		t.Errorf("%d differences without reason", n)
	}
	results[0].Project.Name = "another"
	if all := Unexplained(results); len(all) != 3 || all[2] != "another: 1 calls" {
		t.Errorf("differences without reason: %q", all)
	}
}

// The shim replaces all files of the engine except for tests.
func TestOverlay(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	b := bench{root: root, folder: t.TempDir()}
	for _, part := range engineParts {
		folder := b.path("apimachinery", engine, part)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"theirs.go", "theirs_test.go"} {
			if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := b.writeOverlay(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(b.path("overlay.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range engineParts {
		if !strings.Contains(string(text), part+`/theirs.go": ""`) || !strings.Contains(string(text), filepath.Join(root, shim, part)) {
			t.Errorf("%s is not replaced: %s", part, text)
		}
	}
	if strings.Contains(string(text), "theirs_test.go") {
		t.Error("tests are replaced")
	}
}

// The stamp of a stored suite shows whether the suite belongs to another project, or to an
// earlier version of the replacement.
func TestSuitesAreKept(t *testing.T) {
	b, p := bench{folder: t.TempDir()}, Projects()[0]
	if err := os.Mkdir(b.path("results"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := b.keep(p, after, "project tree", Suite{"a": "pass"}); err != nil {
		t.Fatal(err)
	}
	if s, stamp := b.kept(p, after, "project"); s["a"] != "pass" || stamp != "project tree" {
		t.Errorf("%v, %s", s, stamp)
	}
	if s, _ := b.kept(p, after, "another"); s != nil {
		t.Errorf("of another project: %v", s)
	}
}
