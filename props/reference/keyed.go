package reference

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A key identifies the elements of a list to which a patch element or an order entry applies.
type key struct {
	value   *node            // the element itself, in a set
	list    smp.Schema       // the schema of a keyed list
	fields  map[string]*node // the values of merge keys; nil for a merge key that must be absent
	deleted []string         // merge keys that the patch deletes
	partial bool             // the key selects by only some of the recommended keys
}

// readKey returns the key of an element or entry. The default key is required. Other selected
// keys may be absent. In elements that are merged, they may also be null. See rules
// keyed-merge, keys-multi, keys-absent and keys-null.
func (r *run) readKey(s smp.Schema, element *node, rule smp.Rule) key {
	nulls, missing := rule == smp.RuleKeyedMerge && !isDeletion(element), rule
	if len(s.Keys()) > 1 {
		missing = smp.RuleKeysMulti
	}
	names, null := r.keyNames(s, element), missing
	if selection := r.selection(s, element); selection != nil && !r.rejects(selection) {
		null = smp.RuleKeysNull
	}
	partial := r.selection(s, element) != nil && len(names) < len(s.Recommended())
	k := key{list: s, fields: map[string]*node{}, partial: partial}
	for _, name := range names {
		isDefault := slices.Contains(s.Keys(), name)
		if element.fields[name].is(model.Null) {
			r.must(nulls && !isDefault, element, smp.MissingMergeKey, null, "merge key "+name+" is null")
			k.deleted = append(k.deleted, name)
			continue
		}
		value := keyValue(s, element, name)
		r.must(value != nil || !isDefault, element, smp.MissingMergeKey, missing, "merge key "+name+" is missing")
		r.must(value == nil || value.isScalar(), value, smp.InvalidMergeKey, rule, "merge key "+name+" is not a scalar")
		k.fields[name] = value
	}
	return k
}

// identifies reports whether a patch element of a merging list has valid keys and a
// valid directive.
func (r *run) identifies(s smp.Schema, element *node) bool {
	if !s.Keyed() || !element.is(model.Map) {
		return element.isScalar() && s.Set()
	}
	try := &run{ignore: r.ignore}
	try.checkDirective(element)
	try.readKey(s, element, smp.RuleKeyedMerge)
	return len(try.faults) == 0
}

// keyNames returns the names of the keys by which an element or entry selects, in the order
// of the schema. See rule keys-recommended.
func (r *run) keyNames(s smp.Schema, element *node) []string {
	directive := r.selection(s, element)
	if directive == nil {
		return s.Keys()
	}
	allowed := s.Recommended()
	if allowed == nil {
		allowed = s.Keys()
	}
	wrong, rule := smp.InvalidDirective, smp.RuleKeysRecommended
	r.must(directive.kind == model.List, directive, wrong, rule, "$patchMergeKey is not a list")
	selected := map[string]bool{}
	for _, entry := range directive.items {
		name := entry.scalar.Text()
		r.must(slices.Contains(allowed, name), directive, wrong, rule, "an entry is not a recommended merge key")
		selected[name] = true
	}
	for _, name := range s.Keys() {
		r.must(selected[name], directive, wrong, rule, "merge key "+name+" is not in it")
	}
	if r.rejects(directive) {
		return s.Keys()
	}
	return slices.DeleteFunc(allowed, func(name string) bool { return !selected[name] })
}

// selection returns the $patchMergeKey of an element or entry.
func (r *run) selection(s smp.Schema, element *node) *node {
	if _, isField := s.Element().Field(patchMergeKeyName); isField || r.ignore.Has(smp.PatchMergeKey) {
		return nil
	}
	return element.fields[patchMergeKeyName]
}

// withoutSelection returns a map without $patchMergeKey.
func (r *run) withoutSelection(s smp.Schema, element *node) *node {
	fields := maps.Clone(element.fields)
	if r.selection(s, element) != nil {
		delete(fields, patchMergeKeyName)
	}
	return element.withFields(fields)
}

// keyValue returns the value of a key field of a list element. Null counts as absent, and an
// absent key has its default value. See rule keys-default.
func keyValue(s smp.Schema, element *node, name string) *node {
	if value := element.fields[name]; value != nil && value.kind != model.Null {
		return value
	}
	def, _ := s.KeyDefault(name)
	return read(def, element.at)
}

// matches reports whether an element has the key, except for key fields that the patch
// deletes. Elements that are not maps never match. See rules keyed-original and keys-absent.
func (k key) matches(element *node) bool {
	if k.value != nil {
		return equal(k.value, element)
	}
	for name, want := range k.fields {
		if !same(want, keyValue(k.list, element, name)) {
			return false
		}
	}
	return element.kind == model.Map
}

// sameAs reports whether two keys select by the same fields with equal values.
func (k key) sameAs(other key) bool {
	return maps.EqualFunc(k.fields, other.fields, same) && same(k.value, other.value)
}

