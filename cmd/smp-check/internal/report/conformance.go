package report

import (
	"bufio"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
	"unicode"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
)

//go:embed conformance.html
var conformancePage string

var conformanceTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("conformance").Parse(conformancePage))
})

// A conformance is the data of the page about an engine.
type conformance struct {
	Subject  string
	Rules    int // the version of the rules
	Cluster  bool
	All      Tally
	Tables   []tallies
	Reasons  []skipReason
	Failures []conformanceGroup
	NotRun   int
	ByRunner int
	Badge    badge
}

// A tallies value is a table of the page.
type tallies struct {
	Title, First string
	Rows         []Tally
}

// A Tally counts cases by their outcome.
type Tally struct {
	Name, Text                        string // a row of a table
	Passed, Failed, Expected, Skipped int
}

func (t *Tally) add(status string) {
	switch status {
	case statusPassed:
		t.Passed++
	case statusFailed:
		t.Failed++
	case statusExpected:
		t.Expected++
	default:
		t.Skipped++
	}
}

// Cases returns the number of cases.
func (t Tally) Cases() int { return t.Passed + t.Wrong() + t.Skipped }

// Wrong returns the number of failed cases, including those that were expected to fail.
func (t Tally) Wrong() int { return t.Failed + t.Expected }

// Word sums up the outcome of the cases.
func (t Tally) Word() string {
	switch {
	case t.Wrong() == 0 && t.Skipped == 0:
		return "supported"
	case t.Passed+t.Wrong() == 0:
		return "not supported"
	case t.Wrong() == 0:
		return "supported in part"
	case t.Passed == 0:
		return "incorrect"
	default:
		return "incorrect in part"
	}
}

// A conformanceGroup lists the failed cases of a section.
type conformanceGroup struct {
	Section string
	Cases   []failedCase
}

// A failedCase is a failed case with its inputs and the first difference between the expected
// and the actual answer.
type failedCase struct {
	Name, Rules, Comment, Input, Known string // Known is the reason why the case was expected to fail
	What, Want, Got                    string
}

// noFeature is the name of the table row for cases that use no listed feature.
const noFeature = "(none)"

// conformance returns the data of the page.
func (r *Cases) conformance() conformance {
	page := conformance{Subject: corpus.Shortened(r.Subject), Rules: corpus.RulesVersion, Cluster: r.Cluster, NotRun: r.NotRun, ByRunner: r.ByRunner, Badge: r.badge()}
	for _, reason := range r.reasons() {
		page.Reasons = append(page.Reasons, skipReason{visible(reason.Text), reason.Count})
	}
	ops, sections, features := map[string]*Tally{}, map[string]*Tally{}, map[string]*Tally{}
	failed := map[string][]failedCase{}
	count := func(in map[string]*Tally, name, status string) {
		if in[name] == nil {
			in[name] = &Tally{}
		}
		in[name].add(status)
	}
	for i, result := range r.Results {
		if result.Status == statusByRunner {
			continue
		}
		c := r.verdicts[i].Case
		section := c.Section().String()
		page.All.add(result.Status)
		count(ops, string(result.Operation), result.Status)
		count(sections, section, result.Status)
		needed := c.Features()
		for _, f := range needed {
			count(features, string(f), result.Status)
		}
		if len(needed) == 0 {
			count(features, noFeature, result.Status)
		}
		if len(result.Failures) > 0 {
			failed[section] = append(failed[section], newFailedCase(result, r.verdicts[i], r.shown(c)))
		}
	}
	rows := func(from map[string]*Tally, name, text string, to []Tally) []Tally {
		t := from[name]
		if t == nil {
			return to
		}
		t.Name, t.Text = name, text
		return append(to, *t)
	}
	var byOp, bySection, byFeature []Tally
	for _, op := range corpus.Ops() {
		byOp = rows(ops, string(op), "", byOp)
	}
	for _, s := range corpus.Sections() {
		bySection = rows(sections, s.String(), "", bySection)
		if cases := failed[s.String()]; cases != nil {
			page.Failures = append(page.Failures, conformanceGroup{s.String(), cases})
		}
	}
	byFeature = rows(features, noFeature, "Cases that require only maps, scalars and atomic lists.", byFeature)
	for _, f := range corpus.Features() {
		byFeature = rows(features, string(f), f.Text(), byFeature)
	}
	page.Tables = []tallies{
		{"By operation", "operation", byOp},
		{"By section of the specification", "section", bySection},
		{"By feature", "feature", byFeature},
	}
	return page
}

