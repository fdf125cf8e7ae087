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
				if def, ok := s.KeyDefault(f.Name); ok && isNothing(v) && slices.Contains(keysOfList(s), f.Name) {
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

// keysOfList returns the fields that identify the elements of a keyed list.
func keysOfList(s smp.Schema) []string {
	_, isData := s.Element().Field("$patchMergeKey")
	if keys := s.Recommended(); len(keys) > 0 && !isData {
		return keys
	}
	return s.Keys()
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
	group int // equal for elements that have the same keys
}

// keepByKey keeps elements of a keyed list, or values of a set. If one of several elements
// with equal keys is kept as a whole, all of them are.
func keepByKey(s smp.Schema, desired, live model.Value, paths []smp.KeepPath) model.Value {
	if desired.Type() != model.List && !isNothing(desired) {
		return desired
	}
	names, required := keysIn(paths), len(keysIn(paths))
	if s.Merging() {
		names, required = keysOfList(s), len(s.Keys())
	}
	ours, theirs := elementsIf(desired), elementsIf(live)
	all := slices.Concat(ours, theirs)
	groupOf := func(e model.Value) int {
		return slices.IndexFunc(all, func(other model.Value) bool { return sameGroup(s, names, required, e, other) })
	}
	inLive, whole := map[int]bool{}, map[int]bool{}
	for j, e := range theirs {
		g := groupOf(e)
		inLive[g] = true
		if endsHere(withDeep(following(paths, selects(s, e, j)))) {
			whole[g] = true
		}
	}
	isWhole := func(e model.Value) bool { return whole[groupOf(e)] }
	pairs := keepPairs(s, names, required, ours, theirs, isWhole)
	var result []kept
	for i, e := range ours {
		k := kept{value: e, at: pairs[i], group: groupOf(e)}
		switch {
		case k.at >= 0 && whole[groupOf(theirs[k.at])]:
			k.value = theirs[k.at]
		case k.at >= 0:
			k.value = keepAt(s.Element(), e, theirs[k.at], following(paths, selects(s, theirs[k.at], k.at)), true)
		case inLive[k.group] && whole[k.group], !inLive[k.group] && endsHere(withDeep(following(paths, selects(s, e, -1)))):
			continue
		}
		result = append(result, k)
	}
	for j, e := range theirs {
		if g := groupOf(e); !slices.Contains(pairs, j) && whole[g] {
			k := kept{value: e, at: j, group: g}
			result = slices.Insert(result, placeOf(result, k), k)
		}
	}
	var elements []model.Value
	used := map[int]bool{}
	for _, k := range result {
		if k.at >= 0 && isWhole(theirs[k.at]) { // elements with equal keys are in the order of live
			for j, e := range theirs {
				if !used[j] && groupOf(e) == groupOf(theirs[k.at]) {
					k.value, used[j] = e, true
					break
				}
			}
		}
		elements = append(elements, k.value)
	}
	v, _ := model.NewList(elements...)
	return v
}

// sameGroup reports whether two elements have the same keys. Two elements without keys are
// in the same group if they are equal apart from null fields.
func sameGroup(s smp.Schema, names []string, required int, a, b model.Value) bool {
	x, y := identityOf(s, names, required, a), identityOf(s, names, required, b)
	if x == nil || y == nil {
		return x == nil && y == nil && model.Equal(withoutNull(a), withoutNull(b))
	}
	return slices.EqualFunc(x, y, model.Equal)
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

// identityOf returns the keys of an element, or its value in a set. The result is nil if the
// element has no identity.
func identityOf(s smp.Schema, names []string, required int, e model.Value) []model.Value {
	if len(names) == 0 {
		if e.IsScalar() {
			return []model.Value{e}
		}
		return nil
	}
	if e.Type() != model.Map {
		return nil
	}
	var id []model.Value
	for i, name := range names {
		v, _ := e.Get(name)
		if def, ok := s.KeyDefault(name); ok && isNothing(v) && s.Merging() {
			v = def
		}
		switch {
		case isNothing(v) && i >= required:
			v = model.Value{}
		case !v.IsScalar():
			return nil
		}
		id = append(id, v)
	}
	return id
}

// keepPairs returns for each element of desired the index of the same element in live, or -1
// if there is none.
func keepPairs(s smp.Schema, names []string, required int, ours, theirs []model.Value, whole func(model.Value) bool) []int {
	pairs := make([]int, len(ours))
	taken := make([]bool, len(theirs))
	ids := func(elements []model.Value) (all [][]model.Value) {
		for _, e := range elements {
			all = append(all, identityOf(s, names, required, e))
		}
		return all
	}
	ourIDs, theirIDs := ids(ours), ids(theirs)
	for i := range ours {
		pairs[i] = -1
		for j := range theirs {
			if !taken[j] && sameGroup(s, names, required, ours[i], theirs[j]) {
				pairs[i], taken[j] = j, true
				break
			}
		}
	}
	lacking := withoutFilledIn(s, names, required, ours)
	final := false // set when elements of live that will be added no longer count
	for again := true; again; {
		again = false
		for i, id := range lacking {
			var candidates []int
			for j, other := range theirIDs {
				known := slices.ContainsFunc(ourIDs, func(id []model.Value) bool { return id != nil && slices.EqualFunc(id, other, model.Equal) })
				if id != nil && pairs[i] < 0 && other != nil && !known && !taken[j] && !(final && whole(theirs[j])) && agrees(id, other) {
					candidates = append(candidates, j)
				}
			}
			if len(candidates) == 1 {
				pairs[i], taken[candidates[0]], again = candidates[0], true, true
				break
			}
		}
		if !again && !final {
			final, again = true, true
		}
	}
	return pairs
}

// withoutFilledIn returns the identities of the elements that lack keys, and nil for the
// other elements. Empty keys that a server may fill in count as absent.
func withoutFilledIn(s smp.Schema, names []string, required int, elements []model.Value) [][]model.Value {
	all := make([][]model.Value, len(elements))
	if len(names) == 0 {
		return all
	}
	for i, e := range elements {
		id := slices.Clone(identityOf(s, names, required, e))
		lacks := false
		for n, v := range id {
			field, _ := s.Element().Member(names[n])
			marks := field.Marks()
			if v.Type() == model.String && v.Text() == "" && s.Merging() && (marks.NotStored || marks.FilledIn) {
				id[n] = model.Value{}
				if n < required {
					id = nil
					break
				}
			}
			lacks = lacks || id[n].Type() == model.Absent
		}
		if lacks {
			all[i] = id
		}
	}
	return all
}

// agrees reports whether two identities have equal keys. Keys that the first one lacks are
// not compared.
func agrees(id, other []model.Value) bool {
	for n, v := range id {
		if v.Type() != model.Absent && !model.Equal(v, other[n]) {
			return false
		}
	}
	return true
}

// withoutNull returns a value without null fields.
func withoutNull(v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		var members []model.Member
		for name, m := range v.Members() {
			if m.Type() != model.Null {
				members = append(members, model.Member{Name: name, Value: withoutNull(m)})
			}
		}
		v, _ = model.NewMap(members...)
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, withoutNull(e))
		}
		v, _ = model.NewList(elements...)
	}
	return v
}
