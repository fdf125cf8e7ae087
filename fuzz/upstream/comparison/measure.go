package comparison

import (
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Result contains the results of one engine.
type Result struct {
	Engine Engine
	// Areas contains the counts of cases, by area.
	Areas map[string]Tally
	// Laws has the order of package laws.
	Laws []LawResult
}

// A Tally counts cases. Varied and Panicked are parts of Wrong.
type Tally struct{ Right, Wrong, Varied, Panicked, Skipped int }

// plus returns the sum of two tallies.
func (t Tally) plus(u Tally) Tally {
	return Tally{t.Right + u.Right, t.Wrong + u.Wrong, t.Varied + u.Varied, t.Panicked + u.Panicked, t.Skipped + u.Skipped}
}

// A LawResult contains the results of one law with one engine.
type LawResult struct {
	Law laws.Law
	// Held is the number of inputs for which the law held, Broken the number for which it was
	// broken, and Varied the number that could not be judged because an answer varied.
	Held, Broken, Varied int
	// Smallest is the smallest counterexample found, or nil.
	Smallest *Counterexample
}

// A Counterexample is an input that breaks a law.
type Counterexample struct {
	Verdict laws.Verdict
	Case    corpus.Case
	size    int
	// spelled is set if only the original spelling of the documents, including white space,
	// breaks the law.
	spelled bool
}

// text returns the case as a file: in YAML, or in JSON if the spelling matters.
func (c *Counterexample) text() ([]byte, error) {
	if !c.spelled {
		return c.Case.YAML()
	}
	v, err := c.Case.Value()
	return append(v.AppendJSON(nil), '\n'), err
}

// Measure runs an engine whose programs are in a folder. It calls steps once with the number
// of steps, and calls the function that steps returns after each step.
func Measure(e Engine, folder string, workers int, s Size, steps func(total int) (step func())) (Result, error) {
	cases, err := corpus.Cases()
	if err != nil {
		return Result{}, err
	}
	if s.Cases > 1 {
		kept := cases[:0:0]
		for i := 0; i < len(cases); i += s.Cases {
			kept = append(kept, cases[i])
		}
		cases = kept
	}
	inputs := trials(s)
	if e.Laws > 0 {
		inputs = inputs[:min(e.Laws, len(inputs))]
	}
	if e.Shrink > 0 {
		s.Shrink = min(e.Shrink, s.Shrink)
	}
	subjects, stop, err := e.start(folder, workers)
	if err != nil {
		return Result{}, err
	}
	defer stop()
	all := laws.All()
	step := steps(len(cases) + len(inputs) + len(all))
	r := Result{Engine: e, Areas: tryCases(cases, subjects, step)}
	r.Laws = tryLaws(all, inputs, subjects, step)
	broken := brokenTrials(all, inputs, subjects, r.Laws)
	forEach(len(all), len(subjects), func(worker, i int) {
		r.Laws[i].Smallest = smallest(all[i], broken[i], subjects[worker].(*steady), s.Shrink)
		step()
	})
	return r, nil
}

// forEach calls do for each of n items, from as many goroutines as there are
// workers.
func forEach(n, workers int, do func(worker, i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for worker := range workers {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(worker, i)
			}
		})
	}
	wait.Wait()
}

// tryCases counts cases by area. Cases that the runner itself answers are left out.
func tryCases(cases []corpus.Case, subjects []corpus.Subject, step func()) map[string]Tally {
	tallies := make([]Tally, len(cases))
	forEach(len(cases), len(subjects), func(worker, i int) {
		defer step()
		subject := &witness{Subject: subjects[worker]}
		v := corpus.Terms{AnyError: true}.Run(cases[i], subject)
		switch {
		case v.ByRunner:
		case v.Skipped != "":
			tallies[i].Skipped = 1
		case v.Passed():
			tallies[i].Right = 1
		default:
			tallies[i].Wrong = 1
			if subject.fault == corpus.Varies {
				tallies[i].Varied = 1
			} else if subject.fault != "" {
				tallies[i].Panicked = 1
			}
		}
	})
	areas := map[string]Tally{}
	for i, c := range cases {
		area := path.Dir(c.Name)
		areas[area] = areas[area].plus(tallies[i])
	}
	return areas
}

