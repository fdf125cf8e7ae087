package typed

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Change is one place that a layer made other.
type Change struct {
	// Path is the place: elements of keyed lists are addressed by their keys, those
	// of sets by value. Of a map or list that was added or removed it is the map or
	// list, and of a list that was replaced or stands in another order the list.
	Path model.Path
	// Before and After are the values, absent where there is none. They may be
	// secrets: String leaves them out.
	Before, After model.Value
}

// String returns the path and what happened there: added, removed or changed.
func (c Change) String() string {
	switch model.Absent {
	case c.Before.Kind():
		return c.Path.String() + " added"
	case c.After.Kind():
		return c.Path.String() + " removed"
	default:
		return c.Path.String() + " changed"
	}
}

// changes returns what two documents have different, sorted by path.
func changes(s smp.Schema, before, after model.Value) []Change {
	var w changeWalk
	w.value(s, nil, before, after)
	slices.SortStableFunc(w.found, func(a, b Change) int { return strings.Compare(a.Path.String(), b.Path.String()) })
	return w.found
}

type changeWalk struct{ found []Change }

func (w *changeWalk) value(s smp.Schema, path model.Path, before, after model.Value) {
	switch {
	case model.Equal(before, after):
	case before.Kind() == model.Map && after.Kind() == model.Map:
		model.DifferingMembers(before, after, func(name string, x, y model.Value) bool {
			below, _ := s.Member(name)
			w.value(below, path.Append(model.Field(name)), x, y)
			return true
		})
	case before.Kind() == model.List && after.Kind() == model.List && s.Merging() && w.merging(s, path, before, after):
	default:
		w.found = append(w.found, Change{Path: path, Before: before.Compact(), After: after.Compact()})
	}
}

// merging compares two merging lists element by element. It fails if an element
// cannot be told from the others.
func (w *changeWalk) merging(s smp.Schema, path model.Path, before, after model.Value) bool {
	have, ok := stepsOf(s, before)
	want, too := stepsOf(s, after)
	if !ok || !too {
		return false
	}
	place := newPlaces(have)
	gone := make([]bool, len(have))
	for i := range gone {
		gone[i] = true
	}
	old, last, moved := before.AppendElements(nil), -1, false
	for i, e := range after.Elements() {
		at := place.find(want[i])
		if at < 0 {
			w.value(s.Element(), path.Append(want[i]), model.Value{}, e)
			continue
		}
		gone[at] = false
		moved, last = moved || at < last, max(at, last)
		w.value(s.Element(), path.Append(want[i]), old[at], e)
	}
	for i, step := range have {
		if gone[i] {
			w.value(s.Element(), path.Append(step), old[i], model.Value{})
		}
	}
	if moved {
		w.found = append(w.found, Change{Path: path, Before: before.Compact(), After: after.Compact()})
	}
	return true
}

// stepsOf returns the steps to the elements of a merging list, and whether they are
// all different.
func stepsOf(s smp.Schema, list model.Value) ([]model.Step, bool) {
	keys := s.Recommended()
	if keys == nil {
		keys = s.Keys()
	}
	var steps []model.Step
	for _, e := range list.Elements() {
		var step model.Step = model.SetValue{Value: e.Compact()}
		if len(keys) > 0 {
			key := make(model.Key, len(keys))
			for i, name := range keys {
				v, _ := e.Get(name)
				if v.Kind() == model.Absent {
					v, _ = s.KeyDefault(name)
				}
				key[i] = model.KeyField{Name: name, Value: v.Compact()}
			}
			step = key
		}
		steps = append(steps, step)
	}
	return steps, newPlaces(steps) != nil
}

// A places finds which of some steps leads to what another step leads to: numbers
// are equal however they are spelled.
type places struct {
	steps []model.Step
	at    map[uint64][]int // by hash
}

// newPlaces returns nil if two steps lead to one place.
func newPlaces(steps []model.Step) *places {
	p := &places{steps, make(map[uint64][]int, len(steps))}
	for i, step := range steps {
		if p.find(step) >= 0 {
			return nil
		}
		h := hashOf(step)
		p.at[h] = append(p.at[h], i)
	}
	return p
}

// find returns the number of the step that leads where this one does, -1 for none.
func (p *places) find(step model.Step) int {
	for _, i := range p.at[hashOf(step)] {
		if slices.EqualFunc(valuesOf(p.steps[i]), valuesOf(step), model.Equal) {
			return i
		}
	}
	return -1
}

// hashOf is equal for steps that lead to one place.
func hashOf(step model.Step) (h uint64) {
	for _, v := range valuesOf(step) {
		h = h*31 + v.Hash()
	}
	return h
}

// valuesOf returns what tells the element of a step apart: its keys, or the value of a set.
func valuesOf(step model.Step) []model.Value {
	if set, ok := step.(model.SetValue); ok {
		return []model.Value{set.Value}
	}
	var values []model.Value
	for _, field := range step.(model.Key) {
		values = append(values, field.Value)
	}
	return values
}
