package lint

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/listpatch"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A context is the context of a value in the patch.
type context struct {
	againstEmpty bool         // the value is evaluated against empty for every original
	list         *schema.Node // merging list that contains the value; nil if there is none
	keysUnused   bool         // list is replaced and has no order list, so keys have no effect
	retainKeys   bool         // the value is an element of a list with strategy retainKeys
}

// A mapLint checks one patch map.
type mapLint struct {
	*linter
	context
	node                   *schema.Node
	patch                  model.Value
	hasRetainKeysDirective bool // the patch has the directive, valid or not
}

// mapPatch checks a patch map. The map must not be a list marker or the deletion of an element.
func (l *linter) mapPatch(u *schema.Node, patch model.Value, at context) {
	m := mapLint{linter: l, context: at, node: u, patch: patch}
	op, f := syntax.OperationOf(patch)
	l.faultOf(f)
	if op == syntax.Delete {
		m.deletion()
		return
	}
	if len(l.path) > 0 { // a document is never replaced as a whole, even if its schema is atomic
		m.againstEmpty = m.againstEmpty || u.AtomicMap()
	}
	if op == syntax.Replace {
		if m.againstEmpty {
			l.noEffect(syntax.Patch, "there is nothing to replace here")
		}
		m.againstEmpty = true
	}
	for _, t := range m.directives() {
		m.field(t)
	}
	m.unions()
}

// deletion checks a patch that deletes a map.
func (m *mapLint) deletion() {
	if m.againstEmpty {
		m.noEffect(syntax.Patch, "there is nothing to delete here")
	}
	for name, member := range m.patch.Members() {
		if name != syntax.Patch && !(len(m.path) == 0 && namesObject(name, member)) {
			m.noEffect(name, "ignored next to %s: %s", syntax.Patch, syntax.Delete)
		}
	}
}

// namesObject reports whether a member of a patch only names the object. This is so for apiVersion,
// kind, and a metadata that contains only a name and a namespace.
func namesObject(name string, member model.Value) bool {
	if name != "metadata" || member.Type() != model.Map {
		return name == "apiVersion" || name == "kind"
	}
	for field := range member.Members() {
		if field != "name" && field != "namespace" {
			return false
		}
	}
	return true
}

// directives checks the directives for the map itself, and returns the patches of its
// fields.
func (m *mapLint) directives() []syntax.Field {
	patch := m.Map(m.node, m.patch, m.list != nil)
	retained, f := patch.Retained()
	m.faultOf(f)
	fields := patch.Fields(nil)
	m.hasRetainKeysDirective = f != nil || retained != nil
	if retained != nil {
		if m.againstEmpty && !m.hasRetainKeys() {
			m.noEffect(syntax.RetainKeys, "there is nothing to clear here")
		} else {
			list, _ := m.patch.Get(syntax.RetainKeys)
			m.repeats(syntax.RetainKeys, list)
		}
		for _, t := range fields {
			m.faultOf(retained.Fault(t))
		}
	}
	if m.patch.HasOwnDollar() {
		for name, value := range m.patch.Members() {
			m.directiveAsData(name, value)
		}
	}
	return fields
}

// directiveAsData reports a directive that is data in this map, or has no effect. It does not
// report the name of a delete or order list that may be intended as data. It always reports
// $patchMergeKey, and a directive that only older engines do not recognize.
func (m *mapLint) directiveAsData(name string, value model.Value) {
	if _, declared := m.node.Shape.Field(name); declared {
		return
	}
	switch w := m.Map(m.node, model.Value{}, m.list != nil).Meaning(name, value); {
	case w.Role == syntax.MergeKeyRole && m.keysUnused:
		m.noEffect(name, "no effect in a list that is replaced")
	case w.Role == syntax.DataRole && (name == syntax.PatchMergeKey || w.Rule == rule.DirectiveLevel && syntax.Dialect{}.Map(m.node, model.Value{}, false).Meaning(name, value).Role != syntax.DataRole):
		m.hint(faults.New(faults.DirectiveAsData, rule.Lint, "this name is data here, not a directive").Under(model.Field(name)))
	}
}

