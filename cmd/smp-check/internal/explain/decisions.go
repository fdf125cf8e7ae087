package explain

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// decisions are the events of a patch by their paths; of several by one rule, as of
// elements with the same key, the last one.
type decisions map[string][]smp.Event

func decisionsOf(events []smp.Event) decisions {
	d := decisions{}
	for _, e := range events {
		place := e.Path.String()
		d[place] = append(slices.DeleteFunc(d[place], func(other smp.Event) bool { return other.Rule == e.Rule }), e)
	}
	return d
}

// replacing are the rules that replace a value as a whole, so that there is
// nothing to say of what is in it.
var replacing = []smp.Rule{smp.RuleListAtomic, smp.RuleMapAtomic, smp.RuleMapDelete}

// covering returns the place around a path that is replaced as a whole, else the
// path itself.
func (d decisions) covering(path model.Path) model.Path {
	for n, outer := range around(path) {
		if slices.ContainsFunc(d[outer], func(e smp.Event) bool { return slices.Contains(replacing, e.Rule) }) {
			return path[:n]
		}
	}
	return path
}

// cause returns the decision that an effect comes from, where none was taken at
// its place: the last one around it that can be why, else that is not about order.
func (d decisions) cause(c *effect) smp.Event {
	places := append(around(c.path), c.path.String())
	for _, can := range []func(smp.Rule, *effect) bool{canCause, func(rule smp.Rule, _ *effect) bool { return !slices.Contains(passive, rule) }} {
		for n, place := range slices.Backward(places) {
			for _, e := range slices.Backward(d[place]) {
				if can(e.Rule, c) && (e.Rule != smp.RuleRetainKeys || n+1 >= len(c.path)) {
					return e
				}
			}
		}
	}
	return smp.Event{}
}

// cleared returns the outermost decision that leaves nothing of what the original has
// around a place that is gone, and whether there is one.
func (d decisions) cleared(c *effect) (smp.Event, bool) {
	if c.kind() == effectRemoved {
		for _, outer := range around(c.path) {
			for _, e := range d[outer] {
				if slices.Contains(clearing, e.Rule) {
					return e, true
				}
			}
		}
	}
	return smp.Event{}, false
}

// clearing are the rules by which what is in a place counts for nothing.
var clearing = []smp.Rule{smp.RuleMapReplace, smp.RuleListReplace, smp.RuleElementReplace}

// passive are the rules that decide nothing about what is inside a place.
var passive = []smp.Rule{smp.RuleOrderDefault, smp.RuleOrderDirective, smp.RuleMapMerge}

// causedBy reports whether an event at the place of an effect can be why there is one.
func (c *effect) causedBy(e smp.Event) bool {
	return canCause(e.Rule, c) || c.moved && slices.Contains(passive, e.Rule)
}

// canCause reports whether a rule can be why there is an effect inside the place
// at which it decided.
func canCause(rule smp.Rule, c *effect) bool {
	switch rule {
	case smp.RuleSetMerge, smp.RuleAbsentIsEmpty, smp.RuleKeyedMerge, smp.RuleScalar:
		return c.kind() != effectRemoved
	case smp.RuleSetDelete, smp.RuleNullDeletes, smp.RuleKeyedDelete:
		return c.kind() != effectAdded
	}
	return !slices.Contains(passive, rule) && !slices.Contains(manner, rule)
}

// manner are the rules that say how something is found or read, and beside which
// another one decides what becomes of it.
var manner = []smp.Rule{
	smp.RuleKeyEquality, smp.RuleKeysMulti, smp.RuleKeysDefault, smp.RuleKeyedOriginal, smp.RuleFieldNames,
	smp.RuleMapValues, smp.RuleDirectiveLevel, smp.RuleOrderRecommended,
}
