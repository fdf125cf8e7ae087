package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffPortable checks that a patch of any dialect also gives modified when it is applied by
// the specification. It requires documents that have the same meaning in all dialects. The
// patch must not add elements with equal default keys to a new list, or use a directive that
// the schema declares as a field.
func DiffPortable(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-portable", subject: s, in: in}
	patch, ok := t.full()
	if !ok || mergesTwice(in.Schema, patch) || declares(in.Schema, patch) {
		return t.inapplicable("no patch, one for an older server, one with duplicates, or one with a directive that is a declared field")
	}
	if unportable(in.Schema, in.Original) || unportable(in.Schema, in.Modified) {
		return t.inapplicable("a document that dialects read differently")
	}
	if got := t.documented(in.Original, patch); !t.arrives(got) {
		return t.broken("the patch %s\ngives by the specification %s\ninstead of %s", patch.JSON(), describe(got), bare(in.Modified).Canonical())
	}
	return t.held()
}

// ThreeWayPortable is the law DiffPortable for three-way merges: when it is applied to
// current, the patch has the same effect by the specification as in the dialect of the
// subject, except for the order of elements that only current has.
func ThreeWayPortable(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-portable", subject: s, in: in}
	patch, ok := t.full()
	if !ok || mergesTwice(in.Schema, patch) || declares(in.Schema, patch) {
		return t.inapplicable("no patch, one for an older server, one with duplicates, or one with a directive that is a declared field")
	}
	if unportable(in.Schema, in.Original) || unportable(in.Schema, in.Modified) || unportable(in.Schema, in.Current) {
		return t.inapplicable("a document that dialects read differently")
	}
	if hasEmptyKeys(in.Schema, in.Modified) {
		return t.inapplicable("an element with an empty key, which may be sent without it")
	}
	want := t.runApply(in.Current, patch, 0)
	if !accepted(want) {
		return t.inapplicable("the patch is not applied")
	}
	if got := t.documented(in.Current, patch); !accepted(got) || !t.settledAlike(got.Result, want.Result) {
		return t.broken("the patch %s\ngives by the specification %s\ninstead of %s", patch.JSON(), describe(got), bare(want.Result).Canonical())
	}
	return t.held()
}

// documented applies a patch with the engine of the specification.
func (t *trial) documented(document, patch model.Value) corpus.Outcome {
	return run(corpus.Untraced(corpus.Engine()), corpus.Input{Op: corpus.OpApply, Schema: t.in.Schema, Original: document, Patch: patch})
}

// unportable reports whether dialects may read a document differently. This is the case for
// missing or invalid keys, names that may be directives, empty names, names that differ from
// a field's name only in case, and keys such as 1.0 that some dialects distinguish from 1.
func unportable(s smp.Schema, v model.Value) bool {
	return keyless(s, v) || mentions(v) || names(v, "") || foldsNames(s, v) || hasFloatKeys(s, v)
}

// inOtherCase reports whether a name differs from that of a field only in case.
func inOtherCase(s smp.Schema, name string) bool {
	return hasInOtherCase(s, name, func(smp.Schema) bool { return true })
}

// hasInOtherCase does the work of inOtherCase. It considers only fields for whose schema
// the function is returns true.
func hasInOtherCase(s smp.Schema, name string, is func(smp.Schema) bool) bool {
	if _, declared := s.Field(name); declared {
		return false
	}
	for field, below := range s.Fields() {
		if strings.EqualFold(field, name) && is(below) {
			return true
		}
	}
	return false
}

// keyless reports whether a document contains an irregular list: a keyed list with an element
// that lacks the default key, or has a key that is null or not a scalar, or a set with
// duplicates or with a value that is not a scalar.
func keyless(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); keyless(field, member) {
			return true
		}
	}
	elements := v.AppendElements(nil)
	for i, element := range elements {
		odd := func(name string) bool {
			spelled, _ := element.Get(name)
			return spelled.Type() == model.Null || isNested(key(s, element, name))
		}
		switch {
		case s.Set() && (!element.IsScalar() || hasValue(newList(elements[:i]...), element)),
			s.Keyed() && (!keysEqual(s, s.Keys(), element, element) || slices.ContainsFunc(allKeys(s), odd)),
			keyless(s.Element(), element):
			return true
		}
	}
	return false
}

