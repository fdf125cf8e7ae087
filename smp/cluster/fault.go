package cluster

import (
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// A fault is an smp.Error before it has the name of its document, and before its path is complete.
type fault = faults.Fault

func newFault(code smp.Code, rule smp.Rule, format string, args ...any) *fault {
	return faults.New(string(code), string(rule), format, args...)
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
	document, path := f.In(original, patch)
	return &smp.Error{Code: smp.Code(f.Code), Document: document, Path: path, Rule: smp.Rule(f.Rule), Cause: f.Cause}
}
