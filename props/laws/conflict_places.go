package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// PatchConflictsFound is the name of the law of FindsPatchConflicts.
const PatchConflictsFound = "conflicts-places"

// A PatchConflictsFunc returns the conflicts of two patches, in any order. It uses the
// fields Strict and Unions of the engine.
type PatchConflictsFunc func(e smp.Engine, s smp.Schema, left, right model.Value) []smp.Conflict

// FindsPatchConflicts checks that the subject reports the conflicts that find returns. Codes
// are compared if the same sides have values. The subject may report further conflicts below
// these places, and at places where both patches have the same effect.
//
// If a list in a patch has a marker, an order list, duplicates, or elements that do not all match
// by the same keys, only conflicts of elements are compared, and any conflict in the list of such
// an element is accepted.
func FindsPatchConflicts(s corpus.Subject, find PatchConflictsFunc, in corpus.Input) Verdict {
	t := &trial{law: PatchConflictsFound, subject: s, in: in}
	conflicts, ok := t.result()
	if !ok || in.Options.Ignore != 0 {
		return t.inapplicable("no answer, or an older server")
	}
	want := find(smp.Engine{Strict: in.Options.Strict, Unions: in.Options.Unions}, in.Schema, in.Left, in.Right)
	plain := plainLists(in.Schema, in.Left) && plainLists(in.Schema, in.Right)
	meets := func(a, b model.Path) bool { return a.Equal(b) || !plain && isNear(a, b) }
	for _, c := range want {
		if !plain && !isKey(c.Path) {
			continue
		}
		if !has(conflicts, func(found model.Value) bool { return meets(pathOf(found), c.Path) }) {
			return t.broken("missing conflict at %s; got %s", c.Path, conflicts.JSON())
		}
		if plain {
			if what := differs(c, conflicts); what != "" {
				return t.broken("the conflict at %s %s: %s", c.Path, what, conflicts.JSON())
			}
		}
	}
	for _, c := range conflicts.Elements() {
		left, _ := c.Get("left")
		right, _ := c.Get("right")
		covers := func(w smp.Conflict) bool {
			return len(w.Path) <= len(pathOf(c)) && w.Path.Equal(pathOf(c)[:len(w.Path)])
		}
		if plain && !slices.ContainsFunc(want, covers) && !model.Equal(said(left), said(right)) {
			return t.broken("unexpected conflict at %s; expected %v", pathOf(c), want)
		}
	}
	return t.held()
}

// differs describes the difference between a conflict and the reported one. The text is empty
// if there is no difference. A place where an element conflicts with an order list is not
// compared.
func differs(c smp.Conflict, conflicts model.Value) string {
	at := func(found model.Value) bool { return pathOf(found).Equal(c.Path) }
	found := only(conflicts, at)
	if found.Type() == model.Absent {
		if isKey(c.Path) {
			return ""
		}
		return "is reported several times"
	}
	kind, _ := found.Get("kind")
	_, left := found.Get("left")
	_, right := found.Get("right")
	if left == (c.Left.Type() != model.Absent) && right == (c.Right.Type() != model.Absent) && kind.Text() != string(c.Code) {
		return "is " + string(c.Code)
	}
	return ""
}

// isNear reports whether one of two paths leads through the value at the other path, or
// through the list of that value. Keys with different names may belong to the same element.
func isNear(a, b model.Path) bool {
	n := min(len(a), len(b))
	if isKey(a[:n]) && isKey(b[:n]) && len(a) == len(b) {
		n--
	}
	for i := range n {
		x, isKey := a[i].(model.Key)
		y, also := b[i].(model.Key)
		if !(isKey && also) && !a[i:i+1].Equal(b[i:i+1]) {
			return false
		}
		for _, k := range x {
			if slices.ContainsFunc(y, func(other model.KeyField) bool { return other.Name == k.Name && !model.Equal(other.Value, k.Value) }) {
				return false
			}
		}
	}
	return true
}

// isKey reports whether a path leads to an element.
func isKey(path model.Path) bool {
	if len(path) == 0 {
		return false
	}
	_, ok := path[len(path)-1].(model.Key)
	return ok
}

// said returns a patch value without directives, deletions and nulls. This is approximately
// the result of evaluating the value against empty.
func said(patch model.Value) model.Value {
	switch patch.Type() {
	case model.Map:
		members := slices.DeleteFunc(patch.AppendMembers(nil), func(m model.Member) bool {
			return strings.HasPrefix(m.Name, "$") || !isThere(m.Value) || isDeletion(m.Value)
		})
		for i := range members {
			members[i].Value = said(members[i].Value)
		}
		return newMap(members...)
	case model.List:
		elements := slices.DeleteFunc(patch.AppendElements(nil), isDeletion)
		for i := range elements {
			elements[i] = said(elements[i])
		}
		return newList(elements...)
	default:
		return patch
	}
}

// plainLists reports whether the lists of a patch can be compared element by element.
// Keyed lists and sets must have no markers and no duplicates, all elements of a list
// must select by the same keys, and keyed lists must have no order list.
func plainLists(s smp.Schema, patch model.Value) bool {
	for name, member := range patch.Members() {
		field, _ := s.Member(name)
		list, _ := s.Member(strings.TrimPrefix(name, orderListPrefix))
		if !plainLists(field, member) || strings.HasPrefix(name, orderListPrefix) && list.Keyed() {
			return false
		}
	}
	elements := patch.AppendElements(nil)
	for i, e := range elements {
		again := func(other model.Value) bool {
			keys := selection(s, e, 0)
			return s.Keyed() && (keysEqual(s, keys, e, other) || !sameKeys(keys, selection(s, other, 0))) || s.Set() && model.Equal(e, other)
		}
		if isMarker(e) || slices.ContainsFunc(elements[:i], again) || !plainLists(s.Element(), e) {
			return false
		}
	}
	return true
}
