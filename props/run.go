package props

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

// Run puts every law to the subject, each in a subtest of its name.
func Run(t *testing.T, subject corpus.Subject) {
	for _, law := range laws.Apply() {
		t.Run(law.Name, func(t *testing.T) {
			Check(t, func(in corpus.Input) laws.Verdict { return law.Check(subject, in) })
		})
	}
}

// Agree compares the subject with a reference on generated inputs.
func Agree(t *testing.T, subject, reference corpus.Subject) {
	Check(t, func(in corpus.Input) laws.Verdict { return laws.Agree(subject, reference, in) })
}

// Check puts one law to generated inputs. It fails in one place whatever the
// law, because shrinking goes on only while the place stays the same.
func Check(t rapid.TB, law func(corpus.Input) laws.Verdict) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		if err := law(Apply().Draw(t, "input").Input).Err(); err != nil {
			t.Fatal(err)
		}
	})
}
