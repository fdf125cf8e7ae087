package explain

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// isAbsent reports whether the place has no value, neither before nor after.
func (c *effect) isAbsent() bool {
	return c.before.Type() == model.Absent && c.after.Type() == model.Absent
}

// deleting lists the rules for deletions.
var deleting = []smp.Rule{smp.RuleNullDeletes, smp.RuleKeyedDelete, smp.RuleSetDelete, smp.RuleMapDelete}

// missed reports whether an effect is a deletion that matches nothing. A null inside an added
// map is not such a deletion.
func (x *Explanation) missed(c *effect) bool {
	if !c.isAbsent() || !slices.ContainsFunc(c.events, func(e cluster.Event) bool { return slices.Contains(deleting, e.Rule) && e.Divergence == 0 }) {
		return false
	}
	if n := len(c.path); n > 0 && c.events[0].Rule == smp.RuleSetDelete {
		if _, isValue := c.path[n-1].(model.SetValue); !isValue {
			return false // each value of the delete list has an effect of its own
		}
	}
	for _, place := range around(c.path) {
		if outer := x.byPath[place]; outer != nil && outer.sign() == effectAdded {
			return false
		}
	}
	return true
}

// missDeletedValues adds an effect for each value that the patch deletes from a set, but that
// the set lacks. The engine reports only one event for each set.
func (x *Explanation) missDeletedValues(s smp.Schema, patch model.Value, path model.Path) {
	for name, member := range patch.Members() {
		field, isDelete := strings.CutPrefix(name, "$deleteFromPrimitiveList/")
		if !isDelete {
			inner, _ := s.Member(name)
			x.missDeletedValues(inner, member, path.Append(model.Field(name)))
			continue
		}
		set := x.canonical(path.Append(model.Field(field)))
		c := x.byPath[set.String()]
		if c == nil || !slices.ContainsFunc(c.events, func(e cluster.Event) bool { return e.Rule == smp.RuleSetDelete && e.Divergence == 0 }) {
			continue
		}
		for _, v := range member.Elements() {
			has := func(list model.Value) bool {
				return slices.ContainsFunc(list.AppendElements(nil), func(e model.Value) bool { return model.Equal(e, v) })
			}
			if !has(x.lookup(x.original, set)) && !has(x.lookup(x.result, set)) {
				x.at(set.Append(model.SetValue{Value: v})).decide(cluster.Event{Event: smp.Event{Rule: smp.RuleSetDelete}})
			}
		}
	}
	for i, e := range patch.Elements() {
		x.missDeletedValues(s.Element(), e, path.Append(corpus.ElementStep(s, patch, i)))
	}
}
