package reference

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// lintReplacing checks a list that replaces the list of the original. If ordered is true,
// there is an order list, which identifies the elements by their selected keys.
func (l *linter) lintReplacing(s smp.Schema, list *node, ordered bool) {
	marked := !s.Merging()
	for _, element := range list.items {
		selection := l.selection(s, element)
		switch {
		case isMarker(element):
			if marked {
				l.noEffect(element.fields[patchName], "the list is replaced in any case")
			}
			marked = true
		case isDeletion(element):
			if s.Merging() {
				l.noEffect(element.fields[patchName], "there is nothing to delete")
			}
		default:
			if s.Merging() && selection != nil {
				if !ordered {
					l.noEffect(selection, "nothing is matched")
				}
				element = l.withoutSelection(s, element)
			}
			if element.is(model.Map) {
				l.lintElement(s, element, true)
			} else {
				l.lintField(s.Element(), turn{patch: element}, true)
			}
		}
	}
}

// lintKeyed checks the elements of a keyed list that is merged.
func (l *linter) lintKeyed(s smp.Schema, list *node, empty bool) {
	quiet := &run{ignore: l.ignore}
	for i, element := range list.items {
		if !element.is(model.Map) {
			continue
		}
		if names := quiet.keyNames(s, element); isDeletion(element) {
			if empty {
				l.noEffect(element.fields[patchName], "there is nothing to delete")
			}
			if selection := l.selection(s, element); selection != nil {
				names = append(names, patchMergeKeyName)
			}
			l.beside(element, names)
			continue
		}
		before := slices.DeleteFunc(slices.Clone(list.items[:i]), func(x *node) bool { return isDeletion(x) || !l.identifies(s, x) })
		meets := func(x *node) bool { return l.defaultKey(s, x).meets(l.defaultKey(s, element)) }
		first := l.identifies(s, element) && !slices.ContainsFunc(before, meets)
		if !l.lintRepeated(s, before, element) && !(empty && first) {
			l.lintUnselected(s, element)
		}
		l.lintElement(s, l.withoutSelection(s, element), empty && first)
	}
}

// defaultKey returns the default key of an element, even if $patchMergeKey selects different
// keys.
func (l *linter) defaultKey(s smp.Schema, element *node) key {
	return (&run{ignore: l.ignore}).readKey(s, l.withoutSelection(s, element), smp.RuleKeyedMerge)
}

// lintElement checks the contents of a list element, without its $patchMergeKey.
func (l *linter) lintElement(s smp.Schema, element *node, empty bool) {
	atomic := atomicMap(s.Element())
	l.lintRetaining(s.Element(), element, s.Type() == smp.ListType && s.RetainKeys() || retains(s.Element()), empty || atomic)
}

// lintRepeated reports an element of a patch list that may mean the same element as an
// earlier one: the first earlier element that its key matches or, if there is none, the first
// one whose key matches it. The code is repeated-key if all other keys are equal, too. The
// result is true if there is such an element. See rules keyed-merge and keys-recommended.
func (l *linter) lintRepeated(s smp.Schema, before []*node, element *node) bool {
	if !l.identifies(s, element) {
		return false
	}
	quiet := &run{ignore: l.ignore}
	k := quiet.readKey(s, element, smp.RuleKeyedMerge)
	at := slices.IndexFunc(before, k.matches)
	if at < 0 {
		at = slices.IndexFunc(before, func(x *node) bool { return quiet.readKey(s, x, smp.RuleKeyedMerge).matches(element) })
	}
	if at < 0 {
		return false
	}
	x := before[at]
	differs := func(name string) bool {
		both := slices.Contains(quiet.keyNames(s, element), name) && slices.Contains(quiet.keyNames(s, x), name)
		return !both && !alike(bare(keyValue(s, element, name)), bare(keyValue(s, x, name)))
	}
	kind := smp.RepeatedKey
	if slices.ContainsFunc(s.Recommended(), differs) {
		kind = smp.AmbiguousMergeKey
	}
	l.problem(element, kind, smp.RuleLint, "an earlier element has these keys")
	return true
}

// lintUnselected reports an element without $patchMergeKey that changes a recommended key
// other than its default key. See rule keys-recommended.
func (l *linter) lintUnselected(s smp.Schema, element *node) {
	if !l.identifies(s, element) {
		return
	}
	quiet := &run{ignore: l.ignore}
	says := said(element)
	_, keys := quiet.split(s.Element(), element)
	changes := func(name string) bool {
		if slices.Contains(quiet.keyNames(s, element), name) {
			return false
		}
		named := element.fields[name] != nil
		for _, u := range s.Element().Unions() {
			set := setBy(u, says)
			named = named || l.unions && u.Discriminator == name && len(set) > 0
		}
		listed := func(n *node) bool { return n.isText(name) }
		return named || element.fields[patchName] != nil || atomicMap(s.Element()) ||
			keys.is(model.List) && !slices.ContainsFunc(keys.items, func(n *node) bool { return !n.is(model.String) }) && !slices.ContainsFunc(keys.items, listed)
	}
	if slices.ContainsFunc(s.Recommended(), changes) {
		l.problem(element, smp.AmbiguousMergeKey, smp.RuleLint, "the default key alone finds the element")
	}
}

// lintSelections reports elements and order entries of a keyed list that select by different
// keys than the first such element or, if the patch has no elements, the first entry. In a
// list that is replaced, only order entries select.
func (l *linter) lintSelections(s smp.Schema, t turn) {
	var selecting []*node
	if t.patch.is(model.List) && !replaces(s, t.patch) {
		selecting = slices.DeleteFunc(slices.Clone(t.patch.items), func(n *node) bool { return !l.identifies(s, n) })
	}
	if t.order != nil && t.name != "" {
		for _, entry := range t.order.items {
			try := &run{ignore: l.ignore}
			if try.readKey(s, entry, smp.RuleOrderDirective); entry.is(model.Map) && len(try.faults) == 0 {
				selecting = append(selecting, entry)
			}
		}
	}
	quiet := &run{ignore: l.ignore}
	for _, n := range selecting {
		if !slices.Equal(quiet.keyNames(s, selecting[0]), quiet.keyNames(s, n)) {
			l.problem(cmp.Or(l.selection(s, n), n), smp.MixedMergeKeys, smp.RuleLint, "the first element selects by other keys")
		}
	}
}

// lintSet reports duplicate values in a patch list.
func (l *linter) lintSet(list *node) {
	for i, value := range list.items {
		if index(list.items[:i], value) >= 0 {
			l.problem(value, smp.RepeatedKey, smp.RuleLint, "duplicate value in the list")
		}
	}
}
