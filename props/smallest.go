package props

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/minimize"
	"github.com/strategicpatch/smp/props/laws"
)

// shrinking is the time limit of the search for the smallest case.
const shrinking = 10 * time.Second

// EachInput calls check with every seed and its input, like Each. If a law is broken,
// it reports the smallest case it finds that breaks the same law, as YAML for a file of
// the corpus. If several failures have the same smallest case, it reports the case once. It fails if no
// verdict is Held or Broken.
//
// If all inputs have the same schema, the smallest case keeps it. This is decided by comparing the input
// that fails with those of a few other seeds. An engine that supports only one schema is therefore reported
// with this schema.
//
// Inputs that the subject skips count as checks, but are not judged. If an engine lacks many features, only
// a few percent of them may be left, so raise SMP_CHECKS. With -v, the log contains the number of judged
// answers.
func (s Seeds) EachInput(t *testing.T, input func(seed uint64) corpus.Input, check func(seed uint64, in corpus.Input) laws.Verdict) {
	t.Helper()
	var coverage corpus.Coverage
	s.eachInput(t, input, func(seed uint64, in corpus.Input) laws.Verdict {
		v := check(seed, in)
		v.Cover(&coverage)
		return v
	})
	t.Log(&coverage)
	if err := coverage.Err(); err != nil && !t.Failed() {
		t.Error(err)
	}
}

// eachInput is EachInput for checks that may judge no input.
func (s Seeds) eachInput(t *testing.T, input func(seed uint64) corpus.Input, check func(seed uint64, in corpus.Input) laws.Verdict) {
	t.Helper()
	report := reports()
	s.Each(t, func(seed uint64) error {
		v := check(seed, input(seed))
		if v.Status != laws.Broken {
			return nil
		}
		return report(smallest(v, func(in corpus.Input) laws.Verdict { return check(seed, in) }, s.others(seed, input)...))
	})
}

// others returns the inputs of a few other seeds of the run. If the run has only one seed, the others are
// the seeds after it, so that a failure has the same smallest case when its seed is checked alone.
func (s Seeds) others(seed uint64, input func(seed uint64) corpus.Input) []corpus.Input {
	var others []corpus.Input
	for i := uint64(1); i <= 8; i++ {
		other := seed + i
		if s.Count > 1 {
			other = s.First + (other-s.First)%s.Count
		}
		others = append(others, input(other))
	}
	return others
}

// errReported takes the place of an error that was reported before.
var errReported = errors.New("reported before")

// reports returns a function that returns its argument, or errReported if it was called with the same text
// before.
func reports() func(error) error {
	var texts sync.Map
	return func(err error) error {
		if _, before := texts.LoadOrStore(err.Error(), true); before {
			return errReported
		}
		return err
	}
}

// Smallest returns the verdict on the smallest input it finds that breaks the same law as v in the same way
// (see [laws.Verdict.Alike]), and searches for at most ten seconds. The function check returns the verdict on
// an input. The case of the result contains the answer to this input. If v.Case or the smallest input does
// not break the law when it is checked again, Smallest returns v.
//
//	text, err := props.Smallest(v, check).Case().YAML()
//
// The wanted answer of the case is the one that broke the law, except for laws that compare the subject with
// a reference, such as agreement. A law that compares two runs, such as number-spelling or
// deletions-anywhere, can therefore stay broken although the case c passes. To replay a kept case, check its
// law again:
//
//	for _, law := range laws.Of(c.Input.Op) {
//		if law.Name == "deletions-anywhere" {
//			if err := law.Check(subject, c.Input).Err(); err != nil {
//				t.Error(err)
//			}
//		}
//	}
//
// The smallest input may have a simpler schema than v.Input, or none. If others are given and all of them
// have the schema of v.Input, the smallest input has it, too. For an engine that supports only one schema,
// pass another input, or v.Input again.
func Smallest(v laws.Verdict, check func(corpus.Input) laws.Verdict, others ...corpus.Input) laws.Verdict {
	c := v.Case()
	oneSchema := len(others) > 0 && !slices.ContainsFunc(others, func(in corpus.Input) bool { return !in.Schema.Equal(v.Input.Schema) })
	breaks := func(c corpus.Case) bool {
		if oneSchema && !c.Input.Schema.Equal(v.Input.Schema) {
			return false // the subject may not support it
		}
		return v.Alike(check(c.Input))
	}
	if !breaks(c) {
		return v // check may have changed the input before it checked the law, so the case may not break it
	}
	end := time.Now().Add(shrinking)
	m := minimize.Minimizer{Keep: breaks, Stop: func() bool { return time.Now().After(end) }}
	small := check(m.Minimize(c).Input) // Minimize changes the wanted answer like the documents
	if !v.Alike(small) {
		return v // the answers vary
	}
	return small
}

// smallest returns the error for a broken law, with the smallest case.
func smallest(v laws.Verdict, check func(corpus.Input) laws.Verdict, others ...corpus.Input) error {
	v = Smallest(v, check, others...)
	text, err := v.Case().YAML()
	if err != nil {
		return v.Err()
	}
	name := v.Law
	if v.Text() != "" {
		name += " (" + v.Text() + ")"
	}
	return fmt.Errorf("law %s is broken: %s\n\n%s", name, v.What, text)
}
