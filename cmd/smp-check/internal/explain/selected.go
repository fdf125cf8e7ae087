package explain

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// selections are the decisions about elements of lists, by the keys that the patch
// finds the elements by.
type selections struct {
	keys map[string][]model.Key  // of each list, one for all that have the same fields
	at   map[listKey][]smp.Event // of several by one rule at one place the last one
}

// A listKey is a list, and what the values of a key of its elements hash to.
type listKey struct {
	list string
	hash uint64
}

// add adds a decision about an element with a key in the list at a canonical path.
func (s *selections) add(list string, key model.Key, e smp.Event) {
	if s.at == nil {
		*s = selections{map[string][]model.Key{}, map[listKey][]smp.Event{}}
	}
	if !slices.ContainsFunc(s.keys[list], func(k model.Key) bool { return slices.EqualFunc(k, key, sameField) }) {
		s.keys[list] = append(s.keys[list], key)
	}
	at := listKey{list, hashOf(key, key)}
	s.at[at] = append(slices.DeleteFunc(s.at[at], func(other smp.Event) bool {
		return other.Rule == e.Rule && other.Path.Equal(e.Path)
	}), e)
}

// of returns the decisions about an element of a list.
func (s *selections) of(list string, element model.Key) []smp.Event {
	var found []smp.Event
	for _, fields := range s.keys[list] {
		for _, e := range s.at[listKey{list, hashOf(fields, element)}] {
			if finds(e.Path[len(e.Path)-1], element) {
				found = append(found, e)
			}
		}
	}
	return found
}

// gone returns the decision about an element that is not in the result with the
// keys that it had: the patch deletes it, or finds it by fewer keys and changes
// others; and whether there is one.
func (s *selections) gone(c *effect) (smp.Event, bool) {
	n := len(c.path) - 1
	if n < 0 || c.kind() != effectRemoved {
		return smp.Event{}, false
	}
	var found smp.Event
	element, _ := c.path[n].(model.Key)
	for _, e := range s.of(c.path[:n].String(), element) {
		if !slices.Contains(passive, e.Rule) && found.Rule != smp.RuleKeyedDelete {
			found = e
		}
	}
	return found, found.Rule != ""
}

// sameField reports whether two parts of keys are about one field.
func sameField(a, b model.KeyField) bool { return a.Name == b.Name }

// hashOf returns what those values of an element's key hash to whose fields another
// key has. A field that must be absent counts like one that is not there.
func hashOf(fields, element model.Key) (hash uint64) {
	for _, field := range fields {
		hash *= 31
		for _, f := range element {
			if sameField(f, field) && f.Value.Type() != model.Absent {
				hash += f.Value.Hash()
			}
		}
	}
	return hash
}

// finds reports whether a step by some keys leads to an element with all of them.
func finds(step model.Step, element model.Key) bool {
	by, ok := step.(model.Key)
	return ok && !slices.ContainsFunc(by, func(want model.KeyField) bool {
		at := slices.IndexFunc(element, func(f model.KeyField) bool { return f.Name == want.Name })
		if at < 0 {
			return want.Value.Type() != model.Absent // a key that must be absent is
		}
		return !model.Equal(element[at].Value, want.Value)
	})
}
