package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// excluded returns the fields of current that unions of the map exclude: where
// modified chooses a member, and differs from original in the union or is not held
// by current in it, those that set other members go (rule union-target).
func (t *target) excluded(u *node, o, m, c model.Value) []string {
	var names []string
	for i := range u.shape.unions {
		union := &u.shape.unions[i]
		choice := union.choiceIn(m)
		if !choice.chooses() || union.fault(choice) != nil {
			continue
		}
		if found := union.others(c, union.chosen(choice)); len(found) > 0 && t.unionMoves(u, union, o, m, c) {
			names = append(names, found...)
			t.trace.note(RuleUnionTarget)
		}
	}
	return names
}

// unionMoves reports whether modified differs from original in a union, or current
// does not hold what modified says of it.
func (t *target) unionMoves(u *node, union *Union, o, m, c model.Value) bool {
	return slices.ContainsFunc(union.fields(), func(name string) bool {
		was, _ := o.Get(name)
		want, said := m.Get(name)
		have, _ := c.Get(name)
		return !equalIgnoringNulls(nullAsAbsent(was), nullAsAbsent(want)) || said && !t.holds(u.member(name), was, want, have)
	})
}
