package explain

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// decisions are the events of a patch by their paths.
type decisions map[string][]smp.Event

func decisionsOf(events []smp.Event) decisions {
	d := decisions{}
	for _, e := range events {
		d[e.Path.String()] = append(d[e.Path.String()], e)
	}
	return d
}

// replacing are the rules that replace a value as a whole, so that there is
// nothing to say of what is in it.
var replacing = []smp.Rule{smp.RuleListAtomic, smp.RuleMapAtomic, smp.RuleMapDelete}

// covering returns the place around a path that is replaced as a whole, else the
// path itself.
func (d decisions) covering(path model.Path) model.Path {
	for n := range path {
		if slices.ContainsFunc(d[path[:n].String()], func(e smp.Event) bool { return slices.Contains(replacing, e.Rule) }) {
			return path[:n]
		}
	}
	return path
}

// cause returns the decision that an effect comes from, where none was taken at
// its place: the last one around it that is not about order.
func (d decisions) cause(c *effect) smp.Event {
	for n := len(c.path); n >= 0; n-- {
		for _, e := range slices.Backward(d[c.path[:n].String()]) {
			if canCause(e.Rule, c) {
				return e
			}
		}
	}
	return smp.Event{}
}

// canCause reports whether a rule can be why there is an effect inside the place
// at which it decided.
func canCause(rule smp.Rule, c *effect) bool {
	switch rule {
	case smp.RuleOrderDefault, smp.RuleOrderDirective:
		return false
	case smp.RuleSetMerge:
		return c.kind() != effectRemoved
	case smp.RuleSetDelete:
		return c.kind() != effectAdded
	}
	return true
}
