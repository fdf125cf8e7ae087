package typed

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/forms"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// A Change is one field that a layer changed.
type Change struct {
	// Path is the path of the field. A step to an element of a keyed list names the keys of the
	// element. A step to an element of a set names the value. If a layer adds, removes, replaces or
	// reorders a list, this is one change. If a layer adds or removes a map, this is one change,
	// too.
	Path model.Path
	// Before and After are the values of the field. A value is absent if the field does not exist
	// or is null.
	// The values may be secrets, so String does not contain them.
	Before, After model.Value
}

// String returns the path and "added", "removed" or "changed".
func (c Change) String() string {
	switch model.Absent {
	case c.Before.Type():
		return c.Path.String() + " added"
	case c.After.Type():
		return c.Path.String() + " removed"
	default:
		return c.Path.String() + " changed"
	}
}

// MarshalJSON returns the change as a JSON map for encoding/json. A value that does not exist is left
// out. The values may be secrets.
//
//	{"path":"spec.replicas","before":2,"after":3}
func (c Change) MarshalJSON() ([]byte, error) {
	return forms.JSON(
		model.Member{Name: "path", Value: model.NewString(c.Path.String())},
		model.Member{Name: "before", Value: c.Before},
		model.Member{Name: "after", Value: c.After})
}

// UnmarshalJSON sets c to the change that MarshalJSON has written. If it fails, c does not change.
func (c *Change) UnmarshalJSON(text []byte) error {
	var form struct {
		Path   model.Path  `json:"path"`
		Before model.Value `json:"before"`
		After  model.Value `json:"after"`
	}
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	*c = Change{form.Path, form.Before, form.After}
	return nil
}

// changes returns the differences between two documents, sorted by path. The result is not nil.
func changes(s smp.Schema, before, after model.Value) []Change {
	w := changeWalk{found: []Change{}}
	w.value(s, nil, before, after)
	slices.SortStableFunc(w.found, func(a, b Change) int { return strings.Compare(a.Path.String(), b.Path.String()) })
	return w.found
}

type changeWalk struct{ found []Change }

func (w *changeWalk) value(s smp.Schema, path model.Path, before, after model.Value) {
	switch {
	case model.Equal(before, after):
	case before.Type() == model.Map && after.Type() == model.Map:
		door.Shortcuts.DifferingMembers(before, after, func(name string, x, y model.Value) bool {
			if x, y = missingIfNull(x), missingIfNull(y); x.Type() == model.Absent && y.Type() == model.Absent {
				return true
			}
			below, _ := s.Member(name)
			w.value(below, path.Append(model.Field(name)), x, y)
			return true
		})
	case before.Type() == model.List && after.Type() == model.List && s.Merging() && w.merging(s, path, before, after):
	default:
		w.found = append(w.found, Change{Path: path, Before: before.Compact(), After: after.Compact()})
	}
}

// missingIfNull returns an absent value for a null, because a nil field of a struct counts as missing.
func missingIfNull(v model.Value) model.Value {
	if v.Type() == model.Null {
		return model.Value{}
	}
	return v
}

// merging compares two merging lists element by element. It returns false if the elements of a
// list are not unique.
func (w *changeWalk) merging(s smp.Schema, path model.Path, before, after model.Value) bool {
	have, known := stepsOf(s, before)
	want, wanted := stepsOf(s, after)
	if known == nil || wanted == nil {
		return false
	}
	stays := make([]bool, len(have))
	old, last, moved := before.AppendElements(nil), -1, false
	for i, e := range after.Elements() {
		at := known.Find(wanted.Identity(i))
		if at < 0 {
			w.value(s.Element(), path.Append(want[i]), model.Value{}, e)
			continue
		}
		stays[at] = true
		moved, last = moved || at < last, max(at, last)
		w.value(s.Element(), path.Append(want[i]), old[at], e)
	}
	for i, step := range have {
		if !stays[i] {
			w.value(s.Element(), path.Append(step), old[i], model.Value{})
		}
	}
	if moved {
		w.found = append(w.found, Change{Path: path, Before: before.Compact(), After: after.Compact()})
	}
	return true
}

// stepsOf returns the path steps to the elements of a merging list and an index of their keys,
// or nil if two elements have equal keys.
func stepsOf(s smp.Schema, list model.Value) ([]model.Step, *identity.Index) {
	keys := s.Recommended()
	if keys == nil {
		keys = s.Keys()
	}
	var steps []model.Step
	known := identity.NewIndex(max(len(keys), 1), list.Len())
	for i, e := range list.Elements() {
		step := stepOf(s, keys, e)
		var values []model.Value
		switch step := step.(type) {
		case model.Key:
			for _, field := range step {
				values = append(values, field.Value)
			}
		case model.SetValue:
			values = append(values, step.Value)
		}
		if known.Add(values) < i {
			return nil, nil
		}
		steps = append(steps, step)
	}
	return steps, known
}

// stepOf returns the path step to an element of a merging list. keys are the merge keys of the list or
// its recommended keys, or nil if it is a set.
func stepOf(s smp.Schema, keys []string, e model.Value) model.Step {
	if len(keys) == 0 {
		return model.SetValue{Value: e.Compact()}
	}
	key := make(model.Key, len(keys))
	for n, name := range keys {
		v, _ := e.Get(name)
		if v.Type() == model.Absent {
			v, _ = s.KeyDefault(name)
		}
		key[n] = model.KeyField{Name: name, Value: v.Compact()}
	}
	return key
}
