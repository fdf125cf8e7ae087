package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffNoLess is the law that the patch without any one of its members, or of
// the elements of its keyed lists, does not give modified. It does not leave
// out directives, deletions of values aside, or merge keys, which say what the
// rest is about; and it needs documents without null members, which the patch
// may have to repeat for nothing that shows.
func DiffNoLess(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-no-less", subject: s, in: in}
	patch, ok := t.full()
	if !ok || in.Original.HasNull() || in.Modified.HasNull() {
		return t.inapplicable("no patch, one of an older level, or nulls")
	}
	if got := t.applies(in.Original, patch, 0); got.Skipped != "" || !t.arrives(got) {
		return t.inapplicable("the patch does not give modified")
	}
	verdict := t.inapplicable("nothing to leave out")
	for _, less := range lessMap(in.Schema, patch, nil) {
		verdict = t.held()
		if got := t.applies(in.Original, less, 0); t.arrives(got) {
			return t.broken("of the patch %s\n%s is enough", patch.JSON(), less.JSON())
		}
	}
	return verdict
}

// lessMap returns the patch map without each of its members, and with each
// part of less in place of a member. Members that keep are left alone.
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

// ordersList reports whether a name is that of a list's order, which some rules
// take for it though the map declares a field of that name.
func ordersList(s smp.Schema, name string) bool {
	field, ok := strings.CutPrefix(name, orderListPrefix)
	list, _ := s.Member(field)
	return ok && list.Merging()
}

// lessValue returns what is less than one value of a patch.
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
			continue // of an element that is added again, which $retainKeys may do as well
		}
		all = append(all, others)
		for _, less := range lessMap(s.Element(), element, allKeys(s)) {
			elements[i] = less
			all = append(all, newList(elements...))
		}
	}
	return all
}

// without returns a map without one member.
func without(v model.Value, name string) model.Value {
	return whole(v.WithMembers(model.Member{Name: name}))
}
