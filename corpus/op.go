package corpus

import (
	"regexp"
	"slices"
	"sync"
)

// An Op is an operation that a case tests.
type Op string

// The operations.
const (
	// OpApply applies Patch to Original.
	OpApply Op = "apply"
	// OpDiff computes a patch from Original to Modified.
	OpDiff Op = "diff"
	// OpThreeWay computes a patch for Current with the changes from Original to
	// Modified.
	OpThreeWay Op = "threeway"
	// OpCompose combines Patches into one patch.
	OpCompose Op = "compose"
	// OpConflicts lists the conflicts between the patches Left and Right.
	OpConflicts Op = "conflicts"
	// OpLint lists the problems of Patch.
	OpLint Op = "lint"
)

// The names of documents in case files and errors.
const (
	documentOriginal = "original"
	documentModified = "modified"
	documentCurrent  = "current"
	documentPatch    = "patch"
	documentPatches  = "patches"
	documentLeft     = "left"
	documentRight    = "right"
)

// operationInputs lists the documents that each operation takes.
var operationInputs = map[Op][]string{
	OpApply:     {documentOriginal, documentPatch},
	OpDiff:      {documentOriginal, documentModified},
	OpThreeWay:  {documentOriginal, documentModified, documentCurrent},
	OpCompose:   {documentPatches},
	OpConflicts: {documentLeft, documentRight},
	OpLint:      {documentPatch},
}

// operationOptions lists the options that each operation accepts.
var operationOptions = map[Op][]string{
	OpApply:     {"strict", "unions", "ignore", "listTypes"},
	OpDiff:      {"strict", "level", "listTypes", "preconditions", "noWide", "keep"},
	OpThreeWay:  {"strict", "overwrite", "resend", "level", "listTypes", "preconditions", "noWide", "keep"},
	OpCompose:   {"strict", "unions", "ignore", "listTypes"},
	OpConflicts: {"strict", "unions", "ignore", "listTypes"},
	OpLint:      {"strict", "unions", "ignore", "listTypes"},
}

// Ops returns all operations.
func Ops() []Op {
	return []Op{OpApply, OpDiff, OpThreeWay, OpCompose, OpConflicts, OpLint}
}

// inputs returns the names of the documents that the operation takes. An unknown operation
// takes none.
func (o Op) inputs() []string { return operationInputs[o] }

func (o Op) known() bool { return len(o.inputs()) > 0 }

// takes reports whether the operation takes the named document.
func (o Op) takes(document string) bool { return slices.Contains(o.inputs(), document) }

// givesList reports whether the operation returns a list, of conflicts or problems.
func (o Op) givesList() bool { return o == OpConflicts || o == OpLint }

// onePatch matches the name that errors use for one of several patches.
var onePatch = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^patches\[(0|[1-9][0-9]*)\]$`) })

// names reports whether this document may be named in an error of the operation.
func (o Op) names(document string) bool {
	if o == OpCompose {
		return onePatch().MatchString(document)
	}
	return o.takes(document)
}

// accepts reports whether the operation accepts the option.
func (o Op) accepts(option string) bool { return slices.Contains(operationOptions[o], option) }
