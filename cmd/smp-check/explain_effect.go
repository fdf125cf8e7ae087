package main

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An explanation is what a patch does to a document, place by place.
type explanation struct {
	schema           smp.Schema
	original, result model.Value
	effects          []*effect
	byPath           map[string]*effect
	// cluster says what a cluster would do otherwise; empty where it does the
	// same.
	cluster []clusterNote
}

// An effect is what happens at one place.
type effect struct {
	path          model.Path // elements of lists by their keys or values
	before, after model.Value
	moved         bool // elements of the list stand in another order
	events        []smp.Event
	reasons       []reason
}

// A reason is a rule and what it does here, in a sentence.
type reason struct {
	rule smp.Rule
	text string
}

// The kinds of effects, as signs in front of a place.
const (
	effectAdded   = "+"
	effectRemoved = "-"
	effectChanged = "~"
	effectNone    = "="
)

// kind returns the sign of the effect.
func (c *effect) kind() string {
	switch {
	case c.before.Kind() == model.Absent:
		return effectAdded
	case c.after.Kind() == model.Absent:
		return effectRemoved
	case model.Equal(c.before, c.after):
		return effectNone
	}
	return effectChanged
}

// explain applies a patch and explains what it does. The error is that of
// Apply.
func explain(e smp.Engine, s smp.Schema, original, patch model.Value) (*explanation, error) {
	var events []smp.Event
	e.Trace = func(event smp.Event) { events = append(events, event) }
	result, err := e.Apply(s, original, patch)
	if err != nil {
		return nil, err
	}
	x := &explanation{schema: s, original: original, result: result, byPath: map[string]*effect{}}
	for i := range events {
		events[i].Path = x.canonical(events[i].Path)
	}
	for _, event := range events {
		if event.Rule != smp.RuleMapMerge && !isCovered(events, event.Path) {
			c := x.at(event.Path)
			c.events = append(c.events, event)
		}
	}
	for _, d := range corpus.Differences(s, original, result) {
		path := covering(events, d.Path)
		c := x.at(path)
		c.moved = c.moved || strings.HasPrefix(d.How, "the order of")
		if len(c.events) == 0 {
			c.events = append(c.events, causeOf(events, c))
		}
	}
	x.dropWhatIsAdded()
	x.effects = slices.DeleteFunc(x.effects, func(c *effect) bool { return c.before.Kind() == model.Absent && c.after.Kind() == model.Absent })
	x.effects = slices.DeleteFunc(x.effects, x.isKey)
	for _, c := range x.effects {
		c.reasons = x.reasonsOf(c)
	}
	x.cluster = clusterNotes(e, s, original, patch, result)
	return x, nil
}

// causeOf returns the decision that an effect comes from, where none was taken
// at its place: the last one around it that is not about order.
func causeOf(events []smp.Event, c *effect) smp.Event {
	events = slices.DeleteFunc(slices.Clone(events), func(e smp.Event) bool {
		return e.Rule == smp.RuleOrderDefault || e.Rule == smp.RuleOrderDirective ||
			e.Rule == smp.RuleSetMerge && c.kind() == effectRemoved || e.Rule == smp.RuleSetDelete && c.kind() == effectAdded
	})
	return eventAt(events, c.path)
}

// at returns the effect at a place, which is there afterwards.
func (x *explanation) at(path model.Path) *effect {
	if c, ok := x.byPath[path.String()]; ok {
		return c
	}
	c := &effect{path: path}
	x.byPath[path.String()] = c
	c.before, c.after = lookup(x.schema, x.original, path), lookup(x.schema, x.result, path)
	x.effects = append(x.effects, c)
	return c
}

// replacing are the rules that replace a value as a whole, so that there is
// nothing to say of what is in it.
var replacing = []smp.Rule{smp.RuleListAtomic, smp.RuleMapAtomic, smp.RuleMapDelete}

// covering returns the place around a path that is replaced as a whole, else the
// path itself.
func covering(events []smp.Event, path model.Path) model.Path {
	for _, e := range events {
		if n := len(e.Path); n <= len(path) && slices.Contains(replacing, e.Rule) && e.Path.Equal(path[:n]) {
			return e.Path
		}
	}
	return path
}

func isCovered(events []smp.Event, path model.Path) bool {
	return len(covering(events, path)) < len(path)
}

// isKey reports whether an effect is that a patch names what it has to: the keys
// of an element, the kind of the document.
func (x *explanation) isKey(c *effect) bool {
	n := len(c.path) - 1
	if n < 0 || c.kind() != effectNone {
		return false
	}
	field, _ := c.path[n].(model.Field)
	if n == 0 {
		return field == "apiVersion" || field == "kind"
	}
	list := x.schemaOf(c.path[:n-1])
	return slices.Contains(slices.Concat(list.Keys(), list.Recommended()), string(field))
}

// plainRules are what is to be expected inside what a patch adds.
var plainRules = []smp.Rule{
	smp.RuleScalar, smp.RuleAbsentIsEmpty, smp.RuleKeyedMerge, smp.RuleSetMerge, smp.RuleOrderDefault,
	smp.RuleListAtomic, smp.RuleMapValues, smp.RuleUnknownField, smp.RuleKeyEquality,
}

// dropWhatIsAdded leaves out what is inside something that is added itself, and
// there for no reason of its own.
func (x *explanation) dropWhatIsAdded() {
	inAdded := func(c *effect) bool {
		for n := range c.path {
			if outer := x.byPath[c.path[:n].String()]; outer != nil && outer.kind() == effectAdded {
				return true
			}
		}
		return false
	}
	x.effects = slices.DeleteFunc(x.effects, func(c *effect) bool {
		special := slices.ContainsFunc(c.events, func(e smp.Event) bool { return !slices.Contains(plainRules, e.Rule) })
		return !special && inAdded(c)
	})
}
