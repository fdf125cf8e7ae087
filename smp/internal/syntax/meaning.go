package syntax

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/rule"
)

// A Dialect is a way to read patches. The zero Dialect is that of the specification.
//
// In a map that declares its fields, including f, the two dialects differ as follows. Both treat a
// directive in Ignores like $foo, except that a server reads an ignored delete or order list like
// the specification:
//
//	name                          specification   server
//	$retainKeys                   directive       directive
//	$retainKeys, a field          data            directive
//	$deleteFromPrimitiveList/f    directive       directive
//	$deleteFromPrimitiveList      dropped         rejected
//	$patchMergeKey in an element  directive       data (servers ignore it)
//	$foo                          dropped         data
type Dialect struct {
	// Ignores is the set of directives that are not recognized.
	Ignores Set
	// Reserves makes the name of a directive a directive in every map, and makes all other names
	// data, as servers do (divergences directive-names-reserved, unknown-directive-kept).
	Reserves bool
	// DropsIgnored makes a dialect that reserves names read an ignored $retainKeys, delete list or order
	// list like the specification, as old servers do. Otherwise these names are data.
	DropsIgnored bool
}

// A Role is the function of a member of a patch map: data, or one of the directives.
type Role uint8

// These are the roles. The directives in Directives have the same order there.
const (
	// DataRole is the role of a field.
	DataRole Role = iota
	// DeleteListRole is the role of the delete list of a field.
	DeleteListRole
	// OrderListRole is the role of the order list of a field.
	OrderListRole
	// RetainKeysRole is the role of $retainKeys.
	RetainKeysRole
	// MergeKeyRole is the role of $patchMergeKey.
	MergeKeyRole
	// PatchRole is the role of $patch.
	PatchRole
	// UnrecognizedRole is the role of an unrecognized directive in a map that declares its fields. The
	// map drops it.
	UnrecognizedRole
	// malformedRole is the role of a delete or order list without a field, which is rejected.
	malformedRole
)

// Ignored reports whether the dialect ignores the directive with this role.
func (d Dialect) Ignored(r Role) bool {
	return r >= DeleteListRole && r <= MergeKeyRole && d.Ignores&(1<<(r-DeleteListRole)) != 0
}

// A Meaning is the interpretation of a member of a patch map.
type Meaning struct {
	Role  Role
	Field string // field of a delete or order list
	// Rule is the rule that decided: unknown-directive, data-names or directive-level. It is usually
	// empty.
	Rule string
}

// A MapSchema is the schema of a patch map, as far as the names in the map depend on it.
type MapSchema interface {
	// HasField reports whether the schema has a field with this name.
	HasField(field string) bool
	// MayNameDirectives reports whether the schema may have fields whose names look like those of
	// directives. It has hardly ever any.
	MayNameDirectives() bool
	// Declared reports whether the map has only named fields.
	Declared() bool
	// HoldsLists reports whether the members that are not named fields are lists. If the schema does
	// not define these members, the given member decides.
	HoldsLists(member model.Value) bool
}

// A Map is a patch map, and how to read it.
type Map struct {
	Dialect
	Schema MapSchema
	Patch  model.Value
	// InKeyedList is set for an element of a keyed list, in which $patchMergeKey is a directive.
	InKeyedList bool
}

// Map returns how the dialect reads a patch map.
func (d Dialect) Map(s MapSchema, patch model.Value, inKeyedList bool) Map {
	return Map{Dialect: d, Schema: s, Patch: patch, InKeyedList: inKeyedList}
}

// Meaning returns the meaning of a member of the map. The map need not contain the member yet.
func (m Map) Meaning(name string, value model.Value) Meaning {
	switch {
	case !LooksLikeDirective(name):
		return Meaning{}
	case m.Reserves:
		return m.reserved(name, value)
	default:
		return m.specified(name, value)
	}
}

