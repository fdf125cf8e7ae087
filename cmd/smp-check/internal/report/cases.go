package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// A Cases is a report on cases that were run. The exported fields are its JSON.
type Cases struct {
	Subject string `json:"subject"`
	Cases   int    `json:"cases"`
	Passed  int    `json:"passed"`
	Failed  int    `json:"failed"`
	// Expected is the number of cases that failed and are in the list of known failures.
	Expected int `json:"expected,omitempty"`
	Skipped  int `json:"skipped"`
	// ByRunner is the number of cases that the runner itself answered, without the engine.
	ByRunner int          `json:"byRunner,omitempty"`
	NotRun   int          `json:"notRun,omitempty"` // because the run was interrupted
	Results  []caseResult `json:"results"`

	// Cluster means that the answers of clusters were expected. The page shows it.
	Cluster bool `json:"-"`
	// Files means that the cases were read from files, and are not the built-in cases.
	Files bool `json:"-"`

	verdicts []corpus.Verdict
}

// A caseResult is the outcome of one case.
type caseResult struct {
	caseEntry
	Status   string        `json:"status"`
	Reason   string        `json:"reason,omitempty"` // why the case was skipped or expected to fail
	Failures []caseFailure `json:"failures,omitempty"`
}

// A caseEntry identifies a case.
type caseEntry struct {
	Name      string     `json:"name"`
	File      string     `json:"file"`
	Operation corpus.Op  `json:"op"`
	Rules     []smp.Rule `json:"rule"`
}

// A caseFailure is one difference between the expected and the actual answer.
type caseFailure struct {
	Form string `json:"form"`
	What string `json:"what"`
	Want string `json:"want"`
	Got  string `json:"got"`
}

// The states of a case in a report.
const (
	statusPassed   = "passed"
	statusFailed   = "failed"
	statusExpected = "expected" // expected to fail, and failed
	statusSkipped  = "skipped"
	statusByRunner = "byRunner" // answered by the runner itself
)

// Add adds a verdict. If the case was expected to fail, reason describes why.
func (r *Cases) Add(v corpus.Verdict, reason string) {
	result := caseResult{caseEntry: entryOf(v.Case), Status: statusPassed, Reason: reason}
	v.Failures = slices.Clone(v.Failures)
	for i := range v.Failures {
		f := &v.Failures[i]
		f.Want, f.Got = output.Clipped(f.Want), output.Clipped(f.Got)
		result.Failures = append(result.Failures, caseFailure{string(f.Form), f.What, f.Want, f.Got})
	}
	switch {
	case v.Skipped != "":
		result.Status, result.Reason = statusSkipped, v.Skipped
		r.Skipped++
	case v.Passed() && v.ByRunner:
		result.Status = statusByRunner
		r.ByRunner++
	case v.Passed():
		r.Passed++
	case reason != "":
		result.Status = statusExpected
		r.Expected++
	default:
		result.Status = statusFailed
		r.Failed++
	}
	r.Cases++
	r.Results = append(r.Results, result)
	r.verdicts = append(r.verdicts, v)
}

// Err returns an error if no answer of the engine was judged.
func (r *Cases) Err() error {
	var c corpus.Coverage
	for _, v := range r.verdicts {
		v.Cover(&c)
	}
	return c.Err()
}

func entryOf(c corpus.Case) caseEntry {
	return caseEntry{Name: c.Name, File: c.File, Operation: c.Input.Op, Rules: c.Rule}
}

// Write writes the report in an output format.
func (r *Cases) Write(out io.Writer, form string) error {
	switch form {
	case output.FormJSON:
		return output.Indented(out, r)
	case output.FormJUnit:
		return r.writeJUnit(out)
	case output.FormReport:
		return r.writeConformance(out)
	case output.FormBadge:
		return r.writeBadge(out)
	default:
		return r.writeText(out)
	}
}

// shownFailures is the number of failures of a rule that are shown in full. Each further
// failure has one line.
const shownFailures = 3

// writeText writes the failed cases by rule, the first ones of each rule in full, then the
// reasons for skipped cases, and a summary.
func (r *Cases) writeText(out io.Writer) error {
	color := output.Colored(out)
	return output.Buffered(out, func(w *bufio.Writer) {
		for _, group := range r.failures() {
			for i, n := range group {
				text := r.verdicts[n].String()
				if i >= shownFailures {
					text = oneLine(r.verdicts[n])
				}
				fmt.Fprintf(w, "%s %s\n", output.Paint("FAIL", output.Red, color), text)
				if i < shownFailures {
					w.WriteString(brief(r.verdicts[n], r.shown(r.verdicts[n].Case)))
				}
			}
		}
		for _, reason := range r.reasons() {
			fmt.Fprintf(w, "%s %s: %s\n", output.Paint("skip", output.Yellow, color), counted(reason.Count), reason.Text)
		}
		if r.Failed+r.Skipped > 0 && r.Cases > 1 {
			r.writeRates(w)
		}
		fmt.Fprintf(w, "%s: %d passed, %d failed, %d skipped", counted(r.Cases), r.Passed, r.Failed, r.Skipped)
		if r.Expected > 0 {
			fmt.Fprintf(w, ", %d failed as expected", r.Expected)
		}
		if r.ByRunner > 0 {
			fmt.Fprintf(w, ", %d answered by the runner", r.ByRunner)
		}
		if r.NotRun > 0 {
			fmt.Fprintf(w, "; interrupted: %d not run", r.NotRun)
		}
		w.WriteByte('\n')
	})
}

// shown returns the argument with which the command show prints a case.
func (r *Cases) shown(c corpus.Case) string {
	if r.Files {
		return c.File
	}
	return c.Name
}

func counted(cases int) string {
	if cases == 1 {
		return "1 case"
	}
	return fmt.Sprintf("%d cases", cases)
}

// WriteCases writes a list of cases.
func WriteCases(out io.Writer, form string, cases []corpus.Case) error {
	var entries []caseEntry
	for _, c := range cases {
		entries = append(entries, entryOf(c))
	}
	if form == output.FormJSON {
		return output.Indented(out, entries)
	}
	return output.Buffered(out, func(w *bufio.Writer) {
		for _, e := range entries {
			var rules []string
			for _, rule := range e.Rules {
				rules = append(rules, string(rule))
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", e.Name, e.Operation, strings.Join(rules, ","))
		}
	})
}

// RunCases runs cases, one at a time on each subject, and returns their verdicts in the order
// of the cases. If p is stopped, it returns the verdicts of the cases run so far.
func RunCases(cases []corpus.Case, subjects []corpus.Subject, terms corpus.Terms, p *output.Progress) []corpus.Verdict {
	defer p.End()
	verdicts := make([]corpus.Verdict, len(cases))
	done := forEach(len(cases), len(subjects), p, func(worker, i int) {
		verdicts[i] = terms.Run(cases[i], subjects[worker])
		p.Step(len(verdicts[i].Failures) > 0)
	})
	return verdicts[:done]
}

// forEach calls do for each of n items in order, from as many goroutines as there are
// workers, until p is stopped. It returns the number of items done.
func forEach(n, workers int, p *output.Progress, do func(worker, i int)) int {
	var mu sync.Mutex
	begun := 0
	next := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if begun == n || p.Stopped() {
			return 0, false
		}
		begun++
		return begun - 1, true
	}
	var wait sync.WaitGroup
	for worker := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i, more := next(); more; i, more = next() {
				do(worker, i)
			}
		}()
	}
	wait.Wait()
	return begun
}
