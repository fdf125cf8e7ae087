package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffNoLess checks that every part of the patch is necessary: if a field or an element of a keyed
// list is left out, the patch must no longer give modified. Merge keys and directives are not left
// out, because they only identify or order other values. The only exceptions are deletions.
// DiffNoLess requires documents without null fields, because a patch may have to repeat a null
// field without a visible effect.
func DiffNoLess(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-no-less", subject: s, in: in}
	patch, ok := t.full()
	if !ok || in.Original.HasNull() || in.Modified.HasNull() {
		return t.inapplicable("no patch, one for an older server, or nulls")
	}
	if got := t.runApply(in.Original, patch, 0); got.Skipped != "" || !t.arrives(got) {
		return t.inapplicable("the patch does not give modified")
	}
	verdict := t.inapplicable("nothing to leave out")
	for _, less := range lessMap(in.Schema, patch, nil) {
		verdict = t.held()
		if got := t.runApply(in.Original, less, 0); t.arrives(got) {
			return t.broken("instead of the patch %s\n%s is enough", patch.JSON(), less.JSON())
		}
	}
	return verdict
}

// lessMap returns copies of a patch map: one without each field, and one for each
// result of lessValue for a field. It does not change the fields in keep.
func lessMap(s smp.Schema, patch model.Value, keep []string) []model.Value {
	if _, whole := patch.Get(patchName); whole || s.Strategy() == smp.Replace {
		return nil
	}
	_, retains := patch.Get(retainKeysName)
	var all []model.Value
	for name, member := range patch.Members() {
		if slices.Contains(keep, name) || retains || isDirectiveName(s, name) && !strings.HasPrefix(name, deleteListPrefix) || ordersList(s, name) {
			continue
		}
		all = append(all, without(patch, name))
		field, _ := s.Member(name)
		for _, less := range lessValue(field, member) {
			all = append(all, newMap(append(patch.AppendMembers(nil), model.Member{Name: name, Value: less})...))
		}
	}
	return all
}

// ordersList reports whether a name is that of an order list. Some dialects treat it as an
// order list even if the map declares a field with that name.
func ordersList(s smp.Schema, name string) bool {
	field, ok := strings.CutPrefix(name, orderListPrefix)
	list, _ := s.Member(field)
	return ok && list.Merging()
}

// lessValue returns copies of a patch value with one part left out.
func lessValue(s smp.Schema, patch model.Value) []model.Value {
	switch {
	case patch.Type() == model.Map && s.Type() == smp.MapType:
		return lessMap(s, patch, nil)
	case patch.Type() != model.List || !s.Keyed() || hasMarker(patch):
		return nil
	}
	var all []model.Value
	for i, element := range patch.Elements() {
		elements := patch.AppendElements(nil)
		others := newList(slices.Delete(slices.Clone(elements), i, i+1)...)
		keys := selection(s, element, 0)
		if isDeletion(element) && has(others, func(other model.Value) bool { return keysEqual(s, keys, element, other) }) {
			continue // $retainKeys may require that the element is added again
		}
		all = append(all, others)
		for _, less := range lessMap(s.Element(), element, allKeys(s)) {
			elements[i] = less
			all = append(all, newList(elements...))
		}
	}
	return all
}

// without returns a map without one field.
func without(v model.Value, name string) model.Value {
	return mustBuild(v.WithMembers(model.Member{Name: name}))
}
