package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

// A Laws is a report on laws that were tried on one engine. The exported fields are its
// JSON.
type Laws struct {
	Subject string `json:"subject"`
	Inputs  int    `json:"inputs"`
	// NotTried is the number of inputs that were not tried because of an interrupt.
	NotTried int `json:"notTried,omitempty"`
	// Unanswered is the number of inputs for which the engine failed to give an answer.
	// Fault describes the first of these failures.
	Unanswered int         `json:"unanswered,omitempty"`
	Fault      *faultEntry `json:"fault,omitempty"`
	Laws       []lawResult `json:"laws"`

	coverage corpus.Coverage
}

// A faultEntry describes the failure of an engine to give an answer.
type faultEntry struct {
	From  string `json:"from"`
	What  string `json:"what"`
	index int    // the index of the trial
}

// A lawResult is the outcome of one law: the numbers of inputs on which it held, was broken
// and did not apply, and the smallest input that breaks it.
type lawResult struct {
	Name         string `json:"name"`
	Held         int    `json:"held"`
	Broken       int    `json:"broken"`
	Inapplicable int    `json:"inapplicable"`
	// Unsupported is true if the engine does not support the operation of the law.
	Unsupported bool `json:"unsupported,omitempty"`
	// Expected is the reason why the law is known as broken. Stale is true if it is not broken.
	Expected       string          `json:"expected,omitempty"`
	Stale          bool            `json:"stale,omitempty"`
	Counterexample *counterexample `json:"counterexample,omitempty"`

	law      laws.Law
	smallest laws.Verdict
	size     int   // the size of the smallest input
	index    int   // the index of the trial of this input
	trial    Trial // the trial of this input
}

// A counterexample is an input that breaks a law.
type counterexample struct {
	From string          `json:"from"`
	What string          `json:"what"`
	Case json.RawMessage `json:"case,omitempty"`
}

// TryLaws checks all laws on each trial. The subjects share the trials, and run in parallel.
func TryLaws(chosen []laws.Law, trials Trials, subjects []corpus.Subject, p *output.Progress) *Laws {
	r := &Laws{Subject: subjects[0].Name(), Inputs: trials.Len(), Laws: make([]lawResult, len(chosen))}
	for i, law := range chosen {
		r.Laws[i] = lawResult{Name: law.Name, Unsupported: law.Op != "" && !corpus.Supports(subjects[0], law.Op), law: law}
	}
	trials.ops = opsOf(chosen, subjects[0], trials.Ops)
	var mu sync.Mutex
	done := forEach(trials.Len(), len(subjects), p, func(worker, i int) {
		t := trials.at(i)
		watched := &faultWatch{Subject: subjects[worker]}
		var most laws.Verdict
		for l := range r.Laws {
			v := r.Laws[l].law.Check(watched, t.input)
			if law := r.Laws[l].law; law.Op == "" || law.Op == t.input.Op {
				most = most.Or(v)
			}
			mu.Lock()
			r.Laws[l].count(v, t, i)
			mu.Unlock()
		}
		if most.Law != "" {
			most.Cover(&r.coverage)
		}
		if watched.fault != nil {
			mu.Lock()
			r.addFault(watched.fault, t, i)
			mu.Unlock()
		}
		p.Step(most.Status == laws.Broken || watched.fault != nil)
	})
	r.Inputs, r.NotTried = done, trials.Len()-done
	r.shrink(subjects, p)
	p.End()
	return r
}

// A faultWatch is a subject that remembers its first failure to give an answer. Laws are
// inapplicable to an input without an answer, so that their verdicts do not show the failure.
type faultWatch struct {
	corpus.Subject
	fault *corpus.Fault
}

// Run runs the subject.
func (w *faultWatch) Run(in corpus.Input) corpus.Outcome {
	out := w.Subject.Run(in)
	if w.fault == nil {
		w.fault = corpus.FaultOf(out.Err)
	}
	return out
}

// addFault counts a failure on a trial, and keeps the failure on the earliest trial.
func (r *Laws) addFault(fault *corpus.Fault, t Trial, index int) {
	r.Unanswered++
	if r.Fault == nil || index < r.Fault.index {
		r.Fault = &faultEntry{From: t.from, What: fault.Error(), index: index}
	}
}

// count counts a verdict on a trial, and keeps the smallest broken one. If several have the
// same size, the one from the earliest trial is kept.
func (l *lawResult) count(v laws.Verdict, t Trial, index int) {
	switch v.Status {
	case laws.Held:
		l.Held++
	case laws.Broken:
		if n := size(v); l.Broken == 0 || cmp.Or(cmp.Compare(n, l.size), cmp.Compare(index, l.index)) < 0 {
			l.smallest, l.size, l.trial, l.index = v, n, t, index
		}
		l.Broken++
	default:
		l.Inapplicable++
	}
}

// shrink shrinks the counterexamples from generated inputs, until p is stopped.
func (r *Laws) shrink(subjects []corpus.Subject, p *output.Progress) {
	for i := range r.Laws {
		if l := &r.Laws[i]; l.Broken > 0 {
			l.show()
		}
	}
	forEach(len(r.Laws), len(subjects), p, func(worker, i int) {
		l := &r.Laws[i]
		if l.Broken == 0 {
			return
		}
		l.smallest = l.trial.shrunk(l.smallest, func(in corpus.Input) laws.Verdict {
			p.Update(func() string { return "shrinking the input that breaks the law " + l.Name })
			return l.law.Check(subjects[worker], in)
		})
		l.show()
	})
}

