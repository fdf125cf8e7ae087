package laws

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ThreeWayKeeps checks that the patch keeps everything that only current has: fields of maps,
// values of sets, and elements of keyed lists whose keys neither modified nor original has. If
// current has duplicates, all of them must be kept. The law also applies to free-form maps and
// lists that modified drops.
//
// It does not check the contents of elements that lack some of their keys, retainKeys maps,
// or members of a union in which modified chooses another member.
func ThreeWayKeeps(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-keeps", subject: s, in: in}
	patch, result, ok := t.fullOn(in.Current)
	if !ok {
		return t.inapplicable("no full patch, or it is not applied")
	}
	if hasEmptyKeys(in.Schema, in.Original) || hasEmptyKeys(in.Schema, in.Modified) {
		return t.inapplicable("an element with an empty key, which may match any element of current")
	}
	k := keeper{}
	modified := in.Modified
	if modified.Type() != model.Map {
		modified = newMap()
	}
	k.maps(in.Schema, nil, in.Original, modified, in.Current, result)
	switch {
	case k.lost != "":
		return t.broken("the value that only current has at %s is lost by the patch %s", k.lost, patch.JSON())
	case k.seen == 0:
		return t.inapplicable("current has no values of its own")
	}
	return t.held()
}

// A keeper finds values of current that are lost.
type keeper struct {
	seen int
	lost string // the place of the first loss
}

// stays records one value that must be in the result.
func (k *keeper) stays(path model.Path, kept bool) {
	if k.seen++; !kept && k.lost == "" {
		k.lost = path.String()
	}
}

// maps checks a map of modified, or a map that modified dropped and to which others may have
// added fields.
func (k *keeper) maps(s smp.Schema, path model.Path, original, modified, current, result model.Value) {
	atomic := atomicMap(s) && len(path) > 0
	there := modified.Type() == model.Map || modified.Type() == model.Absent && original.Type() == model.Map && !s.Declared()
	if current.Type() != model.Map || !there || s.RetainKeys() || atomic {
		return
	}
	for name, theirs := range current.Members() {
		field, _ := s.Member(name)
		was, _ := original.Get(name)
		ours, has := modified.Get(name)
		got, kept := result.Get(name)
		here := path.Append(model.Field(name))
		switch {
		case theirs.Type() == model.Null:
		case !isThere(ours) && excludes(s, modified, name, nil): // the value may have to be removed
		case !has && !isThere(was):
			k.stays(here, kept && model.Equal(withoutNulls(theirs), withoutNulls(got)))
		case theirs.Type() == model.Map:
			k.maps(field, here, was, ours, theirs, got)
		case theirs.Type() == model.List:
			k.lists(field, here, was, ours, theirs, got)
		}
	}
}

// isThere reports whether a value is neither absent nor null.
func isThere(v model.Value) bool { return v.Type() != model.Absent && v.Type() != model.Null }

func (k *keeper) lists(s smp.Schema, path model.Path, original, modified, current, result model.Value) {
	there := modified.Type() == model.List || modified.Type() == model.Absent && original.Type() == model.List
	if !there || !s.Merging() {
		return
	}
	adds := s.Set() && has(modified, func(v model.Value) bool { return !hasValue(current, v) })
	for i, theirs := range current.Elements() {
		here := path.Append(model.Index(i))
		same := func(v model.Value) bool { return sameElement(s, v, theirs) }
		whole := func(v model.Value) bool { return model.Equal(withoutNulls(v), withoutNulls(theirs)) }
		switch {
		case has(modified, same) || has(original, same):
			ours, was, got := only(modified, same), only(original, same), only(result, same)
			if s.Keyed() && !s.RetainKeys() && ours.Type() == model.Map && count(current, same) == 1 && count(original, same) < 2 && s.Element().Type() != smp.ListType {
				k.maps(s.Element(), here, was, ours, theirs, got)
			}
		case has(modified, func(v model.Value) bool { return fillsIn(s, v, theirs) }) || has(original, func(v model.Value) bool { return fillsIn(s, v, theirs) }):
			// The element may be somebody else's, with keys that a server filled in.
		case adds:
			k.stays(here, has(result, whole)) // duplicates are removed
		default:
			k.stays(here, count(result, whole) >= count(current, whole))
		}
	}
}

// only returns the element of a list for which the function such returns true. The result
// is absent if there are none or several.
func only(list model.Value, such func(model.Value) bool) model.Value {
	var found model.Value
	for _, v := range list.Elements() {
		switch {
		case !such(v):
		case found.Type() != model.Absent:
			return model.Value{}
		default:
			found = v
		}
	}
	return found
}

// count returns the number of elements of a list for which the function such returns true.
func count(list model.Value, such func(model.Value) bool) int {
	n := 0
	for _, v := range list.Elements() {
		if such(v) {
			n++
		}
	}
	return n
}

// has reports whether the function such returns true for an element of a list.
func has(list model.Value, such func(model.Value) bool) bool {
	for _, v := range list.Elements() {
		if such(v) {
			return true
		}
	}
	return false
}
