package explain

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// decisions maps paths to the events of a patch. If a rule applies several times at a path,
// as for elements with equal keys, the map has only its last event.
type decisions map[string][]cluster.Event

func decisionsOf(events []cluster.Event) decisions {
	d := decisions{}
	for _, e := range events {
		place := e.Path.String()
		d[place] = append(slices.DeleteFunc(d[place], func(other cluster.Event) bool { return other.Rule == e.Rule }), e)
	}
	return d
}

// replacing lists the rules that replace a value as a whole. The fields and elements of
// that value then need no explanation.
var replacing = []smp.Rule{smp.RuleListAtomic, smp.RuleMapAtomic, smp.RuleMapDelete}

// covering returns the outermost parent of a path that is replaced as a whole, or the path
// itself if there is none.
func (d decisions) covering(path model.Path) model.Path {
	for n, outer := range around(path) {
		if slices.ContainsFunc(d[outer], func(e cluster.Event) bool { return slices.Contains(replacing, e.Rule) }) {
			return path[:n]
		}
	}
	return path
}

// covering returns the outermost parent of the place of a difference that is replaced as a whole, or the place
// itself if there is none. Engines need not report that they replace an atomic list or map. In this case,
// the result contains the event.
func (x *Explanation) covering(all decisions, place model.Path) (model.Path, cluster.Event) {
	path := all.covering(place)
	s := x.schema
	for n, step := range path {
		rule := smp.Rule("")
		switch _, isField := step.(model.Field); {
		case !isField && !s.Merging():
			rule = smp.RuleListAtomic
		case isField && s.Type() == smp.MapType && s.Strategy() == smp.Replace:
			rule = smp.RuleMapAtomic
		}
		if rule != "" {
			return path[:n], cluster.Event{Event: smp.Event{Path: path[:n], Rule: rule}}
		}
		s = schemaAt(s, step)
	}
	return path, cluster.Event{}
}

// cause returns the decision that caused an effect, if no decision was made at the place of
// the effect. This is the innermost decision around the effect that can cause it. If none can,
// it is the innermost one that is not passive.
func (d decisions) cause(c *effect) cluster.Event {
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
	return cluster.Event{}
}

// cleared returns the outermost decision that clears a parent of a removed place, and reports
// whether there is one.
func (d decisions) cleared(c *effect) (cluster.Event, bool) {
	if c.sign() == effectRemoved {
		for _, outer := range around(c.path) {
			for _, e := range d[outer] {
				if slices.Contains(clearing, e.Rule) {
					return e, true
				}
			}
		}
	}
	return cluster.Event{}, false
}

// clearing lists the rules of $patch: replace, which drop the original's content.
var clearing = []smp.Rule{smp.RuleMapReplace, smp.RuleListReplace, smp.RuleElementReplace}

// passive lists the rules that have no effect on the values inside a place.
var passive = []smp.Rule{smp.RuleOrderDefault, smp.RuleOrderDirective, smp.RuleMapMerge}

// causedBy reports whether an event at the place of an effect can be its cause.
func (c *effect) causedBy(e cluster.Event) bool {
	return canCause(e.Rule, c) || c.moved && slices.Contains(passive, e.Rule)
}

// canCause reports whether a rule can cause an effect inside the place at which it was
// applied.
func canCause(rule smp.Rule, c *effect) bool {
	switch rule {
	case smp.RuleSetMerge, smp.RuleAbsentIsEmpty, smp.RuleKeyedMerge, smp.RuleScalar:
		return c.sign() != effectRemoved
	case smp.RuleSetDelete, smp.RuleNullDeletes, smp.RuleKeyedDelete:
		return c.sign() != effectAdded
	}
	return !slices.Contains(passive, rule) && !slices.Contains(manner, rule)
}

// manner lists the rules about finding elements and reading names. For these, the value
// follows from another rule.
var manner = []smp.Rule{
	smp.RuleKeyEquality, smp.RuleKeysMulti, smp.RuleKeysDefault, smp.RuleKeyedOriginal, smp.RuleFieldNames,
	smp.RuleMapValues, smp.RuleDirectiveLevel, smp.RuleOrderRecommended,
}
