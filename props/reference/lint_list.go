package reference

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// lintReplacing looks at a list that replaces the original's.
func (l *linter) lintReplacing(s smp.Schema, list *node) {
	marked := !s.Merging()
	for _, element := range list.items {
		selection := l.selection(s, element)
		switch {
		case isMarker(element):
			if marked {
				l.noEffect(element.fields[patchName], "the list is replaced anyway")
			}
			marked = true
		case isDeletion(element):
			if s.Merging() {
				l.noEffect(element.fields[patchName], "there is nothing to delete")
			}
		default:
			if s.Merging() && selection != nil {
				l.noEffect(selection, "nothing is matched")
				element = l.withoutSelection(s, element)
			}
			l.lintField(s.Element(), turn{patch: element}, true)
		}
	}
}

// lintKeyed looks at the elements of a keyed list that is merged.
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
		earlier := l.earlier(s, list.items[:i], element)
		content := l.withoutSelection(s, element)
		atomic := s.Element().Kind() == smp.MapType && s.Element().Strategy() == smp.Replace
		keys := slices.Concat(s.Keys(), s.Recommended())
		l.lintRetaining(s.Element(), content, keys, s.RetainKeys() || retains(s.Element()), empty && !earlier || atomic)
	}
}

// earlier notes an element of a patch list that may mean what one before it
// means, and returns whether it does: the keys that both select are equal. It
// is the same if so are the others. Rules keyed-merge and keys-recommended.
func (l *linter) earlier(s smp.Schema, before []*node, element *node) bool {
	if !l.identifies(s, element) {
		return false
	}
	quiet := &run{ignore: l.ignore}
	read := func(x *node) key { return quiet.readKey(s, x, smp.RuleKeyedMerge) }
	before = slices.DeleteFunc(slices.Clone(before), func(x *node) bool {
		return isDeletion(x) || !l.identifies(s, x) || !read(x).meets(read(element))
	})
	if len(before) == 0 {
		return false
	}
	repeats := func(x *node) bool {
		return !slices.ContainsFunc(s.Recommended(), func(name string) bool {
			both := slices.Contains(quiet.keyNames(s, element), name) && slices.Contains(quiet.keyNames(s, x), name)
			return !both && !same(keyValue(s, element, name), keyValue(s, x, name))
		})
	}
	kind := smp.AmbiguousMergeKey
	if repeats(before[0]) {
		kind = smp.RepeatedKey
	}
	l.problem(element, kind, smp.RuleLint, "an element before has these keys")
	return true
}

// lintSelections notes elements and order entries of a keyed list that select by
// other keys than the first one. Of a list that is replaced, only the entries
// select.
func (l *linter) lintSelections(s smp.Schema, t turn) {
	var selecting []*node
	if t.patch != nil && !replaces(s, t.patch) {
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

// lintSet notes values that stand in a patch list twice.
func (l *linter) lintSet(list *node) {
	for i, value := range list.items {
		if index(list.items[:i], value) >= 0 {
			l.problem(value, smp.RepeatedKey, smp.RuleLint, "the value stands in the list before")
		}
	}
}