// shownValue is the maximal number of characters of a value on the page.
const shownValue = 2000

func newFailedCase(result caseResult, v corpus.Verdict, shown string) failedCase {
	c := v.Case
	f := failedCase{Name: result.Name, Comment: strings.ReplaceAll(c.Comment, "\n", " "), Known: visible(result.Reason)}
	var rules []string
	for _, rule := range c.Rule {
		rules = append(rules, string(rule))
	}
	f.Rules = strings.Join(rules, ", ")
	f.Input = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(brief(v, shown), "    | "), "\n"), "\n    | ", "\n")
	difference := result.Failures[0]
	f.What, f.Want, f.Got = difference.What, visible(difference.Want), visible(difference.Got)
	if difference.Form != string(corpus.AsWritten) {
		f.What += ", " + difference.Form
	}
	return f
}

// visible returns a text without control characters, except for line breaks, shortened to
// shownValue characters.
func visible(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	text, more := shortened(text, shownValue)
	if more > 0 {
		text = fmt.Sprintf("%s… and %d more characters", text, more)
	}
	return text
}

// writeConformance writes a page about the features that the engine supports. The page is
// self-contained and contains no script.
func (r *Cases) writeConformance(out io.Writer) error {
	var failed error
	err := output.Buffered(out, func(w *bufio.Writer) {
		failed = conformanceTemplate().Execute(w, r.conformance())
	})
	return cmp.Or(failed, err)
}

// writeBadge writes an SVG image with the number of passed cases.
func (r *Cases) writeBadge(out io.Writer) error {
	var failed error
	err := output.Buffered(out, func(w *bufio.Writer) {
		failed = conformanceTemplate().ExecuteTemplate(w, "badge", r.badge())
	})
	return cmp.Or(failed, err)
}

// A badge is an image with a label and a message.
type badge struct {
	Label, Message           string
	Color                    string
	LabelWidth, MessageWidth int
}

// badgeCharacter is the width of a character, and badgeSpace the width of the space around a
// text, in pixels.
const (
	badgeCharacter = 7
	badgeSpace     = 12
)

// badge returns the badge: green if all cases passed, red if a case failed, and yellow if
// cases were skipped or not run.
func (r *Cases) badge() badge {
	b := badge{Label: "strategic merge patch", Message: fmt.Sprintf("%d of %d passed", r.Passed, r.Cases-r.ByRunner+r.NotRun), Color: "#1a7f37"}
	switch failed := r.Failed + r.Expected; {
	case failed > 0:
		b.Message += fmt.Sprintf(", %d failed", failed)
		b.Color = "#b3261e"
	case r.Skipped > 0 || r.NotRun > 0:
		b.Color = "#8a6100"
	}
	b.LabelWidth = badgeCharacter*len(b.Label) + badgeSpace
	b.MessageWidth = badgeCharacter*len(b.Message) + badgeSpace
	return b
}

// Width returns the width of the image.
func (b badge) Width() int { return b.LabelWidth + b.MessageWidth }

// LabelMiddle returns the middle of the label.
func (b badge) LabelMiddle() int { return b.LabelWidth / 2 }

// MessageMiddle returns the middle of the message.
func (b badge) MessageMiddle() int { return b.LabelWidth + b.MessageWidth/2 }