// A witness records the fault of a subject.
type witness struct {
	corpus.Subject
	fault corpus.FaultCode
}

func (w *witness) Run(in corpus.Input) corpus.Outcome {
	out := w.Subject.Run(in)
	if fault := corpus.FaultOf(out.Err); fault != nil && w.fault == "" {
		w.fault = fault.Code
	}
	return out
}

// tryLaws counts the inputs for which laws hold. It also records which inputs break a law,
// for shrinking.
func tryLaws(all []laws.Law, inputs []trial, subjects []corpus.Subject, step func()) []LawResult {
	results := make([]LawResult, len(all))
	for i, law := range all {
		results[i].Law = law
	}
	var mu sync.Mutex
	forEach(len(inputs), len(subjects), func(worker, n int) {
		defer step()
		for i, law := range all {
			v, varied := judge(law, subjects[worker].(*steady), inputs[n].input)
			mu.Lock()
			results[i].count(v, varied)
			mu.Unlock()
		}
	})
	return results
}

func (r *LawResult) count(v laws.Verdict, varied bool) {
	switch {
	case varied:
		r.Varied++
	case v.Status == laws.Held:
		r.Held++
	case v.Status == laws.Broken:
		r.Broken++
	}
}

// judge checks a law with a steady subject. If an answer varied, only the law that answers do
// not vary is judged. A law about an operation that the engine does not support is skipped.
func judge(law laws.Law, s *steady, in corpus.Input) (v laws.Verdict, varied bool) {
	if law.Op != "" && !s.Has(law.Op) {
		return laws.Verdict{}, false
	}
	s.varied = false
	v = law.Check(s, in)
	return v, s.varied && law.Name != repeatable
}

// repeatable is the law that equal inputs have equal answers.
const repeatable = "repeatable"

// starts is the number of inputs from which shrinking starts.
const starts = 3

// brokenTrials returns, for each law, at most starts of the smallest inputs that break it.
func brokenTrials(all []laws.Law, inputs []trial, subjects []corpus.Subject, results []LawResult) [][]trial {
	broken := make([][]trial, len(all))
	forEach(len(all), len(subjects), func(worker, i int) {
		if results[i].Broken == 0 {
			return
		}
		type sized struct {
			trial
			size int
		}
		var found []sized
		for _, t := range inputs {
			if all[i].Op != "" && all[i].Op != t.op {
				continue
			}
			if v, varied := judge(all[i], subjects[worker].(*steady), t.input); !varied && v.Status == laws.Broken {
				found = append(found, sized{t, counterexample(v, t.kind).size})
			}
		}
		slices.SortStableFunc(found, func(a, b sized) int { return a.size - b.size })
		for _, f := range found[:min(starts, len(found))] {
			broken[i] = append(broken[i], f.trial)
		}
	})
	return broken
}

// counterexample returns a counterexample for a broken verdict.
func counterexample(v laws.Verdict, kind kubernetes.Kind) *Counterexample {
	c := &Counterexample{Verdict: v, Case: v.Case()}
	if kind != (kubernetes.Kind{}) {
		c.Case.Schema = corpus.SchemaSource{APIVersion: kind.APIVersion, Kind: kind.Kind}
	}
	schema := len(c.Case.Schema.OpenAPI.JSON())
	for _, d := range v.Input.Documents() {
		c.size += len(d.Value.JSON())
	}
	c.size = 4*c.size + schema
	if v.Input.Options.Ignore != 0 || v.Input.Options.Omit != 0 {
		c.size += 100
	}
	return c
}
