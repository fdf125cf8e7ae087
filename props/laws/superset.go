package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffSuperset checks that the patch for an older server is the full patch without the newer
// directives. Both patches must have the same effect on this server. Maps and elements that are
// empty without the newer directives may be missing. DiffSuperset requires that the patch does not
// use these directives in a map that declares no fields, that default keys in both documents are
// present and unique, and that all keys are scalars.
func DiffSuperset(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-superset", subject: s, in: in}
	older, ok := t.result()
	if !ok || in.Options.Omit == 0 {
		return t.inapplicable("no patch, or a full one")
	}
	if irregular(in.Schema, in.Original) || irregular(in.Schema, in.Modified) {
		return t.inapplicable("a key that is missing, not unique or not a scalar")
	}
	full := t.runChanged(func(in *corpus.Input) { in.Options.Omit = 0 })
	if full.Err != nil || full.Skipped != "" || undeclaredDirective(in.Schema, full.Result, in.Options.Omit) {
		return t.inapplicable("no full patch, or one with a directive in a map that declares no fields")
	}
	omit := in.Options.Omit
	stripped := strip(in.Schema, full.Result, omit)
	if !model.Equal(emptied(in.Schema, stripped, older), emptied(in.Schema, older, stripped)) {
		return t.broken("the full patch %s\nwithout newer directives is %s\nthe patch for an older server is %s", full.Result.JSON(), stripped.JSON(), older.JSON())
	}
	a, b := t.runApply(in.Original, full.Result, omit), t.runApply(in.Original, older, omit)
	if !t.alike(a, b, model.Equal(stripped, older)) {
		return t.broken("with the full patch %s an older server gives %s\nwith %s it gives %s", full.Result.JSON(), describe(a), older.JSON(), describe(b))
	}
	return t.held()
}

// alike reports whether two answers are equal documents, except for null fields. The order of
// elements in merging lists counts only if ordered is true, which the caller sets for equal
// patches: an element that is empty without newer directives still affects the order of other
// elements.
func (t *trial) alike(a, b corpus.Outcome, ordered bool) bool {
	if !ordered {
		return t.agree(a, b)
	}
	return accepted(a) && accepted(b) && model.Equal(bare(a.Result), bare(b.Result))
}

// strip returns a patch without the given directives. In maps that declare no fields, these
// names are data unless the value is a list.
func strip(s smp.Schema, patch model.Value, omit smp.Directives) model.Value {
	switch patch.Type() {
	case model.Map:
		var members []model.Member
		for name, member := range patch.Members() {
			if isDirective(s, name, member, omit) {
				continue
			}
			field, _ := s.Member(name)
			if target, ok := strings.CutPrefix(name, orderListPrefix); ok && isDirective(s, name, member, smp.SetElementOrder) {
				field, _ = s.Member(target)
			}
			members = append(members, model.Member{Name: name, Value: strip(field, member, omit)})
		}
		return newMap(members...)
	case model.List:
		elements := patch.AppendElements(nil)
		for i, element := range elements {
			if selects(s, element, omit) {
				element = without(element, patchMergeKeyName)
			}
			elements[i] = strip(s.Element(), element, omit)
		}
		return newList(elements...)
	default:
		return patch
	}
}

// selects reports whether an element of a patch list has $patchMergeKey, and directives
// contains it.
func selects(list smp.Schema, element model.Value, directives smp.Directives) bool {
	_, has := element.Get(patchMergeKeyName)
	_, data := list.Element().Field(patchMergeKeyName)
	return has && !data && list.Keyed() && directives.Has(smp.PatchMergeKey)
}

