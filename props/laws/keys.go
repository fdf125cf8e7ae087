package laws

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// selection returns the merge keys by which an element of a patch, or an order entry,
// selects.
func selection(list smp.Schema, element model.Value, ignore smp.Directives) []string {
	named, ok := element.Get(patchMergeKeyName)
	if _, data := list.Element().Field(patchMergeKeyName); !ok || data || ignore.Has(smp.PatchMergeKey) {
		return list.Keys()
	}
	var keys []string
	for _, key := range named.Elements() {
		keys = append(keys, key.Text())
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// key returns the value of a merge key of an element: its own value or, if that is absent or
// null, the default value of the key. It is absent if there is no default.
func key(list smp.Schema, element model.Value, name string) model.Value {
	if v, ok := element.Get(name); ok && v.Type() != model.Null {
		return v
	}
	def, _ := list.KeyDefault(name)
	return def
}

// keysEqual reports whether two elements have equal keys. The default key must be present in
// both.
func keysEqual(list smp.Schema, keys []string, a, b model.Value) bool {
	for _, name := range keys {
		x, y := key(list, a, name), key(list, b, name)
		if !model.Equal(x, y) || !x.IsScalar() && slices.Contains(list.Keys(), name) {
			return false
		}
	}
	return a.Type() == model.Map && b.Type() == model.Map
}

// allKeys returns all keys by which elements of a list may match, beginning with the default key. If
// elements may have a field $patchMergeKey, nothing selects by the recommended keys.
func allKeys(list smp.Schema) []string {
	_, data := list.Element().Field(patchMergeKeyName)
	if recommended := list.Recommended(); recommended != nil && !data {
		return recommended
	}
	return list.Keys()
}

// hasEmptyKeys reports whether a keyed list of a document has an element with an empty key
// ("", null, {} or []) in a field that servers fill in or do not store. In a three-way merge,
// such a key may count as absent (rule threeway). An element without the default key counts,
// too, because such elements are matched by value, and zero values are then ignored.
func hasEmptyKeys(s smp.Schema, v model.Value) bool {
	return hasUnstoredKeys(s, v) || hasEmptyKey(s, v)
}

func hasEmptyKey(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); hasEmptyKey(field, member) {
			return true
		}
	}
	return has(v, func(element model.Value) bool {
		return hasEmptyKey(s.Element(), element) || slices.ContainsFunc(allKeys(s), func(name string) bool {
			field, _ := s.Element().Field(name)
			key, there := element.Get(name)
			empty := key.Type() == model.Null || key.Type() == model.String && key.Text() == "" || isNested(key) && key.Len() == 0
			return there && empty && (field.Marks().NotStored || field.Marks().FilledIn)
		})
	})
}

// lacksOptionalKey reports whether an element of a keyed list lacks a key that servers fill in or do
// not store. It does not matter whether the key has a default.
func lacksOptionalKey(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); lacksOptionalKey(field, member) {
			return true
		}
	}
	return has(v, func(element model.Value) bool {
		return lacksOptionalKey(s.Element(), element) || slices.ContainsFunc(allKeys(s), func(name string) bool {
			field, _ := s.Element().Field(name)
			key, _ := element.Get(name)
			return !isThere(key) && (field.Marks().NotStored || field.Marks().FilledIn)
		})
	})
}

// hasUnstoredKeys reports whether a document contains an element that cannot be identified,
// in a list with a key that servers fill in or do not store. In such an element, the default
// key is missing or empty, or a key is a map or list.
func hasUnstoredKeys(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); hasUnstoredKeys(field, member) {
			return true
		}
	}
	marked := slices.ContainsFunc(allKeys(s), func(name string) bool {
		field, _ := s.Element().Field(name)
		return field.Marks().NotStored || field.Marks().FilledIn
	})
	emptied := func(element model.Value) bool { // reports whether the default key counts as absent
		return slices.ContainsFunc(s.Keys(), func(name string) bool {
			field, _ := s.Element().Field(name)
			key, _ := element.Get(name)
			return (field.Marks().NotStored || field.Marks().FilledIn) && key.Type() == model.String && key.Text() == ""
		})
	}
	nested := func(element model.Value) bool {
		return slices.ContainsFunc(allKeys(s), func(name string) bool { return isNested(key(s, element, name)) })
	}
	return has(v, func(element model.Value) bool {
		return hasUnstoredKeys(s.Element(), element) || marked && (!keysEqual(s, s.Keys(), element, element) || nested(element)) || emptied(element)
	})
}

// sameKeys reports whether two selections contain the same keys.
func sameKeys(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(k string) bool { return !slices.Contains(b, k) })
}

// leads reports whether a path exists in a document. The path may contain keys that the
// document leaves out because they have their default values, as in paths of conflicts.
func leads(s smp.Schema, v model.Value, path model.Path) bool {
	if len(path) == 0 {
		return true
	}
	keys, ok := path[0].(model.Key)
	if !ok {
		next, ok := path[:1].Lookup(v)
		inside := s.Element()
		if name, isField := path[0].(model.Field); isField {
			inside, _ = s.Member(string(name))
		}
		return ok && leads(inside, next, path[1:])
	}
	return has(v, func(element model.Value) bool {
		return !slices.ContainsFunc(keys, func(k model.KeyField) bool { return !model.Equal(k.Value, key(s, element, k.Name)) }) &&
			leads(s.Element(), element, path[1:])
	})
}
