package corpus

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Case is one case: an input, and what the rules make of it.
type Case struct {
	// Name is the path of the file below the folder of cases, without its
	// extension: area/name.
	Name string
	// File is where the case was read, for messages.
	File string
	// Rule are the rules that the trace or the error must name.
	Rule []smp.Rule
	// Not are the rules that neither may name.
	Not []smp.Rule
	// Comment says in a sentence why the answer is the wanted one.
	Comment string
	// Schema is the schema as the file gives it. Input.Schema is built from it.
	Schema SchemaSource
	// SchemaErr is why there is no schema, in a case that wants it rejected.
	SchemaErr error
	// Input is the operation with its documents, schema and options.
	Input Input
	// Want is the right answer.
	Want Answer
	// Kubernetes is how the shipped engine differs, nil where a case does not
	// say.
	Kubernetes *Divergence

	written *writtenSchema // of Input.Schema as it was read, nil for none
}

// An Answer is a result or a rejection.
type Answer struct {
	// Result is a document or patch; the list of conflicts or problems. It is
	// absent where Rejection is set.
	Result model.Value
	// Rejection is what the error must be, nil where there must be none.
	Rejection *Rejection
	// Wide are the places that the patch replaces as a whole, as
	// smp.DiffOptions.Wide reports them, in any order.
	Wide []model.Path
}

// A Rejection is what is known of an error. Engines word their errors as they
// like.
type Rejection struct {
	Code smp.Code
	// Path is where, in the document that is at fault; of conflicts it is that
	// of the first.
	Path model.Path
	// Document names that document; empty where a case leaves it open.
	Document string
	// Rule is the rule that rejects; empty where a case leaves it open.
	Rule smp.Rule
	// Conflicts is the list of all conflicts, in the form of a result of
	// OpConflicts, if Code is conflict; absent where a case leaves it open.
	Conflicts model.Value
}

// A Divergence is one way in which the shipped engine differs from the rules, or
// says that it does not.
type Divergence struct {
	// ID is the name of the divergence; empty where a case says that there is
	// none.
	ID string
	// Want is what the shipped engine answers.
	Want Answer
}
