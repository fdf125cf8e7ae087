package cluster

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// This is how servers decide which names are directives.
//
// The specification and servers read some names differently. In a map that declares its fields,
// including f:
//
//	name                          specification   server
//	$retainKeys                   directive       directive
//	$retainKeys, a field          data            directive    directive-names-reserved
//	$deleteFromPrimitiveList/f    directive       directive
//	$deleteFromPrimitiveList      dropped         rejected     directive-names-reserved
//	$patchMergeKey in an element  directive       data         patch-merge-key-unknown
//	$foo                          dropped         data         unknown-directive-kept
//
// The specification treats a directive in Ignore like $foo. Servers drop it, too, unless it is
// $patchMergeKey.

// A role is the function of a member of a patch map: data, or one of the directives.
type role uint8

const (
	dataRole role = iota
	patchRole
	retainKeysRole
	mergeKeyRole
	deleteListRole
	orderListRole
	unrecognizedRole // an unrecognized directive in a map that declares its fields
	malformedRole    // the name of a delete or order list without a field, which is rejected
)

// A meaning is the interpretation of a member of a patch map.
type meaning struct {
	role        role
	field       string        // field of a delete or order list
	rule        smp.Rule      // rule that decided; usually empty
	divergences [2]Divergence // divergences that decided or may have decided; zero if there are none
}

// directiveNamed returns the meaning that a name beginning with "$" has by itself, and the
// directive that it names, or 0.
func directiveNamed(name string) (meaning, smp.Directives) {
	field, isDelete := strings.CutPrefix(name, deleteListPrefix)
	ordered, isOrder := strings.CutPrefix(name, orderListPrefix)
	switch {
	case name == patchField:
		return meaning{role: patchRole}, 0
	case name == retainKeysField:
		return meaning{role: retainKeysRole}, smp.RetainKeys
	case name == patchMergeKeyField:
		return meaning{role: mergeKeyRole}, smp.PatchMergeKey
	case isDelete:
		return meaning{role: deleteListRole, field: field}, smp.DeleteFromPrimitiveList
	case isOrder:
		return meaning{role: orderListRole, field: ordered}, smp.SetElementOrder
	default:
		return meaning{role: unrecognizedRole}, 0
	}
}

// specified returns the meaning of a name that begins with "$" by the specification. If a server
// reads the name differently, the difference is a divergence.
func (c *call) specified(s smp.Schema, name string, value model.Value, inKeyedList bool) meaning {
	w, level := directiveNamed(name)
	switch {
	case w.role == patchRole:
		return w
	case declares(s, name):
		return meaning{rule: smp.RuleUnknownDirective}
	case w.role == unrecognizedRole || w.role == mergeKeyRole && !inKeyedList:
		return unrecognized(s, smp.RuleUnknownDirective)
	case c.Ignore&level != 0:
		return unrecognized(s, smp.RuleDirectiveLevel)
	case s.Declared() || w.role == mergeKeyRole:
		return w
	case w.role == retainKeysRole && value.Type() == model.List,
		w.role != retainKeysRole && (declares(s, w.field) || listsIn(s, value)):
		return w
	}
	return meaning{rule: smp.RuleDataNames}
}

func unrecognized(s smp.Schema, rule smp.Rule) meaning {
	if s.Declared() {
		return meaning{role: unrecognizedRole, rule: rule}
	}
	return meaning{rule: rule}
}

// listsIn reports whether a name that looks like a delete or order list is a directive in a
// map without declared fields.
func listsIn(s smp.Schema, value model.Value) bool {
	if values, ok := s.Values(); ok && values.Type() != smp.AnyType {
		return values.Type() == smp.ListType
	}
	return value.Type() == model.List
}

// looksLikeList reports whether a name begins like the name of a delete or order list. apimachinery
// does not require the slash.
func looksLikeList(name string) bool {
	return strings.HasPrefix(name, strings.TrimSuffix(deleteListPrefix, "/")) ||
		strings.HasPrefix(name, strings.TrimSuffix(orderListPrefix, "/"))
}

// meaningOf returns the meaning of a member of a patch map for a server. Names of directives are
// directives in every map (divergence directive-names-reserved), and other names are data.
func (c *call) meaningOf(patch model.Value, s smp.Schema, name string, value model.Value, inKeyedList bool) meaning {
	if !strings.HasPrefix(name, "$") {
		return meaning{}
	}
	specified := c.specified(s, name, value, inKeyedList)
	w, level := directiveNamed(name)
	known := c.Ignore&level == 0
	switch {
	case hasOrderList(patch, name):
		w = meaning{}
		switch {
		case !known || !looksLikeList(name):
			w = c.meaningOf(model.Value{}, s, name, value, inKeyedList)
		case specified.role != dataRole:
			w.divergences[0] = DirectiveNamesReserved
		}
		w.role = dataRole
		return w
	case w.role == patchRole:
		return specified
	case known && (w.role == retainKeysRole || w.role == deleteListRole || w.role == orderListRole):
		if specified.role != w.role {
			w.divergences[0] = DirectiveNamesReserved
		}
		return w
	case known && looksLikeList(name):
		return meaning{role: malformedRole, divergences: [2]Divergence{DirectiveNamesReserved}}
	case declares(s, name) || w.role != unrecognizedRole && w.role != mergeKeyRole:
		return specified
	}
	var unknown Divergence
	if w.role == mergeKeyRole && inKeyedList {
		unknown = PatchMergeKeyUnknown
	}
	if s.Declared() {
		return meaning{divergences: [2]Divergence{unknown, UnknownDirectiveKept}}
	}
	return meaning{rule: smp.RuleUnknownDirective, divergences: [2]Divergence{unknown}}
}

// hasOrderList reports whether the patch has an order list for the given name. For example,
// {"$setElementOrder/$foo": []} has one for $foo. In this case a server merges the member with this
// name as a list (divergence directive-names-reserved). An order list does not count if it is
// itself sorted by an order list that the server handles first.
func hasOrderList(patch model.Value, name string) bool {
	order := orderListPrefix + name
	if _, ok := patch.Get(order); !ok || name == retainKeysField {
		return false
	}
	return orderListPrefix+order > order || !hasOrderList(patch, order)
}

func (c *call) noteMeaning(name string, w meaning) {
	if !c.trace.on() {
		return
	}
	for _, v := range w.divergences {
		if v != 0 {
			c.trace.diverges(v, model.Field(name))
		}
	}
	if w.rule != "" {
		c.trace.note(w.rule, model.Field(name))
	}
}