// settledAlike reports whether two results of a three-way merge are equal. It ignores null
// fields and the positions of elements that modified lacks.
func (t *trial) settledAlike(a, b model.Value) bool {
	m := bare(t.in.Modified)
	return model.Equal(settled(t.in.Schema, m, bare(a)), settled(t.in.Schema, m, bare(b)))
}

// settled returns a result in a comparable order: in merging lists, the elements that
// modified lacks come first, sorted, followed by modified's elements in their order.
func settled(s smp.Schema, modified, v model.Value) model.Value {
	if v.Type() == model.Map {
		members := v.AppendMembers(nil)
		for i, m := range members {
			field, _ := s.Member(m.Name)
			ours, _ := modified.Get(m.Name)
			members[i].Value = settled(field, ours, m.Value)
		}
		return newMap(members...)
	}
	if v.Type() != model.List || !s.Merging() {
		return v
	}
	elements, ours := v.AppendElements(nil), modified.AppendElements(nil)
	owner := make([]int, len(elements)) // for each element its index in modified, counted from 1
	for _, is := range []func(smp.Schema, model.Value, model.Value) bool{sameElement, fillsIn} {
		for i, e := range ours {
			for at, element := range elements {
				if owner[at] == 0 && !slices.Contains(owner, i+1) && is(s, e, element) {
					owner[at] = i + 1
				}
			}
		}
	}
	var others, wanted []model.Value
	for at, element := range elements {
		if i := owner[at]; i > 0 {
			wanted = append(wanted, settled(s.Element(), ours[i-1], element))
		} else {
			others = append(others, sortedLists(s.Element(), element))
		}
	}
	slices.SortFunc(others, model.Compare)
	return newList(slices.Concat(others, wanted)...)
}

// sameElement reports whether two elements of a merging list are the same: they agree in all
// keys by which a patch can select. In a set, or if they have no keys, their values must be
// equal.
func sameElement(list smp.Schema, a, b model.Value) bool {
	keys := allKeys(list)
	if _, data := list.Element().Field(patchMergeKeyName); data {
		keys = list.Keys()
	}
	odd := func(name string) bool { return isNested(key(list, a, name)) || isNested(key(list, b, name)) }
	if !list.Keyed() || !keysEqual(list, list.Keys(), a, a) || !keysEqual(list, list.Keys(), b, b) || slices.ContainsFunc(keys, odd) {
		return model.Equal(withoutNulls(a), withoutNulls(b))
	}
	return keysEqual(list, keys, a, b)
}

// isNested reports whether a value is a map or a list.
func isNested(v model.Value) bool { return v.Type() == model.Map || v.Type() == model.List }

// declares reports whether a patch has a directive whose name the schema declares as a field.
// By the specification, such a field is data. On a cluster, it is a directive.
func declares(s smp.Schema, patch model.Value) bool {
	for name, member := range patch.Members() {
		field, _ := s.Member(name)
		if _, declared := s.Field(name); declared && strings.HasPrefix(name, "$") || declares(field, member) {
			return true
		}
	}
	return has(patch, func(element model.Value) bool { return declares(s.Element(), element) })
}

// mergesTwice reports whether a list of a patch merges two elements with the same
// default key. In a new list, the specification merges them into one, but a cluster
// keeps both.
func mergesTwice(s smp.Schema, patch model.Value) bool {
	for name, member := range patch.Members() {
		if field, _ := s.Member(name); !isDirective(s, name, member, smp.AllDirectives) && mergesTwice(field, member) {
			return true
		}
	}
	var merged []model.Value
	for _, element := range patch.Elements() {
		same := func(other model.Value) bool { return keysEqual(s, s.Keys(), element, other) }
		if s.Keyed() && !hasMarker(patch) && !isDeletion(element) && slices.ContainsFunc(merged, same) || mergesTwice(s.Element(), element) {
			return true
		}
		if !isDeletion(element) {
			merged = append(merged, element)
		}
	}
	return false
}
