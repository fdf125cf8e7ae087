package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A patchedField is a field of a map that a patch changes, and its schema.
type patchedField struct {
	in     smp.Schema // schema of the map
	schema smp.Schema // schema of the field; smp.Schemaless if the server finds none
	known  bool       // the server finds the field by name
	alone  bool       // the target is a list without a map around it
}

// lookUp returns the schema of a declared field that the server finds, whether it finds one, and
// whether the names differ in case.
func (c *call) lookUp(s smp.Schema, name string) (u smp.Schema, known, folded bool) {
	if u, known = field(s, name); known || c.Lookup != GoTypes {
		return u, known, false
	}
	if u, folded = s.FoldedField(name); folded {
		checked(u)
	}
	return u, folded, folded
}

// patchedField finds the schema of a field.
func (m *mapMerge) patchedField(t syntax.Field) (patchedField, *fault) {
	u := patchedField{in: m.schema}
	var folded bool
	u.schema, u.known, folded = m.lookUp(m.schema, t.Name)
	switch {
	case folded && m.Strict: // a server that checks names compares their case
		return u, m.unknown(m.schema, t)
	case folded:
		m.trace.diverges(FieldCaseFolded)
	case u.known:
	case m.schema.Declared():
		u.schema = smp.Schemaless
		return u, m.unknown(m.schema, t)
	default:
		u.schema = member(m.schema, t.Name)
		if u.schema.Type() > smp.ScalarType {
			m.trace.note(smp.RuleMapValues)
		}
	}
	return u, nil
}

// findsSchema rejects a field for which apimachinery finds no schema. apimachinery looks for a
// schema only if original and patch both have a map, if both have a list, or if there is an order
// list.
func (c *call) findsSchema(u patchedField, original model.Value, t syntax.Field) *fault {
	k := original.Type()
	if u.alone {
		return nil
	}
	asList := t.HasOrderList() || k == model.List && hasType(t, k)
	if !asList && (k != model.Map || !hasType(t, k)) {
		return nil
	}
	missing := c.missing(u, asList)
	if missing == 0 {
		return nil
	}
	return c.rejects(missing, smp.UnknownField, missing.mainRule(), "%s", missing.What()).UnderDirective(t.MemberName())
}

// missing returns the reason why apimachinery finds no schema for a field, or zero if it finds one.
func (c *call) missing(u patchedField, asList bool) Divergence {
	_, freeForm := u.in.Values()
	switch {
	case !u.known && freeForm:
		return MapValuesRejected
	case !u.known && u.in.Type() != smp.AnyType:
		return UnknownFieldRejected
	case !u.known && c.Lookup != OpenAPIV2:
		return SchemalessRejected
	case !u.known || u.schema.AcceptsLists() || !asList:
		return 0
	case u.schema.Type() == smp.AnyType && c.Lookup == OpenAPIV2:
		return 0
	case u.schema.Type() != smp.ListType && c.Lookup != OpenAPIV3:
		return WrongTypeRejected
	case u.schema.Type() == smp.ListType && u.schema.Element().Type() == smp.ListType && c.Lookup == GoTypes:
		return ListOfListsRejected
	}
	return 0
}

// hasType reports whether the patch has a value or delete list of type k.
func hasType(t syntax.Field, k model.Type) bool {
	return t.Value.Type() == k || t.Delete.Type() == k || t.Nameless.Type() == k
}
