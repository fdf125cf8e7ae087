package report

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// chief returns the rule under which a case is shown: the first rule that it cites.
func chief(c corpus.Case) smp.Rule {
	if len(c.Rule) == 0 {
		return ""
	}
	return c.Rule[0]
}

// failures returns the indexes of the failed results, grouped by rule.
func (r *Cases) failures() [][]int {
	var groups [][]int
	at := map[smp.Rule]int{}
	for i, result := range r.Results {
		if result.Status != statusFailed {
			continue
		}
		rule := chief(r.verdicts[i].Case)
		n, ok := at[rule]
		if !ok {
			n = len(groups)
			at[rule], groups = n, append(groups, nil)
		}
		groups[n] = append(groups[n], i)
	}
	return groups
}

// A skipReason is a reason why cases were skipped, and the number of these cases.
type skipReason struct {
	Text  string
	Count int
}

// reasons returns the reasons for skipped cases, the most frequent one first.
func (r *Cases) reasons() []skipReason {
	var reasons []skipReason
	for _, result := range r.Results {
		if result.Status != statusSkipped {
			continue
		}
		i := slices.IndexFunc(reasons, func(s skipReason) bool { return s.Text == result.Reason })
		if i < 0 {
			i, reasons = len(reasons), append(reasons, skipReason{Text: result.Reason})
		}
		reasons[i].Count++
	}
	slices.SortStableFunc(reasons, func(a, b skipReason) int { return cmp.Compare(b.Count, a.Count) })
	return reasons
}

// A rate is the number of cases, and the numbers of those that passed and failed.
type rate struct{ passed, failed, cases int }

func (n rate) and(status string) rate {
	n.cases++
	switch status {
	case statusPassed:
		n.passed++
	case statusFailed, statusExpected:
		n.failed++
	}
	return n
}

// writeRates writes the numbers of passed cases, by operation and by rule. It omits rules
// without a failed case.
func (r *Cases) writeRates(w *bufio.Writer) {
	ops, rules := map[corpus.Op]rate{}, map[smp.Rule]rate{}
	for i, result := range r.Results {
		if result.Status == statusByRunner {
			continue
		}
		ops[result.Operation] = ops[result.Operation].and(result.Status)
		rule := chief(r.verdicts[i].Case)
		rules[rule] = rules[rule].and(result.Status)
	}
	var texts []string
	for _, op := range corpus.Ops() {
		if n, ok := ops[op]; ok {
			texts = append(texts, fmt.Sprintf("%s %d of %d", op, n.passed, n.cases))
		}
	}
	fmt.Fprintf(w, "passed, by operation: %s\n", strings.Join(texts, ", "))
	texts = nil
	for _, rule := range smp.Rules() {
		if n, ok := rules[rule]; ok && n.failed > 0 {
			texts = append(texts, fmt.Sprintf("%s %d of %d", rule, n.passed, n.cases))
		}
	}
	if texts != nil {
		fmt.Fprintf(w, "passed, by rule, if some failed: %s\n", strings.Join(texts, ", "))
	}
}

// The limits for the text of a failed case.
const (
	briefLines = 16
	briefWidth = 160
)

// brief returns the inputs, the expected answer and the used part of the schema of a case,
// shortened to briefLines lines. If the case failed through text, the inputs are texts. The
// command show prints the case with this name or file.
func brief(v corpus.Verdict, shown string) string {
	text, err := asTested(v).Pruned().YAML()
	if err != nil {
		return ""
	}
	var lines, schema []string // the schema is shown last
	inSchema := false
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if !strings.HasPrefix(line, " ") {
			inSchema = strings.HasPrefix(line, "schema:")
		}
		line = "    | " + cut(line) + "\n"
		switch {
		case strings.HasPrefix(line, "    | rule:") || strings.HasPrefix(line, "    | comment:"):
		case inSchema:
			schema = append(schema, line)
		default:
			lines = append(lines, line)
		}
	}
	lines = append(lines, schema...)
	if len(lines) > briefLines {
		lines = append(lines[:briefLines], fmt.Sprintf("    | … (smp-check show %s)\n", shown))
	}
	return strings.Join(lines, "")
}

// asTested returns the case in the form in which it failed first.
func asTested(v corpus.Verdict) corpus.Case {
	c := v.Case
	if len(v.Failures) == 0 || v.Failures[0].Form != corpus.ThroughText {
		return c
	}
	texts := map[string]string{}
	for _, d := range c.Input.Documents() {
		if text, ok := c.Input.Text[d.Name]; ok {
			texts[d.Name] = text
		} else if d.Value.Type() != model.Absent {
			texts[d.Name] = d.Value.Canonical()
		}
	}
	c.Input.Text = texts
	return c
}

func cut(line string) string {
	line, more := shortened(line, briefWidth)
	if more > 0 {
		line += "…"
	}
	return line
}

// shortened returns the first n characters of a text, and the number of the others.
func shortened(text string, n int) (first string, more int) {
	for at := range text {
		if n == 0 {
			return text[:at], utf8.RuneCountInString(text[at:])
		}
		n--
	}
	return text, 0
}

// oneLine describes a failure in one line: file, form unless it is the case as written, part
// of the answer, expected and actual value.
func oneLine(v corpus.Verdict) string {
	f := v.Failures[0]
	what := f.What
	if f.Form != corpus.AsWritten {
		what = string(f.Form) + ", " + what
	}
	return cut(strings.ReplaceAll(fmt.Sprintf("%s: %s: want %s, got %s", v.Case.File, what, f.Want, f.Got), "\n", " "))
}
