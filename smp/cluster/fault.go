package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// A fault is an smp.Error before it has the name of its document, and before its path is complete.
type fault = faults.Fault[smp.Code, smp.Rule]

func newFault(code smp.Code, rule smp.Rule, format string, args ...any) *fault {
	return faults.New(code, rule, format, args...)
}

// inOriginal marks a new fault as one in the original, and returns it.
func inOriginal(f *fault) *fault {
	f.InOriginal = true
	return f
}

// asError returns a fault of Apply as an smp.Error.
func asError(f *fault) error { return inDocuments(f, "original", "patch") }

// inDocuments returns a fault as an smp.Error. original and patch are the names of the two
// documents.
func inDocuments(f *fault, original, patch string) error {
	document := patch
	if f.InOriginal {
		document = original
	}
	return &smp.Error{Code: f.Code, Document: document, Path: f.Path(), Rule: f.Rule, Cause: f.Cause}
}

// built returns a value, or a fault if it could not be built because it is nested too deeply.
func built(v model.Value, err error) (model.Value, *fault) {
	return faults.Built[smp.Code, smp.Rule](v, err, smp.Limit)
}

// editedElements returns a list in which each element is replaced by the result of edit. An
// absent result removes the element. If no element changes, it returns the list itself.
func editedElements(list model.Value, edit func(i int, e model.Value) (model.Value, *fault)) (model.Value, *fault) {
	return faults.EditElements(list, smp.Limit, edit)
}

// editedMembers is like editedElements, but edits the members of a map.
func editedMembers(v model.Value, edit func(name string, member model.Value) (model.Value, *fault)) (model.Value, *fault) {
	return faults.EditMembers(v, smp.Limit, edit)
}
