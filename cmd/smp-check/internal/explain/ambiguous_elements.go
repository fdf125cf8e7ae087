package explain

import (
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/cluster"
)

// ambiguousElements holds the paths of elements that a patch found by an ambiguous default key. Each
// path ends in that key. Effects are reported for the first element with this key in the
// original and in the result. If these elements were named by all their keys, they would be
// two elements:
//
//	original: [{port: 53, protocol: UDP}]     patch: [{port: 53, protocol: TCP}]
//	named [port=53], which is changed, instead of two elements with one added and one removed
type ambiguousElements struct {
	paths []model.Path
	found []finding.Finding // the effects of the keys at these paths
	texts map[string]bool   // the texts of paths
	by    selections        // the events that found the elements
}

// add adds the element with a key in the list at a canonical path. e is the event that found
// the element.
func (u *ambiguousElements) add(list model.Path, key model.Key, e cluster.Event) {
	path := list.Append(key)
	if u.texts[path.String()] {
		return
	}
	if u.texts == nil {
		u.texts = map[string]bool{}
	}
	u.paths, u.found = append(u.paths, path), append(u.found, judge.Ambiguous(path, e.Ambiguous))
	u.texts[path.String()] = true
	u.by.add(list.String(), key, e)
}

// step returns the step that leads to the same element by its default key, and reports
// whether the element is ambiguous.
func (u *ambiguousElements) step(list model.Path, step model.Step) (model.Step, bool) {
	key, ok := step.(model.Key)
	if !ok || len(u.paths) == 0 {
		return nil, false
	}
	for _, e := range u.by.of(list.String(), key) {
		return e.Path[len(e.Path)-1], true
	}
	return nil, false
}

// has reports whether a path leads to an ambiguous element.
func (u *ambiguousElements) has(path model.Path) bool {
	return u.texts[path.String()]
}

// differences returns the differences between original and result, including those of order.
// An ambiguous element is compared with the element of the result that has its default key.
func (x *Explanation) differences() []corpus.Difference {
	found := x.differencesIn(nil)
	for _, path := range x.unclear.paths {
		found = append(found, x.differencesIn(path)...)
	}
	return found
}

// differencesIn returns the differences below a path, except for those in ambiguous elements.
func (x *Explanation) differencesIn(path model.Path) []corpus.Difference {
	var found []corpus.Difference
	for _, d := range corpus.Differences(x.schemaOf(path), x.lookup(x.original, path), x.lookup(x.result, path)) {
		d.Path = x.canonical(path.Append(d.Path...))
		skip := IsOrder(d) && x.unclear.by.keys[d.Path.String()] != nil
		for n := len(path) + 1; n <= len(d.Path); n++ {
			skip = skip || x.unclear.has(d.Path[:n])
		}
		if !skip {
			found = append(found, d)
		}
	}
	return found
}
