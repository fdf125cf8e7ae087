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

// A PatchConflictsFunc returns the conflicts of two patches, in any order. It honours
// Strict and Unions of the engine.
type PatchConflictsFunc func(e smp.Engine, s smp.Schema, left, right model.Value) []smp.Conflict

// FindsPatchConflicts is the law that two patches have conflicts at the places that find
// returns and below, of the same kinds if the same sides have values. Others are reported
// only if both patches make the same. If a list in a patch has a marker, an order list, an
// element twice, or elements that select by different keys, only elements count, and it is
// enough that there is a conflict in their list. It needs patches of all directives.
func FindsPatchConflicts(s corpus.Subject, find PatchConflictsFunc, in corpus.Input) Verdict {
	t := &trial{law: PatchConflictsFound, subject: s, in: in}
	conflicts, ok := t.applied()
	if !ok || in.Options.Ignore != 0 {
		return t.inapplicable("no answer, or an older level")
	}
	want := find(smp.Engine{Strict: in.Options.Strict, Unions: in.Options.Unions}, in.Schema, in.Left, in.Right)
	plain := plainLists(in.Schema, in.Left) && plainLists(in.Schema, in.Right)
	meets := func(a, b model.Path) bool { return a.Equal(b) || !plain && isNear(a, b) }
	for _, c := range want {
		if !plain && !isKey(c.Path) {
			continue
		}
		if !has(conflicts, func(found model.Value) bool { return meets(pathOf(found), c.Path) }) {
			return t.broken("the conflict at %s is missed: %s", c.Path, conflicts.JSON())
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
			return t.broken("there is no conflict at %s: %v", pathOf(c), want)
		}
	}
	return t.held()
}

// differs says how a conflict is reported in another way than it is; empty if it is not.
// An element may be at odds with an order list, too.
func differs(c smp.Conflict, conflicts model.Value) string {
	at := func(found model.Value) bool { return pathOf(found).Equal(c.Path) }
	found := only(conflicts, at)
	if found.Type() == model.Absent {
		if isKey(c.Path) {
			return ""
		}
		return "is reported again"
	}
	kind, _ := found.Get("kind")
	_, left := found.Get("left")
	_, right := found.Get("right")
	if left == (c.Left.Type() != model.Absent) && right == (c.Right.Type() != model.Absent) && kind.Text() != string(c.Code) {
		return "is " + string(c.Code)
	}
	return ""
}

// isNear reports whether one of two paths leads through what the other leads to, or through
// the list of that, as far as their keys have the same names.
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

// said returns what a patch value makes of nothing, more or less: the value without
// directives, deletions and nulls.
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

// plainLists reports whether the keyed lists and sets in a patch have no markers and no
// elements twice, whether all their elements select by the same keys, and whether keyed
// lists have no order.
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