// isDirective reports whether a member of a patch map is one of these directives, other
// than $patchMergeKey.
func isDirective(s smp.Schema, name string, value model.Value, directives smp.Directives) bool {
	if _, data := s.Field(name); data {
		return false
	}
	orders, isOrder := strings.CutPrefix(name, orderListPrefix)
	deletes, isDelete := strings.CutPrefix(name, deleteListPrefix)
	switch {
	case name == retainKeysName:
		return directives.Has(smp.RetainKeys) && (s.Declared() || value.Type() == model.List)
	case isOrder:
		return directives.Has(smp.SetElementOrder) && meansList(s, orders, value)
	case isDelete:
		return directives.Has(smp.DeleteFromPrimitiveList) && meansList(s, deletes, value)
	}
	return false
}

// meansList reports whether a name that looks like a list directive for a field is a
// directive and not data.
func meansList(s smp.Schema, field string, value model.Value) bool {
	_, declared := s.Field(field)
	values, _ := s.Values()
	return declared || s.Declared() || values.Type() == smp.ListType || values.Type() == smp.AnyType && value.Type() == model.List
}

// irregular reports whether keyless is true for a document, or a keyed list in it has
// duplicates.
func irregular(s smp.Schema, v model.Value) bool { return keyless(s, v) || repeatsKey(s, v) }

func repeatsKey(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); repeatsKey(field, member) {
			return true
		}
	}
	elements := v.AppendElements(nil)
	for i, element := range elements {
		same := func(other model.Value) bool { return keysEqual(s, s.Keys(), element, other) }
		if s.Keyed() && slices.ContainsFunc(elements[:i], same) || repeatsKey(s.Element(), element) {
			return true
		}
	}
	return false
}

// undeclaredDirective reports whether a patch has one of these directives in a map that
// declares no fields, where an older server treats it as data.
func undeclaredDirective(s smp.Schema, patch model.Value, omit smp.Directives) bool {
	for name, member := range patch.Members() {
		field, _ := s.Member(name)
		if !s.Declared() && isDirective(s, name, member, omit) || undeclaredDirective(field, member, omit) {
			return true
		}
	}
	for _, element := range patch.Elements() {
		if !s.Element().Declared() && selects(s, element, omit) || undeclaredDirective(s.Element(), element, omit) {
			return true
		}
	}
	return false
}

// emptied returns a patch without parts that have no effect if the server has the map,
// element or list: empty maps (apart from $retainKeys), elements that have only merge keys,
// and order lists of lists that are then empty. An order list stays if the other patch has
// one at the same place. These parts are removed only to compare two patches.
func emptied(s smp.Schema, patch, other model.Value) model.Value {
	switch patch.Type() {
	case model.Map:
		var members []model.Member
		var gone []string
		for name, member := range patch.Members() {
			field, _ := s.Member(name)
			theirs, _ := other.Get(name)
			left := emptied(field, member, theirs)
			if left.Len() == 0 && (left.Type() == model.Map || left.Type() == model.List) {
				gone = append(gone, orderListPrefix+name)
				continue
			}
			members = append(members, model.Member{Name: name, Value: left})
		}
		members = slices.DeleteFunc(members, func(m model.Member) bool {
			_, theirs := other.Get(m.Name)
			return !theirs && slices.Contains(gone, m.Name) && isDirective(s, m.Name, m.Value, smp.SetElementOrder)
		})
		if len(members) == 1 && members[0].Name == retainKeysName {
			return newMap() // an empty map at the root, too
		}
		return newMap(members...)
	case model.List:
		var elements []model.Value
		for _, element := range patch.Elements() {
			left := emptied(s.Element(), element, sameKeyed(s, other, element))
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

// sameKeyed returns the element of a patch list with the keys of another element.
func sameKeyed(s smp.Schema, list, element model.Value) model.Value {
	if s.Keyed() {
		for _, e := range list.Elements() {
			if keysEqual(s, allKeys(s), e, element) {
				return e
			}
		}
	}
	return model.Value{}
}

// onlyKeys reports whether an element of a patch has only merge keys.
func onlyKeys(list smp.Schema, element model.Value) bool {
	named := 0
	for _, name := range append(allKeys(list), patchMergeKeyName, retainKeysName) {
		if _, ok := element.Get(name); ok {
			named++
		}
	}
	return element.Type() == model.Map && named == element.Len()
}
