package report

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// hostile contains text that would end an attribute, an element or a style, and characters
// that pages and images must not contain.
const hostile = `"'><script>alert(1)</script></style></pre>` + "\x00\x1b[31m\xff" + `<img src=x onerror=alert(1)>`

// hostileEngine answers with text that is hostile to a page.
type hostileEngine struct{}

func (hostileEngine) Name() string { return hostile }

func (hostileEngine) Run(in corpus.Input) corpus.Outcome {
	switch in.Op {
	case corpus.OpDiff:
		return corpus.Outcome{Skipped: hostile}
	case corpus.OpCompose:
		return corpus.Outcome{Err: errors.New(hostile)}
	case corpus.OpLint:
		return corpus.Outcome{Err: &corpus.Fault{Code: corpus.Died, Message: hostile, Stderr: hostile}}
	}
	return corpus.Outcome{Result: model.NewString(strings.ToValidUTF8(hostile, ""))}
}

// reportOn returns the report about an engine on some of the embedded cases.
func reportOn(t *testing.T, s corpus.Subject) *Cases {
	t.Helper()
	cases, err := corpus.CasesWhere(func(name string, _ []byte) bool {
		return strings.HasPrefix(name, "rule/") || strings.HasPrefix(name, "spec/") || strings.HasPrefix(name, "root/") || strings.HasPrefix(name, "text/")
	})
	if err != nil {
		t.Fatal(err)
	}
	r := &Cases{Subject: s.Name()}
	for i, v := range RunCases(cases, []corpus.Subject{s}, corpus.Terms{}, output.NewProgress(io.Discard, len(cases), "cases")) {
		reason := ""
		if i%3 == 0 && !v.Passed() && v.Skipped == "" {
			reason = hostile
		}
		r.Add(v, reason)
	}
	return r
}

func written(t *testing.T, r *Cases, form string) string {
	t.Helper()
	var out strings.Builder
	if err := r.Write(&out, form); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Nothing that an engine sends becomes markup, and the page fetches nothing.
func TestConformanceEscapes(t *testing.T) {
	r := reportOn(t, hostileEngine{})
	page := written(t, r, output.FormReport)
	for _, bad := range []string{"<script", "<img", "</style></pre>", "\x00", "\x1b", "\xff", "http-equiv=\"refresh"} {
		if at := strings.Index(page, bad); at >= 0 {
			t.Errorf("the page contains %q: …%q…", bad, page[max(0, at-100):min(len(page), at+100)])
		}
	}
	// The names of XML are not fetched.
	if found := regexp.MustCompile(`(?i)https?:|<[^>]*\b(?:src|href|on[a-z]+)=|@import|url\(`).FindString(strings.ReplaceAll(page, `xmlns="http://www.w3.org/2000/svg"`, "")); found != "" {
		t.Errorf("the page contains %q", found)
	}
	for _, some := range []string{"&lt;script&gt;", "not supported", "incorrect", "expected to fail", "died: "} {
		if !strings.Contains(page, some) {
			t.Errorf("the page does not contain %q", some)
		}
	}
	if strings.Count(page, "</style>") != 1 || strings.Count(page, "<details>") != strings.Count(page, "</details>") {
		t.Error("the elements of the page are not balanced")
	}
	image := written(t, r, output.FormBadge)
	if err := xml.Unmarshal([]byte(image), new(struct{ XMLName xml.Name })); err != nil {
		t.Errorf("the badge is not XML: %v\n%s", err, image)
	}
}

// The page of the engine of this module has no failures, a row for each section, operation
// and feature of the cases, and correct sums of the rows.
func TestConformanceOfEngine(t *testing.T) {
	r := reportOn(t, corpus.Engine())
	c := r.conformance()
	if c.All.Cases() != r.Cases || c.All.Passed != r.Cases || c.All.Word() != "supported" || len(c.Failures)+len(c.Reasons) > 0 {
		t.Errorf("got %+v, failures %v, reasons %v, for %d cases", c.All, c.Failures, c.Reasons, r.Cases)
	}
	for _, table := range c.Tables {
		sum := 0
		for _, row := range table.Rows {
			sum += row.Cases()
			if row.Name == "" || row.Cases() == 0 {
				t.Errorf("%s: empty row %+v", table.Title, row)
			}
		}
		if sum < r.Cases || sum > r.Cases && table.First != "feature" {
			t.Errorf("%s: the rows have %d cases, want %d", table.Title, sum, r.Cases)
		}
	}
	if n := len(c.Tables[1].Rows); n != len(corpus.Sections()) {
		t.Errorf("%d sections, want %d: each has an example or a rule with a case", n, len(corpus.Sections()))
	}
}

// The word that sums up a row depends on the outcomes of its cases.
func TestTallyWord(t *testing.T) {
	for want, row := range map[string]Tally{
		"supported":         {Passed: 2},
		"supported in part": {Passed: 2, Skipped: 1},
		"not supported":     {Skipped: 3},
		"incorrect":         {Failed: 1, Skipped: 1},
		"incorrect in part": {Passed: 1, Expected: 1},
	} {
		if got := row.Word(); got != want {
			t.Errorf("%+v is %s, want %s", row, got, want)
		}
	}
}

// A badge is green only if all cases passed.
func TestBadge(t *testing.T) {
	for _, test := range []struct {
		report  Cases
		message string
		color   string
	}{
		{Cases{Cases: 3, Passed: 3}, "3 of 3 passed", "#1a7f37"},
		{Cases{Cases: 3, Passed: 2, Skipped: 1}, "2 of 3 passed", "#8a6100"},
		{Cases{Cases: 2, Passed: 2, NotRun: 1}, "2 of 3 passed", "#8a6100"},
		{Cases{Cases: 3, Passed: 1, Failed: 1, Expected: 1}, "1 of 3 passed, 2 failed", "#b3261e"},
	} {
		if b := test.report.badge(); b.Message != test.message || b.Color != test.color {
			t.Errorf("got %+v, want %s, %s", b, test.message, test.color)
		}
	}
}
