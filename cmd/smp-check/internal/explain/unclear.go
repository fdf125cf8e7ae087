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
type unclear []model.Path

// add adds the element at a path whose list is at a canonical one.
func (u *unclear) add(list model.Path, element model.Step) {
	path := list.Append(element)
	if !slices.ContainsFunc(*u, path.Equal) {
		*u = append(*u, path)
	}
}

// step returns the default key of an element that a step leads to in a list, and
// whether the element is unclear.
func (u unclear) step(list model.Path, step model.Step) (model.Step, bool) {
	key, ok := step.(model.Key)
	if !ok {
		return nil, false
	}
	for _, path := range u {
		n := len(path) - 1
		if path[:n].Equal(list) && finds(path[n], key) {
			return path[n], true
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
func (u unclear) has(path model.Path) bool {
	return slices.ContainsFunc(u, path.Equal)
}

// differences returns the places at which the result differs from the original,
// and whether an order does. An unclear element is compared with the one that its
// key finds in the result.
func (x *Explanation) differences() []corpus.Difference {
	found := x.differencesIn(nil)
	for _, path := range x.unclear {
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
		skip := strings.HasPrefix(d.How, "the order of") && slices.ContainsFunc(x.unclear, func(u model.Path) bool { return u[:len(u)-1].Equal(d.Path) })
		for n := len(path) + 1; n <= len(d.Path); n++ {
			skip = skip || x.unclear.has(d.Path[:n])
		}
		if !skip {
			found = append(found, d)
		}
	}
	return found
}
