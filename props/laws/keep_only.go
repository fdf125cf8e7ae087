package laws

import (
	"slices"
	"strconv"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// KeptOnly is the name of the law that KeepsOnly checks.
const KeptOnly = "keep-only"

// KeepsOnly checks that the function keep changes nothing outside the kept places: at places that
// no path reaches, the result has the values of desired and no other values. It does not compare
// the elements of lists without merge keys if a path leads into the list.
func KeepsOnly(keep KeepFunc, in corpus.Input) Verdict {
	t := &trial{law: KeptOnly, subject: corpus.Engine(), in: in}
	desired, live, paths := in.Modified, in.Original, keepPaths(in)
	if in.Op == corpus.OpThreeWay {
		live = in.Current
	}
	if !regular(in.Schema, desired) || !regular(in.Schema, live) || hasEmptyKeys(in.Schema, desired) || hasEmptyKeys(in.Schema, live) {
		return t.inapplicable("a list has duplicates, or elements without keys or with empty ones")
	}
	kept := keep(in.Schema, desired, live, paths)
	if place, ok := unreached(in.Schema, nil, paths, desired, kept); !ok {
		return t.broken("with %v kept\n%s\nbecomes   %s\nfor live   %s\nwhich differs at %s, where no path leads", paths, desired.JSON(), kept.JSON(), live.JSON(), place)
	}
	return t.held()
}

// unreached compares the places that no path reaches. It returns the first one in which the
// result differs from desired, and whether there is none. The paths begin at path.
func unreached(s smp.Schema, path model.Path, paths []smp.KeepPath, desired, kept model.Value) (model.Path, bool) {
	paths = deeper(paths)
	of := desired
	if of.Len() == 0 {
		of = kept
	}
	sameType := !isThere(desired) || !isThere(kept) || desired.Type() == kept.Type()
	switch {
	case slices.ContainsFunc(paths, func(p smp.KeepPath) bool { return len(p) == 0 }):
		return nil, true
	case len(paths) == 0 || !sameType || of.Len() == 0:
		return path, model.Equal(withoutNulls(desired), withoutNulls(kept)) || !isThere(desired) && !isThere(kept)
	case of.Type() == model.Map:
		return unreachedInMap(s, path, paths, desired, kept)
	case s.Merging():
		return unreachedInList(s, path, paths, desired, kept)
	default:
		return nil, true
	}
}

func unreachedInMap(s smp.Schema, path model.Path, paths []smp.KeepPath, desired, kept model.Value) (model.Path, bool) {
	for _, v := range []model.Value{desired, kept} {
		for name := range v.Members() {
			field, _ := s.Member(name)
			if field.Marks().AliasOf != "" || isAliased(s, name) {
				continue // it may be reached by the other name
			}
			next := rests(paths, func(step model.Step) bool {
				index, isIndex := step.(model.Index)
				return step == model.Step(model.Field(name)) || isIndex && strconv.Itoa(int(index)) == name
			})
			have, _ := desired.Get(name)
			now, _ := kept.Get(name)
			if place, ok := unreached(field, path.Append(model.Field(name)), next, have, now); !ok {
				return place, false
			}
		}
	}
	return nil, true
}

// isAliased reports whether another field of a map always has the value of this one.
func isAliased(s smp.Schema, name string) bool {
	for other := range s.Fields() {
		if field, _ := s.Field(other); field.Marks().AliasOf == name {
			return true
		}
	}
	return false
}

func unreachedInList(s smp.Schema, path model.Path, paths []smp.KeepPath, desired, kept model.Value) (model.Path, bool) {
	order := [2][]model.Value{}
	for i, v := range []model.Value{desired, kept} {
		for at, e := range v.Elements() {
			next := rests(paths, func(step model.Step) bool { return mayLeadTo(s, step, e) })
			if s.Keyed() && reachesKey(s, next, e) {
				return nil, true
			}
			if len(next) == 0 {
				order[i] = append(order[i], e)
			}
			same := func(other model.Value) bool { return sameElement(s, e, other) }
			if place, ok := unreached(s.Element(), path.Append(model.Index(at)), next, only(desired, same), only(kept, same)); !ok {
				return place, false
			}
		}
	}
	inOrder := slices.EqualFunc(order[0], order[1], func(a, b model.Value) bool { return sameElement(s, a, b) })
	return path, inOrder
}

// reachesKey reports whether paths keep a merge key of an element, or whether the element
// lacks one. Either may change the keys by which the element is found.
func reachesKey(s smp.Schema, paths []smp.KeepPath, e model.Value) bool {
	for _, name := range allKeys(s) {
		kept := rests(deeper(paths), func(step model.Step) bool { return step == model.Step(model.Field(name)) })
		if len(kept) > 0 || !isThere(key(s, e, name)) {
			return true
		}
	}
	return false
}

// mayLeadTo reports whether a step may lead to an element of a merging list. A key step
// leads to it only if all merge keys in the step are those of the element. Other fields in
// the step, and whole elements, may be those of live's element.
func mayLeadTo(s smp.Schema, step model.Step, e model.Value) bool {
	switch step := step.(type) {
	case model.Key:
		for _, k := range step {
			if slices.Contains(allKeys(s), k.Name) && !model.Equal(key(s, e, k.Name), k.Value) {
				return false
			}
		}
		return true
	case model.SetValue:
		return e.Type() == model.Map || model.Equal(step.Value, e)
	case model.Field:
		return false
	default:
		return true
	}
}

// deeper adds the paths in which a first ** leads to the value itself.
func deeper(paths []smp.KeepPath) []smp.KeepPath {
	var all []smp.KeepPath
	for _, p := range paths {
		all = append(all, p)
		for len(p) > 0 && p[0].Deep {
			p = p[1:]
			all = append(all, p)
		}
	}
	return all
}

// rests returns the rests of the paths whose first step is a wildcard, or a step for which leads
// returns true. The rest of a path that begins with ** is the path itself.
func rests(paths []smp.KeepPath, leads func(model.Step) bool) []smp.KeepPath {
	var next []smp.KeepPath
	for _, p := range paths {
		switch {
		case len(p) == 0:
		case p[0].Deep:
			next = append(next, p)
		case p[0].Step == nil || leads(p[0].Step):
			next = append(next, p[1:])
		}
	}
	return next
}