// find returns the positions of the elements that have the key. If the patch deletes a key
// field, it returns at most one position: that of the first element that still has all these
// fields or, if there is none, that of the first element. See rule keys-null.
func (k key) find(elements []element) []int {
	var found []int
	for i, x := range elements {
		if k.matches(x.value) {
			found = append(found, i)
		}
	}
	if len(k.deleted) == 0 || len(found) == 0 {
		return found
	}
	first := slices.IndexFunc(found, func(i int) bool {
		gone := func(name string) bool { return keyValue(k.list, elements[i].value, name) == nil }
		return !slices.ContainsFunc(k.deleted, gone)
	})
	return []int{found[max(first, 0)]}
}

// checkOriginal rejects elements of the original without keys when a keyed list is merged, if
// Strict is set. Elements that came from the patch are not checked. See rule keyed-original.
func (r *run) checkOriginal(s smp.Schema, original *node, t turn) {
	merged := t.patch.is(model.List) && !replaces(s, t.patch) ||
		t.patch == nil && (t.delete != nil || t.order != nil)
	if !r.strict || !s.Keyed() || !original.is(model.List) || !merged {
		return
	}
	for _, element := range original.items {
		if element.at.document != "original" {
			continue
		}
		r.must(element.kind == model.Map, element, smp.WrongType, smp.RuleKeyedOriginal, "the element is not a map")
		for _, name := range s.Keys() {
			value := keyValue(s, element, name)
			_ = r.must(value != nil, element, smp.MissingMergeKey, smp.RuleKeyedOriginal, "merge key "+name+" is missing") &&
				r.must(value.isScalar(), value, smp.InvalidMergeKey, smp.RuleKeyedOriginal, "merge key "+name+" is not a scalar")
		}
	}
}

// mergeKeyed first deletes elements, then merges and adds elements. See rules keyed-merge,
// keyed-delete and keys-change.
func (r *run) mergeKeyed(s smp.Schema, original, patch *node, ordered bool) *node {
	var elements []element
	for _, value := range original.items {
		elements = append(elements, element{value: value, first: -1})
	}
	for _, change := range patch.items {
		if isDeletion(change) {
			k := r.readKey(s, change, smp.RuleKeyedMerge)
			elements = slices.DeleteFunc(elements, func(x element) bool { return k.matches(x.value) })
		}
	}
	before := slices.Clone(elements)
	for i, change := range patch.items {
		if change.is(model.Map) && !isDeletion(change) {
			r.checkMeant(s, before, elements, change)
			elements = r.mergeElement(s, elements, i, change)
		}
	}
	return original.withItems(arrange(elements, ordered))
}

// mergeElement merges element i of the patch into the first element with its key, or adds it.
// See rules keyed-merge, keys-partial and element-replace.
func (r *run) mergeElement(s smp.Schema, elements []element, i int, change *node) []element {
	content := turn{patch: r.withoutSelection(s, change)}
	if r.apart || !r.identifies(s, change) { // a fault has been added for an element that cannot be identified
		r.evaluate(s.Element(), nil, content)
		return elements
	}
	k := r.readKey(s, change, smp.RuleKeyedMerge)
	found := k.find(elements)
	if len(found) == 0 {
		return append(elements, element{value: r.evaluate(s.Element(), nil, content), first: i, added: true})
	}
	r.must(!k.partial || len(found) == 1, change, smp.AmbiguousMergeKey, smp.RuleKeysPartial, "the merge keys match several elements")
	target := &elements[found[0]]
	target.value = r.evaluate(s.Element(), target.value, content)
	for _, duplicate := range found {
		if elements[duplicate].first < 0 {
			elements[duplicate].first = i
		}
	}
	return elements
}

// If Strict is set, checkMeant rejects an ambiguous element of the patch, and an element that
// changes keys. An element without $patchMergeKey is ambiguous if several elements, including
// those that the patch adds, have its default key and differ in another recommended key. The
// patch must not delete or change a recommended key by which its element does not select. See
// rule keys-recommended.
func (r *run) checkMeant(s smp.Schema, before, elements []element, change *node) {
	if !r.strict || r.apart || !r.identifies(s, change) {
		return
	}
	k := r.readKey(s, change, smp.RuleKeyedMerge)
	found := k.find(elements)
	if len(found) == 0 || k.partial && len(found) > 1 { // in the second case, keys-partial adds the fault
		return
	}
	var duplicates []element
	if r.selection(s, change) == nil {
		added := slices.DeleteFunc(slices.Clone(elements), func(x element) bool { return !x.added })
		duplicates = slices.DeleteFunc(slices.Concat(before, added), func(x element) bool { return !k.matches(x.value) })
	}
	is := elements[found[0]].value
	becomes := (&run{ignore: r.ignore, unions: r.unions}).evaluate(s.Element(), is, turn{patch: r.withoutSelection(s, change)})
	for _, name := range s.Recommended() {
		if slices.Contains(r.keyNames(s, change), name) {
			continue
		}
		had := keyValue(s, is, name)
		clear := had == nil || alike(had, keyValue(s, becomes.orEmpty(), name))
		for _, x := range duplicates {
			clear = clear && alike(keyValue(s, duplicates[0].value, name), keyValue(s, x.value, name))
		}
		r.must(clear, change, smp.AmbiguousMergeKey, smp.RuleKeysRecommended, "the keys do not select one element, or the patch changes another key of it")
	}
}
