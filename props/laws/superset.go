package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffSuperset is the law that the patch of an older level is the full one
// without the newer directives, maps and elements aside that are empty without
// them; and that a server of that level makes the same of both. It needs that
// the patch has none of them in a map that declares no fields, and that the
// default keys of both documents are there and unique.
func DiffSuperset(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-superset", subject: s, in: in}
	older, ok := t.applied()
	if !ok || in.Options.Omit == 0 {
		return t.inapplicable("no patch, or the full one")
	}
	if repeatsKey(in.Schema, in.Original) || repeatsKey(in.Schema, in.Modified) {
		return t.inapplicable("a default key that is missing or not unique")
	}
	full := t.asks(func(in *corpus.Input) { in.Options.Omit = 0 })
	if full.Err != nil || full.Skipped != "" || undeclaredDirective(in.Schema, full.Result, in.Options.Omit) {
		return t.inapplicable("no full patch, or one with a directive in a map that declares no fields")
	}
	omit := in.Options.Omit
	stripped, want := emptied(in.Schema, strip(in.Schema, full.Result, omit)), emptied(in.Schema, older)
	if !model.Equal(stripped, want) {
		return t.broken("the full patch %s\nwithout newer directives is %s\nthe older level's is %s", full.Result.JSON(), stripped.JSON(), want.JSON())
	}
	a, b := t.applies(in.Original, full.Result, omit), t.applies(in.Original, older, omit)
	if !same(a, b) {
		return t.broken("of the full patch %s an older server makes %s\nof %s it makes %s", full.Result.JSON(), describe(a), older.JSON(), describe(b))
	}
	return t.held()
}

// strip returns a patch without directives of these kinds. In maps that declare
// no fields their names are data, unless the value is a list.
func strip(s smp.Schema, patch model.Value, omit smp.Directives) model.Value {
	switch patch.Kind() {
	case model.Map:
		var members []model.Member
		for name, member := range patch.Members() {
			if isDirective(s, name, member, omit) {
				continue
			}
			field, _ := s.Member(name)
			members = append(members, model.Member{Name: name, Value: strip(field, member, omit)})
		}
		return newMap(members...)
	case model.List:
		elements := patch.AppendElements(nil)
		for i := range elements {
			elements[i] = strip(s.Element(), elements[i], omit)
		}
		return newList(elements...)
	default:
		return patch
	}
}

// isDirective reports whether a member of a patch map is one of these
// directives.
func isDirective(s smp.Schema, name string, value model.Value, directives smp.Directives) bool {
	if _, data := s.Field(name); data || !s.Declared() && value.Kind() != model.List {
		return false
	}
	switch {
	case name == retainKeysName:
		return directives.Has(smp.RetainKeys)
	case name == patchMergeKeyName:
		return directives.Has(smp.PatchMergeKey)
	case strings.HasPrefix(name, orderListPrefix):
		return directives.Has(smp.SetElementOrder)
	case strings.HasPrefix(name, deleteListPrefix):
		return directives.Has(smp.DeleteFromPrimitiveList)
	}
	return false
}

// repeatsKey reports whether a keyed list of a document has two elements with
// one default key, or one without.
func repeatsKey(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); repeatsKey(field, member) {
			return true
		}
	}
	elements := v.AppendElements(nil)
	for i, element := range elements {
		same := func(other model.Value) bool { return keysEqual(s, s.Keys(), element, other) }
		if s.Keyed() && (!same(element) || slices.ContainsFunc(elements[:i], same)) || repeatsKey(s.Element(), element) {
			return true
		}
	}
	return false
}

// undeclaredDirective reports whether a patch has one of these directives in a
// map that declares no fields: an older server takes it for data.
func undeclaredDirective(s smp.Schema, patch model.Value, omit smp.Directives) bool {
	for name, member := range patch.Members() {
		field, _ := s.Member(name)
		if !s.Declared() && isDirective(s, name, member, omit) || undeclaredDirective(field, member, omit) {
			return true
		}
	}
	for _, element := range patch.Elements() {
		if undeclaredDirective(s.Element(), element, omit) {
			return true
		}
	}
	return false
}

// emptied returns a patch without maps that say nothing, $retainKeys aside, and
// without elements that have nothing but their keys. Both stand for what is there anyway only
// where a server has it, so they are left out of two patches that are compared,
// not of one that is sent.
func emptied(s smp.Schema, patch model.Value) model.Value {
	switch patch.Kind() {
	case model.Map:
		var members []model.Member
		for name, member := range patch.Members() {
			field, _ := s.Member(name)
			left := emptied(field, member)
			if left.Len() == 0 && (left.Kind() == model.Map || left.Kind() == model.List) {
				continue
			}
			members = append(members, model.Member{Name: name, Value: left})
		}
		if len(members) == 1 && members[0].Name == retainKeysName {
			return newMap() // also at the root
		}
		return newMap(members...)
	case model.List:
		var elements []model.Value
		for _, element := range patch.Elements() {
			left := emptied(s.Element(), element)
			if s.Keyed() && onlyKeys(s, left) {
				continue
			}
			elements = append(elements, left)
		}
		return newList(elements...)
	default:
		return patch
	}
}

// onlyKeys reports whether an element of a patch has nothing but merge keys.
func onlyKeys(list smp.Schema, element model.Value) bool {
	named := 0
	for _, name := range append(allKeys(list), patchMergeKeyName, retainKeysName) {
		if _, ok := element.Get(name); ok {
			named++
		}
	}
	return element.Kind() == model.Map && named == element.Len()
}
