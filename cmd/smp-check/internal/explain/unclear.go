package explain

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// unclear are the elements that a patch found by a default key which does not say
// which element is meant: paths that end in that key. What happens there is told
// of the first element that has the key, in the original and in the result; by
// all its keys it would be two elements.
type unclear struct {
	paths []model.Path
	texts map[string]bool         // of the paths
	keys  map[string][]model.Key  // of each list, one for all that have the same fields
	at    map[listKey][]model.Key // the keys that paths end in
}

// A listKey is a list, and what the values of a key of its elements hash to.
type listKey struct {
	list string
	hash uint64
}

// add adds the element with a key in the list at a canonical path.
func (u *unclear) add(list model.Path, key model.Key) {
	path, text := list.Append(key), list.String()
	if u.texts[path.String()] {
		return
	}
	if u.texts == nil {
		*u = unclear{nil, map[string]bool{}, map[string][]model.Key{}, map[listKey][]model.Key{}}
	}
	u.paths = append(u.paths, path)
	u.texts[path.String()] = true
	if !slices.ContainsFunc(u.keys[text], func(k model.Key) bool { return slices.EqualFunc(k, key, sameField) }) {
		u.keys[text] = append(u.keys[text], key)
	}
	at := listKey{text, hashOf(key, key)}
	u.at[at] = append(u.at[at], key)
}

// sameField reports whether two parts of keys are about one field.
func sameField(a, b model.KeyField) bool { return a.Name == b.Name }

// hashOf returns what those values of an element's key hash to whose fields another
// key has. A field that must be absent counts like one that is not there.
func hashOf(fields, element model.Key) (hash uint64) {
	for _, field := range fields {
		hash *= 31
		for _, f := range element {
			if sameField(f, field) && f.Value.Kind() != model.Absent {
				hash += f.Value.Hash()
			}
		}
	}
	return hash
}

// step returns the default key of an element that a step leads to in a list, and
// whether the element is unclear.
func (u *unclear) step(list model.Path, step model.Step) (model.Step, bool) {
	key, ok := step.(model.Key)
	if !ok || len(u.paths) == 0 {
		return nil, false
	}
	text := list.String()
	for _, fields := range u.keys[text] {
		for _, by := range u.at[listKey{text, hashOf(fields, key)}] {
			if finds(by, key) {
				return by, true
			}
		}
	}
	return nil, false
}

// finds reports whether a step by some keys leads to an element with all of them.
func finds(step model.Step, element model.Key) bool {
	by, ok := step.(model.Key)
	return ok && !slices.ContainsFunc(by, func(want model.KeyField) bool {
		at := slices.IndexFunc(element, func(f model.KeyField) bool { return f.Name == want.Name })
		if at < 0 {
			return want.Value.Kind() != model.Absent // a key that must be absent is
		}
		return !model.Equal(element[at].Value, want.Value)
	})
}

// has reports whether a path leads to an unclear element.
func (u *unclear) has(path model.Path) bool {
	return len(u.paths) > 0 && u.texts[path.String()]
}

// differences returns the places at which the result differs from the original,
// and whether an order does. An unclear element is compared with the one that its
// key finds in the result.
func (x *Explanation) differences() []corpus.Difference {
	found := x.differencesIn(nil)
	for _, path := range x.unclear.paths {
		found = append(found, x.differencesIn(path)...)
	}
	return found
}

// differencesIn returns the differences below a path, those in unclear elements
// below it aside.
func (x *Explanation) differencesIn(path model.Path) []corpus.Difference {
	var found []corpus.Difference
	for _, d := range corpus.Differences(x.schemaOf(path), x.lookup(x.original, path), x.lookup(x.result, path)) {
		d.Path = x.canonical(path.Append(d.Path...))
		skip := strings.HasPrefix(d.How, "the order of") && x.unclear.keys[d.Path.String()] != nil
		for n := len(path) + 1; n <= len(d.Path); n++ {
			skip = skip || x.unclear.has(d.Path[:n])
		}
		if !skip {
			found = append(found, d)
		}
	}
	return found
}