// field checks the patch of one field.
func (m *mapLint) field(t syntax.Field) {
	if t.Unrecognized {
		m.unknownField(t.Name, t.Name, faults.New(faults.UnknownField, rule.UnknownField, "unknown field; this name is not a directive here"))
		if !t.HasDirective() {
			return
		}
	}
	u := m.node.OfMember(t.Name)
	unknown := !m.node.DefinesMember(t.Name) && t.AddressesField()
	if unknown {
		for _, member := range t.AppendMembers(nil) {
			if t.Name != "" || member.Name == "" { // a directive without the name of a field belongs to no field
				m.unknownField(t.Name, member.Name, faults.New(faults.UnknownField, rule.UnknownField, "unknown field"))
			}
		}
	}
	m.faultOf(syntax.TypeFault(u, t.Value), model.Field(t.Name))
	p := listpatch.New(u, t)
	m.deleteList(&p, unknown)
	m.enter(model.Field(t.Name))
	switch t.Value.Type() {
	case model.Map:
		m.mapPatch(u, t.Value, context{againstEmpty: m.againstEmpty})
	case model.List:
		m.listPatch(&p, m.againstEmpty)
	}
	m.leave()
	if t.HasOrderList() && (!unknown || t.Name == "") {
		m.orderList(&p)
	}
}

// unknownField reports that the schema lacks a field. name is the member of the patch, which is the
// field itself or a directive for the field. f is the fault to report, unless the schema has a
// field whose name differs only in case.
func (m *mapLint) unknownField(field, name string, f *faults.Fault) {
	for _, declared := range m.node.Shape.Names {
		if strings.EqualFold(declared, field) {
			f = faults.New(faults.UnknownField, rule.FieldNames, "unknown field; did you mean %q?", declared)
			break
		}
	}
	m.fault(f.IfStrict().Under(model.Field(name)))
}

// deleteList checks the delete list of a field. unknown reports whether the schema lacks the field.
func (m *mapLint) deleteList(p *listpatch.Patch, unknown bool) {
	if !p.HasDeleteList() {
		return
	}
	if f := listpatch.CheckDeleteList(p.Node, model.Value{}, p.Field); f != nil {
		m.fault(f.UnderField(p.Name))
		return
	}
	name := syntax.DeleteListPrefix + p.Name
	switch k := p.Value.Type(); {
	case unknown: // reported already
	case k == model.Null:
		m.noEffect(name, "the field itself is deleted")
	case k == model.List && !p.Kind.Merges():
		m.noEffect(name, "the list is replaced")
	case k != model.List && k != model.Absent:
		m.noEffect(name, "the field is set to %s", k.Noun())
	case m.againstEmpty:
		m.noEffect(name, "there is nothing to delete here")
	default:
		m.repeats(name, p.Delete)
	}
}

// hasRetainKeys reports whether the map or element has strategy retainKeys.
func (m *mapLint) hasRetainKeys() bool { return m.node.RetainsMap() || m.retainKeys }

// orderList checks the order list of a field. The elements of the patch have been read.
func (m *mapLint) orderList(p *listpatch.Patch) {
	name := syntax.OrderListPrefix + p.Name
	k := p.Value.Type()
	switch {
	case p.Name == "":
		m.fault(syntax.NoField(rule.OrderDirective, name))
		return
	case p.Kind == listpatch.Atomic:
		m.noEffect(name, "the field is not a merging list")
		return
	case k == model.Null:
		m.noEffect(name, "the field itself is deleted")
		return
	}
	m.orderEntries(p)
	order, f := listpatch.ReadOrder(m.Dialect, p.Node, p.Field, nil)
	switch {
	case f != nil:
		m.fault(f.UnderField(p.Name))
		return
	case k == model.Absent && m.againstEmpty:
		m.noEffect(name, "there is nothing to order here")
	case k != model.List && k != model.Absent:
		m.noEffect(name, "the field is set to %s", k.Noun())
	}
	check := order.NewCheck()
	for i := range p.Elements {
		if f := check.Next(&p.Elements[i]); f != nil {
			m.fault(f.UnderField(p.Name))
		}
	}
}

// orderEntries checks the entries of the order list of a keyed list.
func (m *mapLint) orderEntries(p *listpatch.Patch) {
	u, elements, name := p.Node, p.Elements, syntax.OrderListPrefix+p.Name
	if len(u.Keys) == 0 {
		return
	}
	reader := listpatch.NewReader(m.Dialect, u)
	for i, entry := range p.Order.Elements() {
		if entry.Type() != model.Map {
			m.fault(faults.New(faults.InvalidDirective, rule.OrderDirective, "expected maps as entries, got %s", entry.Type().Noun()).Under(model.Field(name)))
			continue
		}
		k, found := reader.OrderEntry(entry, i)
		if found != nil {
			for _, f := range found {
				m.faultOf(f, model.Index(i), model.Field(name))
			}
			continue
		}
		if len(elements) == 0 || elements[0].By == nil {
			elements = []listpatch.Element{k} // the keys in a list that is replaced have no effect
		}
		if !k.SelectsAs(u, &elements[0]) {
			m.hint(mixedFault(&k).Under(model.Index(i)).UnderDirective(name))
		}
	}
}
