package smp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A mapMerge merges one patch map into one original map. Where there is no
// original, the patch is evaluated against empty: the result is then an edit of
// the patch itself, otherwise of the original.
type mapMerge struct {
	*applier
	use      *use
	kind     TypeKind    // that the schema says, which is a map or nothing in use
	original model.Value // absent when evaluated against empty
	patch    model.Value
	edit     model.Editor // of base, once begun
}

// mergeMap returns original as changed by patch, which is a map; absent when
// the patch deletes it. What is no map in the original counts as absent.
// element says that the patch is an element of a keyed list, where
// $patchMergeKey is a directive.
func (a *applier) mergeMap(u *use, original, patch model.Value, element bool) (model.Value, *fault) {
	if a.quiet() && original.Kind() == model.Map {
		if !patch.HasOwnDollar() {
			return a.mergePlain(u, original, patch, nil)
		}
		if orders, only := a.onlyOrders(u, patch, element); only {
			return a.mergePlain(u, original, patch, &orders)
		}
	}
	return a.mergeAny(u, original, patch, element)
}

// mergeAny is mergeMap without the short way.
func (a *applier) mergeAny(u *use, original, patch model.Value, element bool) (model.Value, *fault) {
	kind := u.shape.kind
	if kind != MapType {
		u = anyUse
	}
	if original.Kind() != model.Map {
		original = model.Value{}
		if a.dialect.Has(DirectivesKept) {
			return a.copy(patch)
		}
	}
	m := mapMerge{applier: a, use: u, kind: kind, original: original, patch: patch}
	var f *fault
	if patch.HasOwnDollar() {
		if m.original.Kind() == model.Absent && a.drops(patch) {
			return model.Value{}, nil
		}
		op, opFault := patchOperation(patch)
		switch {
		case opFault != nil:
			return model.Value{}, opFault
		case op == deleteOperation && !element:
			if m.original.Kind() == model.Map && a.diverges(MapDeleteLeavesEmpty) {
				return emptyMap, nil
			}
			a.trace.note(RuleMapDelete)
			return model.Value{}, nil
		case op == replaceOperation:
			if !element {
				a.trace.note(RuleMapReplace)
			}
			if a.dialect != Documented {
				return a.replaceMap(m, element)
			}
			m.original = model.Value{}
		}
		m.noteMerge()
		m.begin()
		f = m.directed(element)
	} else {
		m.noteMerge()
		if m.original.Kind() == model.Absent && a.copies(u, patch) {
			return patch, nil
		}
		m.begin()
		f = m.plain()
	}
	if f != nil {
		return model.Value{}, f
	}
	return built(m.edit.Value())
}

// begin begins the edit, once it is known of what.
func (m *mapMerge) begin() {
	base := m.original
	if base.Kind() == model.Absent {
		base = m.patch
	}
	m.edit.Reset(base)
}

// replaceMap is mergeMap for $patch: replace in a dialect.
func (a *applier) replaceMap(m mapMerge, element bool) (model.Value, *fault) {
	var f *fault
	if m.patch, f = withoutPatch(m.patch); f != nil {
		return m.patch, f
	}
	return a.as(verbatim, func() (model.Value, *fault) {
		return a.mergeMap(m.use, model.Value{}, m.patch, element)
	})
}

// copies reports whether evaluating v against empty gives v itself, so that
// there is no need to look inside.
func (a *applier) copies(u *use, v model.Value) bool {
	return !a.verbose && !u.merges && !v.HasNull() && !v.HasDollar()
}

func (m *mapMerge) noteMerge() {
	if m.original.Kind() == model.Absent {
		m.trace.note(RuleAbsentIsEmpty)
	} else {
		m.trace.note(RuleMapMerge)
	}
}

// built passes on a value that was built; the only way to fail is depth.
func built(v model.Value, err error) (model.Value, *fault) {
	if err != nil {
		return model.Value{}, newFault(Limit, "", "the result is too deep: %w", err)
	}
	return v, nil
}

// plain merges a patch map that has no directives. Members are taken as they
// stand; after a fault only those with smaller names still matter, because the
// fault of the smallest name is the one to report.
func (m *mapMerge) plain() *fault {
	var first *fault
	var firstName string
	for name, value := range m.patch.Members() {
		if first != nil && name >= firstName {
			continue
		}
		if f := m.merge(turn{name: name, value: value}); f != nil {
			first, firstName = f, name
		}
	}
	return first
}

// merge takes the turn of one field and records what changes.
func (m *mapMerge) merge(t turn) *fault {
	var original model.Value
	if m.original.Kind() != model.Absent {
		original, _ = m.edit.Get(t.name)
	}
	result, f := m.field(t, original)
	if f != nil {
		return f
	}
	before := original
	if m.original.Kind() == model.Absent {
		before = t.value
	}
	if result != before && !spelledAlike(result, before) {
		m.edit.Set(t.name, result)
	}
	return nil
}

// spelledAlike reports whether two scalars have the same text, so that there is
// nothing to replace.
func spelledAlike(a, b model.Value) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case model.String:
		return a.Text() == b.Text()
	case model.Number:
		return a.NumberText() == b.NumberText()
	case model.Bool:
		return a.Bool() == b.Bool()
	default:
		return false
	}
}

