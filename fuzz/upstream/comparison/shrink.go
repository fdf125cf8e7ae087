package comparison

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/minimize"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// smallest shrinks each of the given inputs and returns the smallest one that still breaks
// the law, or nil if there is none. It first tries simpler choices of the generator, and then
// smaller cases.
func smallest(law laws.Law, broken []trial, s *steady, steps int) *Counterexample {
	var best *Counterexample
	for _, t := range broken {
		breaks := func(in corpus.Input) bool {
			c := broke(law, s, in, t.kind)
			if c != nil && (best == nil || c.size < best.size) {
				best = c
			}
			return c != nil
		}
		breaks(t.input)
		gen.Shrink(t.choices, steps, func(choices []int) bool { return breaks(t.generate(choices)) })
	}
	if best == nil {
		return nil
	}
	tried, kind := 0, kubernetes.Kind{APIVersion: best.Case.Schema.APIVersion, Kind: best.Case.Schema.Kind}
	minimize.Minimizer{
		KeepNames: kind.Kind != "",
		Stop:      func() bool { tried++; return tried > steps },
		Keep: func(smaller corpus.Case) bool {
			in := smaller.Input
			if kind.Kind != "" {
				in.Schema = schemaOf(kind)
			}
			c := broke(law, s, in, kind)
			if c != nil && c.size < best.size {
				best = c
			}
			return c != nil
		},
	}.Minimize(best.Case)
	best.spelled = !brokenWhenRead(best, law, s, kind)
	return best
}

// brokenWhenRead reports whether an input still breaks the law after it is written as a case
// in YAML and read again.
func brokenWhenRead(c *Counterexample, law laws.Law, s *steady, kind kubernetes.Kind) bool {
	text, err := c.Case.YAML()
	if err != nil {
		return false
	}
	read, err := corpus.Read("counterexample", text)
	return err == nil && broke(law, s, read.Input, kind) != nil
}

// broke returns a counterexample if the input breaks a law, and nil if not. It first calls
// the engine once. If that call does not break the law, it makes no further calls. This is
// safe: if no answer varies, more calls give the same result, and inputs with varying answers
// are not used.
func broke(law laws.Law, s *steady, in corpus.Input, kind kubernetes.Kind) *Counterexample {
	if law.Name != repeatable && law.Check(s.Once(), in).Status != laws.Broken {
		return nil
	}
	v, varied := judge(law, s, in)
	if varied || v.Status != laws.Broken {
		return nil
	}
	return counterexample(v, kind)
}
