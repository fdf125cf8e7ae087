package reference

import (
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

const (
	patchName         = "$patch"
	patchMergeKeyName = "$patchMergeKey"
)

// mergeMap merges a patch map into the original value. It returns nil if the map is removed.
// See rules map-delete and map-replace.
func (r *run) mergeMap(s smp.Schema, original, patch *node) *node {
	if s.Type() != smp.MapType {
		s = smp.Schemaless
	}
	r.checkDirective(patch)
	directive := patch.fields[patchName]
	if directive.isText("delete") {
		return nil
	}
	if !original.is(model.Map) || directive.isText("replace") {
		original = patch.withFields(map[string]*node{})
	}
	return r.mergeFields(s, original, patch)
}

// checkDirective rejects a $patch other than replace and delete. See rule unknown-directive.
func (r *run) checkDirective(patch *node) {
	directive := patch.fields[patchName]
	r.must(directive == nil || directive.isText("replace") || directive.isText("delete"),
		directive, smp.InvalidDirective, smp.RuleUnknownDirective, "$patch is neither replace nor delete")
}

// mergeFields merges maps by exact name. The schema of a field is that of the declared field,
// that of all values of the map, or smp.Schemaless. See rules map-merge, field-names,
// map-values and unknown-field.
func (r *run) mergeFields(s smp.Schema, original, patch *node) *node {
	turns, retain := r.split(s, patch)
	fields := maps.Clone(original.fields)
	if retain != nil {
		r.retainKeys(retain, turns, fields)
	}
	for _, name := range slices.Sorted(maps.Keys(turns)) {
		r.checkKnown(s, *turns[name])
		field, _ := s.Member(name)
		fields[name] = r.turn(field, fields[name], *turns[name])
	}
	r.unite(s, original, patch, fields)
	maps.DeleteFunc(fields, func(_ string, field *node) bool { return field == nil })
	return original.withFields(fields)
}

// checkKnown rejects patches of an unknown field of a declared map, if Strict is set. See
// rule unknown-field.
func (r *run) checkKnown(s smp.Schema, t turn) {
	if _, isField := s.Field(t.name); isField || !s.Declared() || !r.strict {
		return
	}
	said := []*node{t.dropped, t.patch}
	if t.name != "" { // if the name is empty, a fault of the directive has been added
		said = append(said, t.delete, t.order)
	}
	for _, n := range said {
		r.must(n == nil, n, smp.UnknownField, smp.RuleUnknownField, "unknown field")
	}
}

// split groups the members of a patch map by their fields. It returns $retainKeys separately.
// See rules unknown-directive and directive-level.
func (r *run) split(s smp.Schema, patch *node) (turns map[string]*turn, retain *node) {
	turns = map[string]*turn{}
	of := func(name string) *turn {
		if turns[name] == nil {
			turns[name] = &turn{name: name}
		}
		return turns[name]
	}
	for name, value := range patch.fields {
		_, isField := s.Field(name)
		deleteTarget, deletes := strings.CutPrefix(name, "$deleteFromPrimitiveList/")
		orderTarget, orders := strings.CutPrefix(name, "$setElementOrder/")
		switch {
		case name == patchName: // mergeMap handles it
		case isField:
			of(name).patch = value
		case name == "$retainKeys" && !r.ignore.Has(smp.RetainKeys) && (s.Declared() || value.kind == model.List):
			retain = value
		case deletes && !r.ignore.Has(smp.DeleteFromPrimitiveList) && targetsList(s, deleteTarget, value):
			of(deleteTarget).delete = value
		case orders && !r.ignore.Has(smp.SetElementOrder) && targetsList(s, orderTarget, value):
			of(orderTarget).order = value
		case strings.HasPrefix(name, "$") && s.Declared():
			of(name).dropped = value
		default:
			of(name).patch = value
		}
	}
	return turns, retain
}

// targetsList reports whether a name that looks like a delete or order list for target is a
// directive and not data. See rule data-names.
func targetsList(s smp.Schema, target string, value *node) bool {
	_, isField := s.Field(target)
	values, _ := s.Values()
	return s.Declared() || isField || values.Type() == smp.ListType ||
		values.Type() == smp.AnyType && value.kind == model.List
}

// retainKeys clears the fields of the original that $retainKeys does not list. The patch must
// not set such fields. See rule retain-keys.
func (r *run) retainKeys(directive *node, turns map[string]*turn, fields map[string]*node) {
	r.must(directive.kind == model.List, directive, smp.InvalidDirective, smp.RuleRetainKeys, "$retainKeys is not a list")
	retained := map[string]bool{}
	for _, entry := range directive.items {
		r.must(entry.kind == model.String, directive, smp.InvalidDirective, smp.RuleRetainKeys, "the name is not a string")
		retained[entry.scalar.Text()] = true
	}
	if r.rejects(directive) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(turns)) {
		value := turns[name].patch
		r.must(value == nil || value.kind == model.Null || retained[name],
			value, smp.RetainKeysMismatch, smp.RuleRetainKeys, "the field is not in $retainKeys")
	}
	maps.DeleteFunc(fields, func(name string, _ *node) bool { return !retained[name] })
}
