package corpus

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// checkResult rejects a wanted result of the wrong form: conflicts and problems are
// lists of maps with certain fields.
func (r *caseReader) checkResult(v model.Value, at []string) error {
	switch {
	case r.c.Input.Op == OpConflicts && !areConflicts(v):
		return r.faultf(r.node(at...), "%s: expected a list of conflicts, each with path, kind, left and right", strings.Join(at, "."))
	case r.c.Input.Op == OpLint && !areProblems(v):
		return r.faultf(r.node(at...), "%s: expected a list of problems, each with path, kind, rule and rejected", strings.Join(at, "."))
	}
	return nil
}

// conflictCodes lists the values of kind in a conflict.
var conflictCodes = []smp.ConflictCode{smp.BothChanged, smp.BothAdded, smp.LeftDeleted, smp.RightDeleted}

// problemCodes lists the values of kind that only problems have. Problems may also have the
// values of errors.
var problemCodes = []smp.Code{smp.NoEffect, smp.DirectiveAsData, smp.RepeatedKey, smp.MixedMergeKeys, smp.UnionSiblings}

// areConflicts reports whether v is a list of conflicts. The value of either side may
// be missing.
func areConflicts(v model.Value) bool {
	return areAll(v, []string{"path", "kind"}, func(name string, part model.Value) bool {
		switch name {
		case "path":
			_, ok := parseKeyedPath(part.Text())
			return ok
		case "kind":
			return slices.Contains(conflictCodes, smp.ConflictCode(part.Text()))
		default:
			return name == documentLeft || name == documentRight
		}
	})
}

// areProblems reports whether v is a list of problems.
func areProblems(v model.Value) bool {
	return areAll(v, []string{"path", "kind", "rule", "rejected"}, func(name string, part model.Value) bool {
		switch name {
		case "path":
			_, ok := parsePath(part.Text())
			return ok
		case "kind":
			kind := smp.Code(part.Text())
			return slices.Contains(errorKinds, kind) || slices.Contains(problemCodes, kind)
		case "rule":
			return knownRule(smp.Rule(part.Text()))
		default:
			return name == "rejected" && part.Type() == model.Bool
		}
	})
}

// areAll reports whether v is a list of maps in which all required fields are present and all
// fields are valid.
func areAll(v model.Value, members []string, sound func(name string, part model.Value) bool) bool {
	for _, e := range v.Elements() {
		for _, name := range members {
			if _, ok := e.Get(name); !ok {
				return false
			}
		}
		for name, part := range e.Members() {
			if !sound(name, part) {
				return false
			}
		}
	}
	return v.Type() == model.List
}
