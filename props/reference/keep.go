package reference

import (
	"slices"
	"strconv"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Keep returns desired, but with the values of live at the places of the paths.
func Keep(s smp.Schema, desired, live model.Value, paths []smp.KeepPath) model.Value {
	if isNothing(live) {
		return desired
	}
	return keepAt(s, desired, live, paths, true)
}

// keepAt returns one value of the result. The paths begin at this value. If whole is true,
// the value is a document or an element, and it stays even if it becomes empty.
func keepAt(s smp.Schema, desired, live model.Value, paths []smp.KeepPath, whole bool) model.Value {
	paths = withDeep(paths)
	if endsHere(paths) {
		return live
	}
	of := desired
	if isNothing(desired) {
		of = live
	}
	var now model.Value
	switch {
	case len(paths) == 0:
		return desired
	case of.Type() == model.Map:
		now = keepInMap(s, desired, live, paths)
	case of.Type() == model.List && (s.Merging() || len(keysIn(paths)) > 0 || namesValue(paths)):
		now = keepByKey(s, desired, live, paths)
	case of.Type() == model.List:
		now = keepByIndex(s, desired, live, paths)
	default:
		return desired
	}
	if now.Len() == 0 && (isNothing(desired) || desired.Len() > 0 && isNothing(live) && !whole) {
		if isNothing(desired) {
			return desired
		}
		return model.Value{}
	}
	return now
}

func isNothing(v model.Value) bool { return v.Type() == model.Absent || v.Type() == model.Null }

// withDeep adds, for each path that begins with **, the path in which ** matches no step.
func withDeep(paths []smp.KeepPath) []smp.KeepPath {
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

func endsHere(paths []smp.KeepPath) bool {
	return slices.ContainsFunc(paths, func(p smp.KeepPath) bool { return len(p) == 0 })
}

// following returns the paths whose first step matches, without this step.
func following(paths []smp.KeepPath, matches func(model.Step) bool) []smp.KeepPath {
	var next []smp.KeepPath
	for _, p := range paths {
		switch {
		case p[0].Deep:
			next = append(next, p)
		case p[0].Step == nil || matches(p[0].Step):
			next = append(next, p[1:])
		}
	}
	return next
}

func keepInMap(s smp.Schema, desired, live model.Value, paths []smp.KeepPath) model.Value {
	names := []string{}
	for _, v := range []model.Value{desired, live} {
		for name := range v.Members() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	var members []model.Member
	for _, name := range names {
		have, _ := desired.Get(name)
		they, _ := live.Get(name)
		next := following(paths, func(step model.Step) bool {
			return slices.ContainsFunc(aliasesOf(s, name), func(name string) bool {
				index, isIndex := step.(model.Index)
				return step == model.Step(model.Field(name)) || isIndex && strconv.Itoa(int(index)) == name && index >= 0
			})
		})
		field, _ := s.Member(name)
		now := have
		if len(next) > 0 {
			now = keepAt(field, have, they, next, false)
		}
		if isNothing(now) && isNothing(have) {
			now = have
		}
		if now.Type() != model.Absent && (now.Type() != model.Null || have.Type() == model.Null) {
			members = append(members, model.Member{Name: name, Value: now})
		}
	}
	v, _ := model.NewMap(members...)
	return v
}

// aliasesOf returns a name and the names of the fields that always have the same value.
func aliasesOf(s smp.Schema, name string) []string {
	names := []string{name}
	for again := true; again; {
		again = false
		for other, field := range s.Fields() {
			of := field.Marks().AliasOf
			if of == "" {
				continue
			}
			has, hasOf := slices.Contains(names, other), slices.Contains(names, of)
			if has != hasOf {
				names, again = append(names, map[bool]string{true: of, false: other}[has]), true
			}
		}
	}
	return names
}

// keepByIndex keeps elements of a list without keys.
func keepByIndex(s smp.Schema, desired, live model.Value, paths []smp.KeepPath) model.Value {
	if desired.Type() != model.List && !isNothing(desired) {
		return desired
	}
	ours, theirs := desired.AppendElements(nil), elementsIf(live)
	for i := range max(len(ours), len(theirs)) {
		e := model.Value{}
		if i < len(theirs) {
			e = theirs[i]
		} else {
			e = ours[i]
		}
		next := following(paths, selects(s, e, i))
		ends := endsHere(withDeep(next))
		switch {
		case i < len(ours) && i < len(theirs):
			ours[i] = keepAt(s.Element(), ours[i], theirs[i], next, true)
		case i < len(ours) && ends:
			ours = ours[:i]
		case i == len(ours) && ends:
			ours = append(ours, e)
		}
		if i >= len(ours) && i >= len(theirs) {
			break
		}
	}
	v, _ := model.NewList(ours...)
	return v
}

func elementsIf(v model.Value) []model.Value {
	if v.Type() != model.List {
		return nil
	}
	return v.AppendElements(nil)
}

func listNode(elements []model.Value) *node {
	v, _ := model.NewList(elements...)
	return read(v, &place{})
}

// selects returns a function that reports whether a step leads to an element.
func selects(s smp.Schema, e model.Value, index int) func(model.Step) bool {
	return func(step model.Step) bool {
		switch step := step.(type) {
		case model.Index:
			return int(step) == index && index >= 0
		case model.SetValue:
			return model.Equal(step.Value, e)
		case model.Key:
			if len(step) == 0 {
				return true
			}
			for _, f := range step {
				v, _ := e.Get(f.Name)
				if def, ok := s.KeyDefault(f.Name); ok && isNothing(v) && slices.Contains(allKeys(s), f.Name) {
					v = def
				}
				if e.Type() != model.Map || !model.Equal(v, f.Value) {
					return false
				}
			}
			return true
		}
		return false
	}
}

// keysIn returns the fields of the first key among the first steps.
func keysIn(paths []smp.KeepPath) []string {
	for _, p := range paths {
		if len(p) == 0 {
			continue
		}
		if key, ok := p[0].Step.(model.Key); ok && len(key) > 0 {
			var names []string
			for _, f := range key {
				names = append(names, f.Name)
			}
			return names
		}
	}
	return nil
}

func namesValue(paths []smp.KeepPath) bool {
	return slices.ContainsFunc(paths, func(p smp.KeepPath) bool {
		if len(p) == 0 {
			return false
		}
		_, ok := p[0].Step.(model.SetValue)
		return ok
	})
}

// A kept is an element of a list. Its index in live is -1 if live does not have it.
type kept struct {
	value model.Value
	at    int
}

// keepByKey keeps elements of a keyed list, or values of a set. If one of several elements
// with equal keys is kept as a whole, all of them are.
func keepByKey(s smp.Schema, desired, live model.Value, paths []smp.KeepPath) model.Value {
	if desired.Type() != model.List && !isNothing(desired) {
		return desired
	}
	ours, theirs := elementsIf(desired), elementsIf(live)
	keys := allKeys(s)
	if !s.Merging() {
		keys = keysIn(paths)
	}
	l := TargetOptions{}.unmatched(s, keys, nil, listNode(ours), listNode(theirs))
	var ends []*node // the elements of live at which a path ends
	for j, x := range l.current {
		if endsHere(withDeep(following(paths, selects(s, theirs[j], j)))) {
			ends = append(ends, x)
		}
	}
	isWhole := func(x *node) bool { return l.has(ends, x) }
	l.takeForms()
	l.takeForms(slices.DeleteFunc(slices.Clone(l.current), func(x *node) bool { return !isWhole(x) })...)
	at := l.oneByOne()
	var result []kept
	for i, e := range ours {
		k := kept{value: e, at: at[i]}
		switch m := l.modified[i]; {
		case k.at >= 0 && isWhole(l.current[k.at]):
			k.value = theirs[k.at]
		case k.at >= 0:
			k.value = keepAt(s.Element(), e, theirs[k.at], following(paths, selects(s, theirs[k.at], k.at)), true)
		case isWhole(m), !l.has(l.current, m) && endsHere(withDeep(following(paths, selects(s, e, -1)))):
			continue
		}
		result = append(result, k)
	}
	for j, x := range l.current {
		if !slices.Contains(at, j) && isWhole(x) {
			k := kept{value: theirs[j], at: j}
			result = slices.Insert(result, placeOf(result, k), k)
		}
	}
	var elements []model.Value
	used := map[int]bool{}
	for _, k := range result {
		for j, x := range l.current { // kept elements with equal keys are in the order of live
			if k.at >= 0 && isWhole(l.current[k.at]) && !used[j] && l.meets(x, l.current[k.at]) {
				k.value, used[j] = theirs[j], true
				break
			}
		}
		elements = append(elements, k.value)
	}
	v, _ := model.NewList(elements...)
	return v
}

// oneByOne returns for each element of modified the index of the element of current that
// it matches, or -1. Elements with equal keys match in their order.
func (l meeting) oneByOne() []int {
	var at []int
	for _, m := range l.modified {
		matches := func(x *node) bool { return l.form[m] == x || l.form[m] == nil && l.meets(x, m) }
		next := slices.IndexFunc(l.current, func(x *node) bool { return matches(x) && !slices.Contains(at, slices.Index(l.current, x)) })
		at = append(at, next)
	}
	return at
}

// placeOf returns the index at which to insert an element that only live has: after the nearest
// element that precedes it in live, or at the beginning.
func placeOf(result []kept, k kept) int {
	place, before := 0, -1
	for i, other := range result {
		if other.at > before && other.at < k.at {
			place, before = i+1, other.at
		}
	}
	return place
}
