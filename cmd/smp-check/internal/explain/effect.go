package explain

import (
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An Explanation is what a patch does to a document, place by place.
type Explanation struct {
	schema           smp.Schema
	original, result model.Value
	patch            model.Value
	place            model.Path // the place that it is about; the root for all
	effects          []*effect
	byPath           map[string]*effect
	elements         map[model.Value]map[string]place // what lists have that were looked into
	keyed            map[keyedBy]map[uint64][]int     // the same, by what one key of an element hashes to
	unclear          unclear
	// cluster says what a cluster would do otherwise; empty where it does the
	// same.
	cluster []clusterNote
	differs bool // whether a cluster's answer is different
	// Instead is the advice how to get a cluster's answer; it may be empty.
	Instead string
	slips   []report.Slip // in the patch
}

// An effect is what happens at one place.
type effect struct {
	path          model.Path // elements of lists by their keys or values
	before, after model.Value
	moved         bool // elements of the list stand in another order
	fewer         bool // duplicates than there were, of which before and after are the first
	events        []smp.Event
	reasons       []Reason
	// same remembers whether the two values in it are equal: lists are long, and each of
	// their elements asks.
	same struct {
		before, after model.Value
		is            bool
	}
}

// unchanged reports whether the values before and after are equal.
func (c *effect) unchanged() bool {
	if s := &c.same; !model.Same(s.before, c.before) || !model.Same(s.after, c.after) {
		s.before, s.after, s.is = c.before, c.after, model.Equal(c.before, c.after)
	}
	return c.same.is
}

// The kinds of effects, as signs in front of a place.
const (
	effectAdded   = "+"
	effectRemoved = "-"
	effectChanged = "~"
	effectNone    = "="
)

// words say what the signs mean, in JSON and as the classes of a page.
var words = map[string]string{
	effectAdded: "added", effectRemoved: "removed", effectChanged: "changed", effectNone: "same",
}

// kind returns the sign of the effect.
func (c *effect) kind() string {
	switch {
	case c.isAbsent():
		return effectNone
	case c.before.Type() == model.Absent:
		return effectAdded
	case c.after.Type() == model.Absent:
		return effectRemoved
	case !c.fewer && c.unchanged():
		return effectNone
	}
	return effectChanged
}

// New applies a patch and explains what it does. The error is that of
// Apply.
func New(e smp.Engine, s smp.Schema, original, patch model.Value) (*Explanation, error) {
	var events []smp.Event
	e.Trace = func(event smp.Event) { events = append(events, event) }
	result, err := e.Apply(s, original, patch)
	if err != nil {
		return nil, err
	}
	x := &Explanation{schema: s, original: original, result: result, patch: patch, byPath: map[string]*effect{}, elements: map[model.Value]map[string]place{}, keyed: map[keyedBy]map[uint64][]int{}}
	var selected selections
	for i, e := range events {
		if n := len(e.Path) - 1; n >= 0 {
			if key, ok := e.Path[n].(model.Key); ok {
				list := x.canonical(e.Path[:n])
				selected.add(list.String(), key, e)
				if e.Ambiguous != nil {
					x.unclear.add(list, key, e)
				}
			}
		}
		events[i].Path = x.canonical(e.Path)
	}
	all := decisionsOf(events)
	for _, event := range events {
		if event.Rule != smp.RuleMapMerge && len(all.covering(event.Path)) == len(event.Path) {
			x.at(event.Path).decide(event)
		}
	}
	for _, d := range x.differences() {
		c := x.at(all.covering(d.Path))
		c.fewer = c.fewer || x.hasFewer(c.path)
		c.moved = c.moved || IsOrder(d)
		if !slices.ContainsFunc(c.events, c.causedBy) {
			e, ok := all.cleared(c)
			if !ok {
				e, ok = selected.gone(c)
			}
			if !ok {
				e = all.cause(c)
			}
			c.decide(e)
		}
	}
	x.dropInWholes()
	x.missDeletedValues(s, patch, nil)
	x.effects = slices.DeleteFunc(x.effects, func(c *effect) bool { return c.isAbsent() && !x.missed(c) })
	x.effects = slices.DeleteFunc(x.effects, x.isKey)
	for _, c := range x.effects {
		c.reasons = x.reasonsOf(c)
	}
	x.slips = report.Slips(s, patch)
	x.slips = append(x.slips, report.ResultSlips(s, result, x.slips)...)
	x.cluster = x.clusterNotes(e)
	return x, nil
}

// at returns the effect at a place, which is there afterwards.
func (x *Explanation) at(path model.Path) *effect {
	if c, ok := x.byPath[path.String()]; ok {
		return c
	}
	c := &effect{path: path}
	x.byPath[path.String()] = c
	c.before, c.after = x.beforeAndAfter(path)
	x.effects = append(x.effects, c)
	return c
}

// decide adds a decision, but for one by a rule that has decided here before.
func (c *effect) decide(e smp.Event) {
	if !slices.ContainsFunc(c.events, func(other smp.Event) bool { return other.Rule == e.Rule }) {
		c.events = append(c.events, e)
	}
}

// isKey reports whether an effect is that a patch names what it has to: the keys
// of an element, the object that it is for.
func (x *Explanation) isKey(c *effect) bool {
	n := len(c.path) - 1
	if n < 0 || c.kind() != effectNone {
		return false
	}
	field, _ := c.path[n].(model.Field)
	if n == 0 {
		return field == "apiVersion" || field == "kind"
	}
	if in, _ := c.path[0].(model.Field); n == 1 && in == "metadata" && (field == "name" || field == "namespace") {
		return true
	}
	list := x.schemaOf(c.path[:n-1])
	return slices.Contains(slices.Concat(list.Keys(), list.Recommended()), string(field))
}

// plainRules are what is to be expected inside what a patch adds.
var plainRules = []smp.Rule{
	smp.RuleScalar, smp.RuleAbsentIsEmpty, smp.RuleKeyedMerge, smp.RuleSetMerge, smp.RuleOrderDefault,
	smp.RuleListAtomic, smp.RuleMapValues, smp.RuleUnknownField, smp.RuleKeyEquality,
}

// dropInWholes removes the effects inside a map or list that is added or removed as a
// whole, unless they have a reason of their own.
func (x *Explanation) dropInWholes() {
	inWhole := func(c *effect) bool {
		return slices.ContainsFunc(around(c.path), func(place string) bool {
			outer := x.byPath[place]
			return outer != nil && (outer.kind() == effectAdded || outer.kind() == effectRemoved)
		})
	}
	x.effects = slices.DeleteFunc(x.effects, func(c *effect) bool {
		special := slices.ContainsFunc(c.events, func(e smp.Event) bool { return !slices.Contains(plainRules, e.Rule) })
		return !special && inWhole(c)
	})
}