// directed merges a patch map that has names beginning with "$".
func (m *mapMerge) directed(element bool) *fault {
	kept, f := m.retainKeys()
	if f != nil {
		return f
	}
	turns := m.turns(element)
	slices.SortFunc(turns, func(a, b turn) int { return cmp.Compare(a.name, b.name) })
	if kept != nil {
		if f := m.retain(kept, turns); f != nil {
			return f
		}
	}
	for _, t := range turns {
		if t.malformed {
			return newFault(InvalidDirective, RuleDataNames, "the directive names no field").under(model.Field(t.name))
		}
		if t.reject {
			return newFault(UnknownField, RuleUnknownField, "the schema has no such field, and it is no directive").under(model.Field(t.name))
		}
		if f := m.merge(t); f != nil {
			return f
		}
	}
	return nil
}

// turns sorts the members of the patch into fields and directives. Directives
// that are dropped are recorded as changes where the result is an edit of the
// patch.
func (m *mapMerge) turns(element bool) []turn {
	turns := make([]turn, 0, m.patch.Len())
	index := map[string]int{}
	at := func(name string) *turn {
		i, ok := index[name]
		if !ok {
			i = len(turns)
			index[name] = i
			turns = append(turns, turn{name: name})
		}
		return &turns[i]
	}
	sorted := m.sortedDirectives()
	for name, value := range m.patch.Members() {
		r, field, rule := m.roleOf(m.use, name, value, element)
		if sorted[name] {
			r = dataRole
		}
		if rule != "" {
			m.trace.noteAt(rule, model.Field(name))
		}
		switch r {
		case dataRole:
			at(name).value = value
			continue
		case deleteListRole:
			if field == "" && m.dialect.Has(DeleteListAssigns) {
				at(name).nameless = value
			} else {
				at(field).del = value
			}
		case orderListRole:
			at(field).order = value
		case malformedRole:
			at(name).malformed = true
		case unknownRole:
			if m.strict {
				at(name).reject = true
			}
		}
		if m.original.Kind() == model.Absent {
			m.edit.Set(name, model.Value{})
		}
	}
	return turns
}

// sortedDirectives returns the names of directives that an order list names as
// its field, which makes them the value of that field (divergence
// directive-names-reserved).
func (m *mapMerge) sortedDirectives() map[string]bool {
	if !m.dialect.Has(DirectiveNamesReserved) {
		return nil
	}
	var sorted map[string]bool
	for name := range m.patch.SortedMembers() {
		field, ok := strings.CutPrefix(name, orderListPrefix)
		if !ok || sorted[name] || !strings.HasPrefix(field, "$") {
			continue
		}
		if _, ok := m.patch.Get(field); ok && field != retainKeysField {
			if sorted == nil {
				sorted = map[string]bool{}
			}
			sorted[field] = true
		}
	}
	return sorted
}

// retainKeys returns the set of names that the map's $retainKeys lists, nil
// where there is no such directive. Its shape is checked before anything else
// that the map says.
func (m *mapMerge) retainKeys() (map[string]bool, *fault) {
	list, ok := m.patch.Get(retainKeysField)
	if !ok {
		return nil, nil
	}
	if r, _, _ := m.roleOf(m.use, retainKeysField, list, false); r != retainKeysRole {
		return nil, nil
	}
	if list.Kind() != model.List {
		return nil, newFault(InvalidDirective, RuleRetainKeys, "a list of field names is needed, this is a %s", list.Kind()).under(model.Field(retainKeysField))
	}
	kept := make(map[string]bool, list.Len())
	for _, name := range list.Elements() {
		if name.Kind() != model.String {
			if k := name.Kind(); k != model.Map && k != model.List && m.diverges(RetainKeysAnyValue) {
				continue
			}
			return nil, newFault(InvalidDirective, RuleRetainKeys, "a field name is a string, not a %s", name.Kind()).under(model.Field(retainKeysField))
		}
		kept[name.Text()] = true
	}
	return kept, nil
}

// retain clears the fields of the original that $retainKeys does not list, and
// rejects a patch with fields beyond it (rule retain-keys).
func (m *mapMerge) retain(kept map[string]bool, turns []turn) *fault {
	m.trace.note(RuleRetainKeys)
	for _, t := range turns {
		if m.dialect.Has(DirectiveNamesReserved) && looksLikeList(t.name) {
			continue
		}
		if k := t.value.Kind(); k != model.Absent && k != model.Null && !kept[t.name] {
			return newFault(RetainKeysMismatch, RuleRetainKeys, "the field is not listed in %s", retainKeysField).under(model.Field(t.name))
		}
	}
	var cleared []model.Member
	for name := range m.original.Members() {
		if !kept[name] {
			cleared = append(cleared, model.Member{Name: name})
		}
	}
	if len(cleared) == 0 {
		return nil
	}
	var f *fault
	m.original, f = built(m.original.WithMembers(cleared...))
	m.begin()
	return f
}

