package props

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

// Run puts every law to the subject: those of an operation in a subtest of its
// name, all on the same inputs. What it logs is how often each was put to the
// test, and how long that took. Operations that the subject skips break no law.
// The subtests run in parallel, so that the subject must bear calls from several
// goroutines; -parallel 1 runs one after another.
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

// Agree compares what the subject and a reference make of generated patches.
func Agree(t *testing.T, subject, reference corpus.Subject) {
	Check(t, corpus.OpApply, func(in corpus.Input) laws.Verdict { return laws.Agree(subject, reference, in) })
}

// AgreeOnThreeWay compares what the subject makes of three generated documents
// with what has to come of them.
func AgreeOnThreeWay(t *testing.T, subject corpus.Subject, target laws.Target, conflicts laws.ConflictsFunc) {
	t.Run(laws.TargetReached, func(t *testing.T) {
		Check(t, corpus.OpThreeWay, func(in corpus.Input) laws.Verdict { return laws.Reaches(subject, target, in) })
	})
	t.Run(laws.ConflictsFound, func(t *testing.T) {
		Check(t, corpus.OpThreeWay, func(in corpus.Input) laws.Verdict { return laws.FindsConflicts(subject, conflicts, in) })
	})
}

// AgreeOnLint compares the problems that the subject finds in generated patches
// with those that there are.
func AgreeOnLint(t *testing.T, subject corpus.Subject, problems laws.ProblemsFunc) {
	Check(t, corpus.OpLint, func(in corpus.Input) laws.Verdict { return laws.FindsProblems(subject, problems, in) })
}

// Check puts one law to generated inputs of an operation. It fails in one place
// whatever the law, because shrinking goes on only while the place stays the
// same.
func Check(t rapid.TB, op corpus.Op, law func(corpus.Input) laws.Verdict) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		if err := law(Inputs(op).Draw(t, "input").Input).Err(); err != nil {
			t.Fatal(err)
		}
	})
}
