package corpus

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Case is one test case: an input and the answer that an engine must give.
type Case struct {
	// Name is the path of the file below the folder of cases, without its extension:
	// area/name.
	Name string
	// File is the file that the case was read from, for use in messages.
	File string
	// Rule lists the rules that the trace of the engine or the error must name.
	Rule []smp.Rule
	// Not lists the rules that neither the trace nor the error may name.
	Not []smp.Rule
	// Comment explains in a sentence why the answer is correct.
	Comment string
	// Schema is the schema as written in the file. Input.Schema is built from it.
	Schema SchemaSource
	// SchemaErr is the error of building the schema. It is set if the case tests this error.
	SchemaErr error
	// Input is the operation with its documents, schema and options.
	Input Input
	// Want is the answer by the specification.
	Want Answer
	// Kubernetes is the answer of a cluster's engine. It is nil if the case does not define
	// one.
	Kubernetes *ClusterAnswer

	written *writtenSchema // Input.Schema after writing and reading; nil if not shared with other cases
}

// An Answer is a result or a rejection.
type Answer struct {
	// Result is a document, a patch, or a list of conflicts or problems. It is absent
	// if Rejection is set.
	Result model.Value
	// Rejection describes the wanted error. It is nil if the input must be accepted.
	Rejection *Rejection
	// Wide lists the places that the patch replaces as a whole, in any order. See
	// smp.DiffOptions.Wide.
	Wide []model.Path
}

// A Rejection is the part of an error that cases compare. Engines choose their own
// messages.
type Rejection struct {
	Code smp.Code
	// Path is the place of the error in its document, or the path of the first
	// conflict.
	Path model.Path
	// Document is the name of the document with the error. It is empty if the case accepts
	// any document.
	Document string
	// Rule is the rule that rejects the input. It is empty if the case accepts any rule.
	Rule smp.Rule
	// Conflicts is the list of all conflicts, in the form of a result of OpConflicts. It is
	// set only if Code is conflict, and absent if the case accepts any list.
	Conflicts model.Value

	pathless bool // an engine gave the error without a path
}

// A ClusterAnswer is the answer of a cluster's engine. It may be the same as the answer of the
// specification.
type ClusterAnswer struct {
	// ID is the name of the divergence. It is empty if a cluster gives the same answer as the
	// specification.
	ID string
	// Want is the answer of a cluster's engine.
	Want Answer
}

// Divergence is the former name of [ClusterAnswer].
//
// Deprecated: use ClusterAnswer. Divergence will be removed in the next minor version.
type Divergence = ClusterAnswer
