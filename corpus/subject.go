package corpus

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Subject is an engine under test.
type Subject interface {
	// Name returns the name of the engine, for messages.
	Name() string
	// Run carries out one operation. It must not change its input, and must not panic.
	Run(in Input) Outcome
}

// Supports reports whether a subject supports an operation. The method Has(Op) bool of the subject
// returns the answer. A subject without this method may support every operation. It skips those that it
// does not support, but inputs for them are generated in vain.
func Supports(s Subject, op Op) bool {
	limited, ok := s.(interface{ Has(Op) bool })
	return !ok || limited.Has(op)
}

// An Outcome is the answer of a Subject.
type Outcome struct {
	// Result is a document, a patch, or a list of conflicts or problems. It is absent
	// if the subject rejected the input.
	Result model.Value
	// Err is the reason for a rejection. If its chain contains an *smp.Error, the code,
	// document and path are compared. If it contains an *smp.ConflictError, the conflicts are
	// compared. Any other error fails a case that expects an error, unless Terms.AnyError is set.
	Err error
	// Skipped is the reason why the subject skipped the input. It is empty if the subject did
	// not skip it.
	Skipped string
	// Rules lists the rules that determined the result, in any order. A rule may be repeated.
	// Nil means that the subject does not report rules.
	Rules []smp.Rule
	// Wide lists the places that the patch of a diff or a three-way merge replaces as a
	// whole, in any order. Nil means that the subject does not report them.
	Wide []model.Path
	// VariesAt lists the places where a cluster's answer is not deterministic (Event.Varies of
	// package cluster), in the order of the trace. Nil means that there are no such places, or that
	// the subject does not report them.
	VariesAt []model.Path
}

// String returns the outcome in one line: the result, the error, or the reason for
// skipping.
func (o Outcome) String() string {
	switch {
	case o.Skipped != "":
		return "skipped: " + o.Skipped
	case o.Err != nil:
		return "error: " + o.Err.Error()
	}
	return o.Result.Canonical()
}