// An operation is what $patch says of the map it stands in.
type operation uint8

const (
	mergeOperation operation = iota
	replaceOperation
	deleteOperation
)

// patchOperation reads $patch (rules map-replace, map-delete,
// unknown-directive).
func patchOperation(patch model.Value) (operation, *fault) {
	v, ok := patch.Get(patchField)
	if !ok {
		return mergeOperation, nil
	}
	if v.Kind() == model.String {
		switch v.Text() {
		case patchReplace:
			return replaceOperation, nil
		case patchDelete:
			return deleteOperation, nil
		}
	}
	return 0, newFault(InvalidDirective, RuleUnknownDirective, "%s is %q or %q", patchField, patchReplace, patchDelete).under(model.Field(patchField))
}

// isMarker reports whether v is a list marker: a map with nothing in it but
// "$patch: replace" (rule list-replace).
func isMarker(v model.Value) bool {
	if v.Len() != 1 || !v.HasOwnDollar() {
		return false
	}
	op, f := patchOperation(v)
	return f == nil && op == replaceOperation
}

// A role is what a member of a patch map is.
type role uint8

const (
	dataRole role = iota
	patchRole
	retainKeysRole
	mergeKeyRole
	deleteListRole
	orderListRole
	unknownRole   // a directive that is not recognised, to be dropped
	malformedRole // the name of a directive that lacks a field (divergence directive-names-reserved)
)

// roleOf tells directives from data: it returns what the member is, for a
// delete or order list the field it is for, and the rule that decided where
// that is not plain (unknown-directive, data-names, directive-level).
func (a *applier) roleOf(u *use, name string, value model.Value, element bool) (role, string, Rule) {
	if !strings.HasPrefix(name, "$") {
		return dataRole, "", ""
	}
	if name == patchField {
		return patchRole, "", ""
	}
	t := u.shape
	r, level, field := directiveNamed(name)
	if a.dialect.Has(DirectiveNamesReserved) && a.ignore&level == 0 {
		if r == retainKeysRole || r == deleteListRole || r == orderListRole {
			a.noteReserved(u, name, value, r)
			return r, field, ""
		}
		if looksLikeList(name) {
			a.trace.noteDivergence(DirectiveNamesReserved)
			return malformedRole, "", ""
		}
	}
	if _, declared := t.field(name); declared {
		return dataRole, "", RuleUnknownDirective
	}
	declared := t.kind == MapType && t.values == nil
	unknown := r == unknownRole || r == mergeKeyRole && (!element || a.diverges(PatchMergeKeyUnknown))
	switch {
	case unknown && declared && a.diverges(UnknownDirectiveKept):
		return dataRole, "", ""
	case unknown:
		return dropped(declared, RuleUnknownDirective)
	case a.ignore&level != 0:
		return dropped(declared, RuleDirectiveLevel)
	case declared || r == mergeKeyRole:
		return r, field, ""
	}
	_, known := t.field(field)
	if r == retainKeysRole && value.Kind() == model.List || r != retainKeysRole && (known || listsIn(t, value)) {
		return r, field, ""
	}
	return dataRole, "", RuleDataNames
}

// noteReserved notes that a name is a directive which the documented rules take
// for data.
func (a *applier) noteReserved(u *use, name string, value model.Value, r role) {
	if !a.trace.on() {
		return
	}
	documented := applier{ignore: a.ignore}
	if other, _, _ := documented.roleOf(u, name, value, false); other != r {
		a.trace.noteDivergence(DirectiveNamesReserved)
	}
}

// looksLikeList reports whether a name begins like that of a delete or order
// list, which may lack what comes after.
func looksLikeList(name string) bool {
	return strings.HasPrefix(name, strings.TrimSuffix(deleteListPrefix, "/")) ||
		strings.HasPrefix(name, strings.TrimSuffix(orderListPrefix, "/"))
}

// dropped is the answer for a directive that is not recognised: a declared map
// drops it, elsewhere it is data.
func dropped(declared bool, rule Rule) (role, string, Rule) {
	if declared {
		return unknownRole, "", rule
	}
	return dataRole, "", rule
}

// listsIn reports whether a name that looks like a delete or order list is one
// in a free-form map, or in a map without schema: where the map's values are
// lists every such name is, where nothing is known of them one with a list is.
func listsIn(t *shape, value model.Value) bool {
	if t.values == nil || t.values.shape.kind == AnyType {
		return value.Kind() == model.List
	}
	return t.values.shape.kind == ListType
}

// directiveNamed reads a name that begins with "$": its role, its level, and
// the field it is for.
func directiveNamed(name string) (role, Directives, string) {
	switch {
	case name == retainKeysField:
		return retainKeysRole, RetainKeys, ""
	case name == patchMergeKeyField:
		return mergeKeyRole, PatchMergeKey, ""
	}
	if field, ok := strings.CutPrefix(name, deleteListPrefix); ok {
		return deleteListRole, DeleteFromPrimitiveList, field
	}
	if field, ok := strings.CutPrefix(name, orderListPrefix); ok {
		return orderListRole, SetElementOrder, field
	}
	return unknownRole, 0, ""
}
