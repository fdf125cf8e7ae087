package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// contradiction returns the fault of a contradictory choice, or nil (rule union-member).
func contradiction(union *schema.Union, c schema.Choice) *faults.Fault {
	switch {
	case !union.Contradicts(c):
		return nil
	case c.Other != nil:
		return faults.New(faults.UnionConflict, rule.UnionMember, "%s and %s exclude each other, but both are set", c.Field, c.OtherField)
	default:
		return faults.New(faults.UnionConflict, rule.UnionMember, "%s is set, which requires %[3]s %[2]q, but %[3]s has another value", c.Field, c.Member.Value, union.Discriminator)
	}
}

// unionFault returns the fault of the first contradictory union in a document, or nil. Members of
// maps are checked in the order of their names.
func unionFault(u *schema.Node, document model.Value) *faults.Fault {
	for place, v := range walk.All(u, document) {
		if v.Type() != model.Map {
			continue
		}
		unions := place.Schema.Shape.Unions
		for i := range unions {
			if f := contradiction(&unions[i], unions[i].ChoiceIn(v)); f != nil {
				for _, step := range slices.Backward(place.Path()) {
					f = f.Under(step)
				}
				return f
			}
		}
	}
	return nil
}
