package corpus

import (
	"regexp"
	"slices"
)

// An Op is an operation that a case tries.
type Op string

// The operations.
const (
	// OpApply applies Patch to Original.
	OpApply Op = "apply"
	// OpDiff asks for a patch from Original to Modified.
	OpDiff Op = "diff"
	// OpThreeWay asks for a patch for Current that makes the change from
	// Original to Modified.
	OpThreeWay Op = "threeway"
	// OpCompose asks for one patch in place of Patches.
	OpCompose Op = "compose"
	// OpConflicts asks where the patches Left and Right are at odds.
	OpConflicts Op = "conflicts"
	// OpLint asks for the problems of Patch.
	OpLint Op = "lint"
)

// The names of documents, as in case files and errors.
const (
	original = "original"
	modified = "modified"
	current  = "current"
	patch    = "patch"
	patches  = "patches"
	left     = "left"
	right    = "right"
)

// operationInputs names the documents that each operation takes.
var operationInputs = map[Op][]string{
	OpApply:     {original, patch},
	OpDiff:      {original, modified},
	OpThreeWay:  {original, modified, current},
	OpCompose:   {patches},
	OpConflicts: {left, right},
	OpLint:      {patch},
}

// operationOptions names the options that mean something to each operation.
var operationOptions = map[Op][]string{
	OpApply:     {"strict", "unions", "ignore", "listTypes"},
	OpDiff:      {"strict", "level", "listTypes", "preconditions", "noWide"},
	OpThreeWay:  {"strict", "overwrite", "resend", "level", "listTypes", "preconditions", "noWide"},
	OpCompose:   {"strict", "unions", "ignore", "listTypes"},
	OpConflicts: {"strict", "unions", "ignore", "listTypes"},
	OpLint:      {"strict", "unions", "ignore", "listTypes"},
}

// Ops returns all operations.
func Ops() []Op {
	return []Op{OpApply, OpDiff, OpThreeWay, OpCompose, OpConflicts, OpLint}
}

// inputs returns the names of the documents that the operation takes, none for
// an unknown operation.
func (o Op) inputs() []string { return operationInputs[o] }

func (o Op) known() bool { return len(o.inputs()) > 0 }

// takes reports whether the operation takes the named document.
func (o Op) takes(document string) bool { return slices.Contains(o.inputs(), document) }

// givesList reports whether the results of the operation are lists: of conflicts
// or problems.
func (o Op) givesList() bool { return o == OpConflicts || o == OpLint }

// onePatch is how errors name one patch of several.
var onePatch = regexp.MustCompile(`^patches\[(0|[1-9][0-9]*)\]$`)

// names reports whether an error of the operation may name the document.
func (o Op) names(document string) bool {
	if o == OpCompose {
		return onePatch.MatchString(document)
	}
	return o.takes(document)
}

// heeds reports whether the option means something to the operation.
func (o Op) heeds(option string) bool { return slices.Contains(operationOptions[o], option) }
