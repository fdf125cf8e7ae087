package props

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

// Run checks every law on the subject. The laws of an operation share a subtest with the
// operation's name, and are checked on the same inputs. Run logs how often each law was checked,
// and how long the checks took. Operations that the subject skips do not break a law. The subtests
// run in parallel. The subject must therefore support calls from several goroutines. To run the
// subtests one after another, use -parallel 1.
func Run(t *testing.T, subject corpus.Subject) {
	for _, op := range laws.Ops() {
		t.Run(string(op), func(t *testing.T) {
			t.Parallel()
			all := newTallies(op)
			defer func() {
				if !t.Failed() {
					all.log(t)
				}
			}()
			Check(t, op, all.one(subject))
		})
	}
}

// Agree compares the results of subject and reference on generated patches.
func Agree(t *testing.T, subject, reference corpus.Subject) {
	Check(t, corpus.OpApply, func(in corpus.Input) laws.Verdict { return laws.Agree(subject, reference, in) })
}

// AgreeOnThreeWay compares the results of the subject on generated three-way merges with the
// expected targets and conflicts.
func AgreeOnThreeWay(t *testing.T, subject corpus.Subject, target laws.Target, conflicts laws.ConflictsFunc) {
	t.Run(laws.TargetReached, func(t *testing.T) {
		Check(t, corpus.OpThreeWay, func(in corpus.Input) laws.Verdict { return laws.Reaches(subject, target, in) })
	})
	t.Run(laws.ConflictsFound, func(t *testing.T) {
		Check(t, corpus.OpThreeWay, func(in corpus.Input) laws.Verdict { return laws.FindsConflicts(subject, conflicts, in) })
	})
}

// AgreeOnLint compares the problems that the subject reports in generated patches with the
// expected ones.
func AgreeOnLint(t *testing.T, subject corpus.Subject, problems laws.ProblemsFunc) {
	Check(t, corpus.OpLint, func(in corpus.Input) laws.Verdict { return laws.FindsProblems(subject, problems, in) })
}

// Check checks one law on generated inputs of an operation. All failures come from the
// same line, because rapid shrinks only while the line of the failure stays the same.
func Check(t rapid.TB, op corpus.Op, law func(corpus.Input) laws.Verdict) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		if err := law(Inputs(op).Draw(t, "input").Input).Err(); err != nil {
			t.Fatal(err)
		}
	})
}
