package laws

import (
	"github.com/strategicpatch/smp/corpus"
)

// Agreement is the name of the law that Agree puts to the test.
const Agreement = "agreement"

// Agree is the law that two subjects give the same answer: results that are
// equal values, the order of elements included, or errors with equal kind,
// document, path and rule.
func Agree(s, reference corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: Agreement, subject: s, in: in}
	a, ok := t.ran()
	if !ok {
		if a.Skipped != "" {
			return t.inapplicable("no answer")
		}
		return t.broken("%s: %s", s.Name(), describe(a))
	}
	b := run(reference, in)
	if t.answer = b; !same(a, b) {
		return t.broken("%s: %s\n%s: %s", s.Name(), describe(a), reference.Name(), describe(b))
	}
	return t.held()
}
