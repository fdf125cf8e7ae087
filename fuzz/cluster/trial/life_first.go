package trial

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// maxBlamed is the largest percentage of first-time changes in which a value that the server has
// filled in may count as the change of another actor.
const maxBlamed = 2

// FirstTime counts manifests that set a field for the first time, to another value than the one
// that the server has filled in. Nobody else has changed the object, so there is no conflict.
type FirstTime struct {
	Changes int
	// Blamed counts the changes for which a three-way merge reports a conflict. Derived counts those
	// for which it reports a conflict, and that the server may have filled in the value.
	Blamed, Derived int
	// Fields contains the number of changes in Blamed by kind and field.
	Fields map[string]int
}

// percent returns the percentage of changes in Blamed, rounded up.
func (f FirstTime) percent() int {
	if f.Changes == 0 {
		return 0
	}
	return (100*f.Blamed + f.Changes - 1) / f.Changes
}

// firstTime changes each value of an object that the server has filled in since the manifest was
// applied, one at a time. It counts the conflicts of the three-way merges.
func (l *life) firstTime(manifest model.Value) {
	for _, c := range firstChanges(l.Schema, manifest, l.Live) {
		_, err := engine.ThreeWay(l.Schema, manifest, c.modified, l.Live, smp.ThreeWayOptions{})
		var conflicts *smp.ConflictError
		blamed, derived := false, false
		if errors.As(err, &conflicts) {
			for _, found := range conflicts.Conflicts {
				blamed, derived = blamed || !found.Derived, derived || found.Derived
			}
		}
		l.counts.lock.Lock()
		f := &l.counts.First
		f.Changes++
		switch {
		case blamed:
			f.Blamed++
			f.Fields[fmt.Sprintf("%s %s", l.Kind, c.path)]++
		case derived:
			f.Derived++
		}
		l.counts.lock.Unlock()
	}
}

// A firstChange is a manifest with one changed value, and the place of this value.
type firstChange struct {
	path     model.Path
	modified model.Value
}

// firstChanges returns changed manifests: one for each scalar and atomic list of the live object
// that the manifest lacks, and one for each scalar inside an atomic list. The metadata and the status are left out.
func firstChanges(s smp.Schema, manifest, live model.Value) []firstChange {
	var all []firstChange
	var visit func(s smp.Schema, v model.Value, path model.Path, atomic bool)
	visit = func(s smp.Schema, v model.Value, path model.Path, atomic bool) {
		switch {
		case v.Type() == model.Map:
			for name, member := range v.Members() {
				if len(path) == 0 && (fixed[name] || name == "metadata" || name == "status") {
					continue
				}
				field, _ := s.Member(name)
				visit(field, member, path.Append(model.Field(name)), atomic)
			}
		case v.Type() == model.List:
			had, ok := path.Lookup(manifest)
			if !ok && v.Len() > 0 && !s.Merging() {
				if longer, found := set(manifest, path, listOf(append(v.AppendElements(nil), v.At(0))...)); found {
					all = append(all, firstChange{path, longer})
				}
			}
			if had.Len() != v.Len() {
				return
			}
			for i, element := range v.Elements() {
				visit(s.Element(), element, path.Append(model.Index(i)), atomic || !s.Merging())
			}
		case v.IsScalar():
			if _, had := path.Lookup(manifest); had && !atomic {
				return
			}
			if modified, ok := set(manifest, path, changed(v)); ok {
				all = append(all, firstChange{path, modified})
			}
		}
	}
	visit(s, live, nil, false)
	return all
}