// ReadsList reports whether the delete or order list for a field, which has the given role, is a
// directive in the map, whose Patch is absent. It is like Meaning, but seldom has to join the name of
// the directive.
func (m Map) ReadsList(role Role, field string, list model.Value) bool {
	if !m.Ignored(role) && (m.Reserves || m.Schema.Declared() && !m.Schema.MayNameDirectives()) {
		return true
	}
	prefix := DeleteListPrefix
	if role == OrderListRole {
		prefix = OrderListPrefix
	}
	return m.Meaning(prefix+field, list).Role == role
}

// named returns the meaning that a name has by itself.
func named(name string) Meaning {
	switch name {
	case Patch:
		return Meaning{Role: PatchRole}
	case RetainKeys:
		return Meaning{Role: RetainKeysRole}
	case PatchMergeKey:
		return Meaning{Role: MergeKeyRole}
	}
	if field, ok := strings.CutPrefix(name, DeleteListPrefix); ok {
		return Meaning{Role: DeleteListRole, Field: field}
	}
	if field, ok := strings.CutPrefix(name, OrderListPrefix); ok {
		return Meaning{Role: OrderListRole, Field: field}
	}
	return Meaning{Role: UnrecognizedRole}
}

// RoleOf returns the role that a name has by itself.
func RoleOf(name string) Role {
	if !LooksLikeDirective(name) {
		return DataRole
	}
	return named(name).Role
}

// specified is like Meaning, but follows the specification even if the dialect reserves names.
func (m Map) specified(name string, value model.Value) Meaning {
	if !LooksLikeDirective(name) {
		return Meaning{}
	}
	switch w := named(name); {
	case w.Role == PatchRole:
		return w
	case m.Schema.HasField(name):
		return Meaning{Rule: rule.UnknownDirective}
	case w.Role == UnrecognizedRole || w.Role == MergeKeyRole && !m.InKeyedList:
		return m.unrecognized(rule.UnknownDirective)
	case m.Ignored(w.Role):
		return m.unrecognized(rule.DirectiveLevel)
	case m.Schema.Declared() || w.Role == MergeKeyRole,
		w.Role == RetainKeysRole && value.Type() == model.List,
		w.Role != RetainKeysRole && (m.Schema.HasField(w.Field) || m.Schema.HoldsLists(value)):
		return w
	}
	return Meaning{Rule: rule.DataNames}
}

// unrecognized returns the meaning of a directive that is not recognized. It is dropped in a
// declared map, and is data in any other map.
func (m Map) unrecognized(rule string) Meaning {
	if m.Schema.Declared() {
		return Meaning{Role: UnrecognizedRole, Rule: rule}
	}
	return Meaning{Rule: rule}
}

// reserved returns the meaning of a name for a dialect that reserves the names of directives.
func (m Map) reserved(name string, value model.Value) Meaning {
	w := named(name)
	switch known := !m.Ignored(w.Role); {
	case hasOrderList(m.Patch, name):
		if known && LooksLikeList(name) {
			return Meaning{}
		}
		m.Patch = model.Value{}
		return Meaning{Rule: m.reserved(name, value).Rule}
	case known && LooksLikeList(name) && w.Role == UnrecognizedRole:
		return Meaning{Role: malformedRole}
	case known && w.Role != UnrecognizedRole && (w.Role != MergeKeyRole || m.InKeyedList):
		return w
	case m.Schema.HasField(name) || m.DropsIgnored && (w.Role == DeleteListRole || w.Role == OrderListRole || w.Role == RetainKeysRole):
		return m.specified(name, value)
	case m.Schema.Declared():
		return Meaning{}
	}
	return Meaning{Rule: rule.UnknownDirective}
}

// hasOrderList reports whether the patch has an order list for the given name. For example,
// {"$setElementOrder/$foo": []} has one for $foo. In this case a server merges the member with this
// name as a list (divergence directive-names-reserved). An order list does not count if it is itself
// sorted by an order list that the server handles first.
func hasOrderList(patch model.Value, name string) bool {
	if name == RetainKeys {
		return false
	}
	order := OrderListPrefix + name
	if _, ok := patch.Get(order); !ok {
		return false
	}
	return OrderListPrefix+order > order || !hasOrderList(patch, order)
}
