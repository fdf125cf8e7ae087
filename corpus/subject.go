package corpus

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Subject is an engine under test.
type Subject interface {
	// Name says in messages which engine it is.
	Name() string
	// Run carries out one operation. It does not change its input, and does
	// not panic.
	Run(in Input) Outcome
}

// An Outcome is what a Subject answers.
type Outcome struct {
	// Result is the document or patch; the list of conflicts or problems. It
	// is absent when the subject rejected the input.
	Result model.Value
	// Err is why it did. The kind, document and path count when there is an
	// *smp.Error in its chain, the conflicts when there is an
	// *smp.ConflictError.
	Err error
	// Skipped, when not empty, says why the subject did not try.
	Skipped string
	// Rules are the rules that decided, in any order and as often as they did.
	// Nil means that the subject does not tell.
	Rules []smp.Rule
	// Wide are the places that the patch of a diff or a three-way merge replaces
	// as a whole, in any order. Nil means that the subject does not tell.
	Wide []model.Path
	// VariesAt are the places where clusters do not give one answer (smp.Event,
	// Varies), in the order in which they were met. Nil means that there are none,
	// or that the subject does not tell.
	VariesAt []model.Path
}

// String returns the answer on one line: the result, or what stands in its place.
func (o Outcome) String() string {
	switch {
	case o.Skipped != "":
		return "skipped: " + o.Skipped
	case o.Err != nil:
		return "error: " + o.Err.Error()
	}
	return o.Result.Canonical()
}
