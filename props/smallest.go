package props

import (
	"fmt"
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
// the corpus. It fails if no verdict is Held or Broken.
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
	s.Each(t, func(seed uint64) error {
		v := check(seed, input(seed))
		if v.Status != laws.Broken {
			return nil
		}
		return smallest(v, func(in corpus.Input) laws.Verdict { return check(seed, in) })
	})
}

// Smallest returns the verdict on the smallest input it finds that breaks the same law as v, and
// searches for at most ten seconds. The function check returns the verdict on an input. The case of the
// result contains the answer to this input. If v.Case or the smallest input does not break the law when
// it is checked again, Smallest returns v.
//
//	text, err := props.Smallest(v, check).Case().YAML()
func Smallest(v laws.Verdict, check func(corpus.Input) laws.Verdict) laws.Verdict {
	c := v.Case()
	alike := func(w laws.Verdict) bool { return w.Status == laws.Broken && w.Law == v.Law }
	breaks := func(c corpus.Case) bool { return alike(check(c.Input)) }
	if !breaks(c) {
		return v // check may have changed the input before it checked the law, so the case may not break it
	}
	end := time.Now().Add(shrinking)
	m := minimize.Minimizer{Keep: breaks, Stop: func() bool { return time.Now().After(end) }}
	small := check(m.Minimize(c).Input) // Minimize changes the wanted answer like the documents
	if !alike(small) {
		return v // the answers vary
	}
	return small
}

// smallest returns the error for a broken law, with the smallest case.
func smallest(v laws.Verdict, check func(corpus.Input) laws.Verdict) error {
	v = Smallest(v, check)
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
