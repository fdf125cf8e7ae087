package props

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

// Run puts every law of every operation to the subject, each in a subtest of
// the operation's and the law's name. Operations that the subject skips break
// no law.
func Run(t *testing.T, subject corpus.Subject) {
	for _, op := range laws.Ops() {
		t.Run(string(op), func(t *testing.T) {
			for _, law := range laws.Of(op) {
				t.Run(law.Name, func(t *testing.T) {
					Check(t, op, func(in corpus.Input) laws.Verdict { return law.Check(subject, in) })
				})
			}
		})
	}
}

// Agree compares what the subject and a reference make of generated patches.
func Agree(t *testing.T, subject, reference corpus.Subject) {
	Check(t, corpus.OpApply, func(in corpus.Input) laws.Verdict { return laws.Agree(subject, reference, in) })
}

// AgreeOnThreeWay compares what the subject makes of three generated documents
// with what has to come of them.
func AgreeOnThreeWay(t *testing.T, subject corpus.Subject, target laws.TargetFunc, conflicts laws.ConflictsFunc) {
	t.Run(laws.TargetReached, func(t *testing.T) {
		Check(t, corpus.OpThreeWay, func(in corpus.Input) laws.Verdict { return laws.Reaches(subject, target, in) })
	})
	t.Run(laws.ConflictsFound, func(t *testing.T) {
		Check(t, corpus.OpThreeWay, func(in corpus.Input) laws.Verdict { return laws.FindsConflicts(subject, conflicts, in) })
	})
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
