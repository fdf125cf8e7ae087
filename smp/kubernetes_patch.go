package smp

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// What a patch says to the engine that clusters run, where that is something else.

// clusterWord is meaningIn in a dialect, for a name that begins with "$".
func (r reading) clusterWord(patch model.Value, u *node, name string, value model.Value, element bool) meaning {
	documented := reading{ignore: r.ignore}.meaningOf(u, name, value, element)
	w, level := directiveNamed(name)
	recognised := r.ignore&level == 0
	if isSorted(patch, name) {
		sorted := r.clusterWord(model.Value{}, u, name, value, element)
		if recognised && looksLikeList(name) {
			sorted = meaning{}
			if documented.role != dataRole {
				sorted.divergences[0] = DirectiveNamesReserved
			}
		}
		sorted.role = dataRole
		return sorted
	}
	if name == patchField {
		return documented
	}
	if recognised {
		switch {
		case w.role == retainKeysRole || w.role == deleteListRole || w.role == orderListRole:
			if documented.role != w.role {
				w.divergences[0] = DirectiveNamesReserved
			}
			return w
		case looksLikeList(name):
			return meaning{role: malformedRole, divergences: [2]Divergence{DirectiveNamesReserved}}
		}
	}
	_, data := u.shape.field(name)
	if data || w.role != unknownRole && w.role != mergeKeyRole {
		return documented
	}
	if w.role == mergeKeyRole && element {
		w.divergences[0] = PatchMergeKeyUnknown
	}
	if u.declares() {
		return meaning{divergences: [2]Divergence{w.divergences[0], UnknownDirectiveKept}}
	}
	return meaning{rule: RuleUnknownDirective, divergences: w.divergences}
}

// isSorted reports whether an order list names a directive of the patch as its field,
// which makes that the value of the field (divergence directive-names-reserved);
// unless that order list is such a value itself by the time it is read.
func isSorted(patch model.Value, name string) bool {
	order := orderListPrefix + name
	if _, ok := patch.Get(order); !ok || name == retainKeysField {
		return false
	}
	return orderListPrefix+order > order || !isSorted(patch, order)
}

// noDefault is the default of the one key of a keyed list.
var noDefault [1]model.Value

// clusterKeys is keyReader in a dialect: several key fields are taken for the name
// of one, no default counts, and $patchMergeKey is data.
func clusterKeys(u *node, trace *tracer) keyReader {
	k := keyReader{node: u, defaultKeys: u.keys}
	if len(u.keys) > 1 {
		k.defaultKeys = []string{strings.Join(u.keys, ",")}
	}
	k.standard = &identity.Selection{Names: k.defaultKeys, Defaults: noDefault[:len(k.defaultKeys)], Required: len(k.defaultKeys), Nulls: true, Decoded: true}
	if !trace.on() {
		return k
	}
	k.trace = trace
	if len(u.keys) > 1 {
		trace.noteDivergence(MultiKeyUnsupported)
	}
	for _, name := range k.defaultKeys {
		if u.keyDefault(name).Type() != model.Absent {
			trace.noteDivergence(KeyDefaultsUnknown)
		}
	}
	return k
}
