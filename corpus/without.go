package corpus

import (
	"fmt"
	"slices"
)

// Without returns the subject without what its engine does not support: it skips inputs that have
// one of these features, and operations with one of these names. [Features] and [Ops] return all
// names, and README.md describes them. The features errors, input-kinds and input-schema have no
// effect, because they describe what a case expects. With input-text, Run skips nearly all cases, because
// it also tests them with documents as text. Without panics if a name is unknown.
//
//	corpus.Without(engine, "option-strict", "option-unions", "option-ignore", "compose")
func Without(s Subject, names ...string) Subject {
	w := without{Subject: s}
	for _, name := range names {
		switch {
		case slices.Contains(Ops(), Op(name)):
			w.ops = append(w.ops, Op(name))
		case Feature(name).Text() != "":
			w.features = append(w.features, Feature(name))
		default:
			panic(fmt.Sprintf("corpus.Without: unknown feature or operation %q", name))
		}
	}
	return w
}

type without struct {
	Subject
	ops      []Op
	features []Feature
}

// Has reports whether the subject supports an operation.
func (w without) Has(op Op) bool { return !slices.Contains(w.ops, op) && Supports(w.Subject, op) }

func (w without) Run(in Input) Outcome {
	if slices.Contains(w.ops, in.Op) {
		return Outcome{Skipped: fmt.Sprintf("the engine does not support the operation %s", in.Op)}
	}
	if !Supports(w.Subject, in.Op) {
		return w.Subject.Run(in) // its reason is more exact than a feature of the input
	}
	found := featureSet{}
	found.input(in, in.Documents())
	for _, f := range w.features {
		if found[f] {
			return Outcome{Skipped: fmt.Sprintf("the engine does not support the feature %s", f)}
		}
	}
	return w.Subject.Run(in)
}
