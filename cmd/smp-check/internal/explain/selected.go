package explain

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// selections holds the events about elements of lists, indexed by the keys by which the patch
// finds the elements.
type selections struct {
	keys map[string][]model.Key      // by list: one key for each set of key fields
	at   map[listKey][]cluster.Event // only the last event of a rule at a place
}

// A listKey is the path of a list, and the hash of a key of its elements.
type listKey struct {
	list string
	hash uint64
}

// elementAt splits the path of an element into the path of its list and its key. It reports whether
// the path ends in a key.
func elementAt(path model.Path) (list model.Path, key model.Key, ok bool) {
	n := len(path) - 1
	if n < 0 {
		return nil, nil, false
	}
	key, ok = path[n].(model.Key)
	return path[:n], key, ok
}

// add adds an event about the element with a key in a list, which is a canonical path.
func (s *selections) add(list string, key model.Key, e cluster.Event) {
	if s.at == nil {
		*s = selections{map[string][]model.Key{}, map[listKey][]cluster.Event{}}
	}
	if !slices.ContainsFunc(s.keys[list], func(k model.Key) bool { return slices.EqualFunc(k, key, sameField) }) {
		s.keys[list] = append(s.keys[list], key)
	}
	at := listKey{list, hashOf(key, key)}
	s.at[at] = append(slices.DeleteFunc(s.at[at], func(other cluster.Event) bool {
		return other.Rule == e.Rule && other.Path.Equal(e.Path)
	}), e)
}

// of returns the events of an element of a list.
func (s *selections) of(list string, element model.Key) []cluster.Event {
	var found []cluster.Event
	for _, fields := range s.keys[list] {
		for _, e := range s.at[listKey{list, hashOf(fields, element)}] {
			if finds(e.Path[len(e.Path)-1], element) {
				found = append(found, e)
			}
		}
	}
	return found
}

// gone returns the event that explains why the result has no element with the keys of c, and
// reports whether there is one. The patch has deleted the element, or has found it by some of
// its keys and changed other keys.
func (s *selections) gone(c *effect) (cluster.Event, bool) {
	list, key, ok := elementAt(c.path)
	if !ok || c.sign() != effectRemoved {
		return cluster.Event{}, false
	}
	var found cluster.Event
	for _, e := range s.of(list.String(), key) {
		if !slices.Contains(passive, e.Rule) && found.Rule != smp.RuleKeyedDelete {
			found = e
		}
	}
	return found, found.Rule != ""
}

// sameField reports whether two key fields have the same name.
func sameField(a, b model.KeyField) bool { return a.Name == b.Name }

// hashOf returns the hash of those fields of an element's key whose names are in fields. A
// field that must be absent has the hash of a missing one.
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

// finds reports whether a step leads to an element with this key, which may have more
// fields than the step.
func finds(step model.Step, element model.Key) bool {
	by, ok := step.(model.Key)
	return ok && !slices.ContainsFunc(by, func(want model.KeyField) bool {
		at := slices.IndexFunc(element, func(f model.KeyField) bool { return f.Name == want.Name })
		if at < 0 {
			return want.Value.Type() != model.Absent // the step requires that the key is absent
		}
		return !model.Equal(element[at].Value, want.Value)
	})
}
