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
		w.found = append(w.found, Change{Path: path, Before: before, After: after})
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
	place := make(map[string]int, len(have))
	for i, step := range have {
		place[step.String()] = i
	}
	old, last, moved := before.AppendElements(nil), -1, false
	for i, e := range after.Elements() {
		at, ok := place[want[i].String()]
		if !ok {
			w.value(s.Element(), path.Append(want[i]), model.Value{}, e)
			continue
		}
		delete(place, want[i].String())
		moved, last = moved || at < last, max(at, last)
		w.value(s.Element(), path.Append(want[i]), old[at], e)
	}
	for i, step := range have {
		if _, gone := place[step.String()]; gone {
			w.value(s.Element(), path.Append(step), old[i], model.Value{})
		}
	}
	if moved {
		w.found = append(w.found, Change{Path: path, Before: before, After: after})
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
	seen := map[string]bool{}
	for _, e := range list.Elements() {
		var step model.Step = model.SetValue{Value: e}
		if len(keys) > 0 {
			key := make(model.Key, len(keys))
			for i, name := range keys {
				v, _ := e.Get(name)
				if v.Kind() == model.Absent {
					v, _ = s.KeyDefault(name)
				}
				key[i] = model.KeyField{Name: name, Value: v}
			}
			step = key
		}
		if seen[step.String()] {
			return nil, false
		}
		seen[step.String()] = true
		steps = append(steps, step)
	}
	return steps, true
}
