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
	data role = iota
	patchDirective
	retainKeys
	patchMergeKey
	deleteList
	orderList
	unrecognizedRole // an unrecognized directive in a map that declares its fields
	malformed        // the name of a delete or order list without a field, which is rejected
)

// A meaning is the interpretation of a member of a patch map.
type meaning struct {
	role        role
	field       string        // field of a delete or order list
	rule        smp.Rule      // rule that decided; usually empty
	divergences [2]Divergence // divergences that decided or may have decided; zero if there are none
}

// named returns the meaning that a name beginning with "$" has by itself, and the directive that it
// names, or 0.
func named(name string) (meaning, smp.Directives) {
	field, isDelete := strings.CutPrefix(name, deletePrefix)
	ordered, isOrder := strings.CutPrefix(name, orderPrefix)
	switch {
	case name == patchName:
		return meaning{role: patchDirective}, 0
	case name == retainKeysName:
		return meaning{role: retainKeys}, smp.RetainKeys
	case name == patchMergeKeyName:
		return meaning{role: patchMergeKey}, smp.PatchMergeKey
	case isDelete:
		return meaning{role: deleteList, field: field}, smp.DeleteFromPrimitiveList
	case isOrder:
		return meaning{role: orderList, field: ordered}, smp.SetElementOrder
	default:
		return meaning{role: unrecognizedRole}, 0
	}
}

// specified returns the meaning of a name that begins with "$" by the specification. If a server
// reads the name differently, the difference is a divergence.
func (c *call) specified(s smp.Schema, name string, value model.Value, element bool) meaning {
	w, level := named(name)
	switch {
	case w.role == patchDirective:
		return w
	case declares(s, name):
		return meaning{rule: smp.RuleUnknownDirective}
	case w.role == unrecognizedRole || w.role == patchMergeKey && !element:
		return unrecognized(s, smp.RuleUnknownDirective)
	case c.Ignore&level != 0:
		return unrecognized(s, smp.RuleDirectiveLevel)
	case s.Declared() || w.role == patchMergeKey:
		return w
	case w.role == retainKeys && value.Type() == model.List,
		w.role != retainKeys && (declares(s, w.field) || listsIn(s, value)):
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
	return strings.HasPrefix(name, strings.TrimSuffix(deletePrefix, "/")) ||
		strings.HasPrefix(name, strings.TrimSuffix(orderPrefix, "/"))
}

// meaningIn returns the meaning of a member of a patch map for a server. Names of directives are
// directives in every map (divergence directive-names-reserved), and other names are data.
func (c *call) meaningIn(patch model.Value, s smp.Schema, name string, value model.Value, element bool) meaning {
	if !strings.HasPrefix(name, "$") {
		return meaning{}
	}
	specified := c.specified(s, name, value, element)
	w, level := named(name)
	known := c.Ignore&level == 0
	switch {
	case hasOrderList(patch, name):
		w = meaning{}
		switch {
		case !known || !looksLikeList(name):
			w = c.meaningIn(model.Value{}, s, name, value, element)
		case specified.role != data:
			w.divergences[0] = DirectiveNamesReserved
		}
		w.role = data
		return w
	case w.role == patchDirective:
		return specified
	case known && (w.role == retainKeys || w.role == deleteList || w.role == orderList):
		if specified.role != w.role {
			w.divergences[0] = DirectiveNamesReserved
		}
		return w
	case known && looksLikeList(name):
		return meaning{role: malformed, divergences: [2]Divergence{DirectiveNamesReserved}}
	case declares(s, name) || w.role != unrecognizedRole && w.role != patchMergeKey:
		return specified
	}
	var unknown Divergence
	if w.role == patchMergeKey && element {
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
	order := orderPrefix + name
	if _, ok := patch.Get(order); !ok || name == retainKeysName {
		return false
	}
	return orderPrefix+order > order || !hasOrderList(patch, order)
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