// show adds the smallest counterexample to the report.
func (l *lawResult) show() {
	c := &counterexample{From: l.trial.from, What: l.smallest.What}
	if value, err := l.smallest.Case().Value(); err == nil {
		c.Case = json.RawMessage(value.JSON())
	}
	l.Counterexample = c
}

// Verdicts returns the outcomes of the laws as verdicts on cases with the names of the laws. A law
// that applies to no input is skipped.
func (r *Laws) Verdicts() []corpus.Verdict {
	var all []corpus.Verdict
	for _, l := range r.Laws {
		v := corpus.Verdict{Case: corpus.Case{Name: l.Name}, Subject: r.Subject}
		switch {
		case l.Broken > 0:
			what, _, _ := strings.Cut(l.smallest.What, "\n")
			v.Failures = []corpus.Failure{{What: "the smallest input, from " + l.trial.from, Want: "none", Got: "a violation (" + what + ")"}}
		case l.Held == 0:
			v.Skipped = "the law applies to no input"
		}
		all = append(all, v)
	}
	return all
}

// Expect marks the laws that a list contains as known to be broken.
func (r *Laws) Expect(list corpus.Expectations) {
	for i, v := range r.Verdicts() {
		judged, reason := list.Judge(v)
		r.Laws[i].Expected = reason
		r.Laws[i].Stale = v.Passed() && !judged.Passed()
	}
}

// Failed reports whether a law is broken that is not known as broken, a law that is known as broken
// holds, or an input was not tried or not answered.
func (r *Laws) Failed() bool {
	return r.NotTried+r.Unanswered > 0 || slices.ContainsFunc(r.Laws, func(l lawResult) bool { return l.Stale || l.Broken > 0 && l.Expected == "" })
}

// Err returns an error if no law held or was broken on any input.
func (r *Laws) Err() error { return r.coverage.Err() }

// Write writes the report in an output format.
func (r *Laws) Write(out io.Writer, form string) error {
	if form == output.FormJSON {
		return output.Indented(out, r)
	}
	broken := output.Paint("BROKEN", output.Red, output.Colored(out))
	return output.Buffered(out, func(w *bufio.Writer) {
		failed, expected, untested, unsupported := 0, 0, 0, 0
		fail := output.Paint("FAIL", output.Red, output.Colored(out))
		if r.Fault != nil {
			fmt.Fprintf(w, "%s the engine %s did not answer %d of %d inputs; the first is from %s\n  %s\n",
				fail, r.Subject, r.Unanswered, r.Inputs, r.Fault.From,
				strings.ReplaceAll(r.Fault.What, "\n", "\n  "))
		}
		for _, l := range r.Laws {
			if l.Stale {
				fmt.Fprintf(w, "%s law %s is listed as broken, and holds; remove it from the list\n", fail, l.Name)
			}
			switch {
			case l.Broken == 0:
				continue
			case l.Expected != "":
				expected++
				continue
			}
			failed++
			fmt.Fprintf(w, "%s %s\n  broken by %s on %d of %d inputs; the smallest is from %s\n", broken,
				strings.ReplaceAll(l.smallest.Err().Error(), "\n", "\n  "), r.Subject, l.Broken, l.Broken+l.Held, l.trial.from)
		}
		for _, l := range r.Laws {
			if l.Unsupported {
				fmt.Fprintf(w, "%s: the engine does not support %s\n", l.Name, l.law.Op)
				unsupported++
				continue
			}
			fmt.Fprintf(w, "%s: %d held, %d broken, %d inapplicable", l.Name, l.Held, l.Broken, l.Inapplicable)
			if l.Expected != "" {
				fmt.Fprintf(w, "; broken as expected: %s", l.Expected)
			}
			w.WriteByte('\n')
			if l.Held == 0 && l.Broken == 0 {
				untested++
			}
		}
		noun := "laws"
		if len(r.Laws) == 1 {
			noun = "law"
		}
		fmt.Fprintf(w, "%d %s on %d inputs: %d broken", len(r.Laws), noun, r.Inputs, failed)
		if expected > 0 {
			fmt.Fprintf(w, ", %d broken as expected", expected)
		}
		if untested > 0 {
			fmt.Fprintf(w, ", %d applicable to no input", untested)
		}
		if unsupported > 0 {
			fmt.Fprintf(w, ", %d about operations that the engine does not support", unsupported)
		}
		if r.Unanswered > 0 {
			fmt.Fprintf(w, "; %d inputs not answered", r.Unanswered)
		}
		if r.NotTried > 0 {
			fmt.Fprintf(w, "; interrupted: %d inputs not tried", r.NotTried)
		}
		w.WriteByte('\n')
	})
}

// A lawEntry describes a law in the JSON of a list.
type lawEntry struct {
	Name  string   `json:"name"`
	Op    string   `json:"op,omitempty"`
	Rules []string `json:"rules,omitempty"`
	Text  string   `json:"text"`
}

// WriteLaws writes a list of laws.
func WriteLaws(out io.Writer, form string, chosen []laws.Law) error {
	var entries []lawEntry
	for _, law := range chosen {
		e := lawEntry{Name: law.Name, Op: string(law.Op), Text: law.Text}
		for _, rule := range law.Rules {
			e.Rules = append(e.Rules, string(rule))
		}
		entries = append(entries, e)
	}
	if form == output.FormJSON {
		return output.Indented(out, entries)
	}
	return output.Buffered(out, func(w *bufio.Writer) {
		for _, e := range entries {
			op := e.Op
			if op == "" {
				op = "every operation"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", e.Name, op, e.Text)
		}
	})
}
