package smp

import (
	"errors"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// The engine that clusters run copies what is new to a document, directives and
// all, where it would obey them elsewhere. What two patches do in turn is
// therefore said by one only where it needs no directive: of each field, by one
// of the patches alone, or by both in plain maps, lists and scalars.

var errNotPlain = errors.New("both patches change this field, one with a directive")

// plainMaps composes two patch maps in a dialect.
func (c *composer) plainMaps(u *node, first, then model.Value) (model.Value, *fault) {
	m := mapComposition{composer: c, node: u}
	if f := m.read(first, then, false); f != nil {
		return model.Value{}, notComposable(f.cause)
	}
	if m.kept1 != nil || m.kept2 != nil {
		return model.Value{}, notComposable(errNotPlain)
	}
	for _, patch := range [2]model.Value{first, then} {
		for _, name := range []string{patchField, deleteListPrefix, orderListPrefix} {
			if _, has := patch.Get(name); has {
				return model.Value{}, notComposable(errNotPlain)
			}
		}
	}
	f := m.each(func(name string) *fault {
		if strings.HasPrefix(name, deleteListPrefix) || strings.HasPrefix(name, orderListPrefix) {
			f := notComposable(errTwoRoles)
			if t, says := m.then[name]; says {
				f = f.under(model.Field(t.memberName()))
			}
			return f
		}
		t, f := c.plainField(u, m.first[name], m.then[name])
		if f != nil {
			return f.underField(name)
		}
		t.name = name
		return m.emit(t)
	})
	if f != nil {
		return model.Value{}, f
	}
	return built(model.NewMap(m.members...))
}

// plainField composes what two patches say of one field.
func (c *composer) plainField(of *node, first, then fieldPatch) (fieldPatch, *fault) {
	switch {
	case then.isEmpty():
		return first, nil
	case first.isEmpty():
		return then, nil
	case then.hasDirective():
	case then.value.Kind() == model.Null || then.value.IsScalar():
		return then, nil
	case first.hasDirective():
	case first.value.Kind() != then.value.Kind() || first.value.HasDollar() || then.value.HasDollar():
	default:
		u := c.differ().member(of, then.name)
		v, f := c.plain(u, first.value, then.value)
		return fieldPatch{value: v}, f
	}
	return fieldPatch{}, notComposable(errNotPlain).underDirective(then.memberName())
}

// plain composes two maps, or two lists, without directives.
func (c *composer) plain(u *node, first, then model.Value) (model.Value, *fault) {
	switch {
	case then.Kind() == model.Map && u.atomicMap():
		if !then.HasNull() {
			return then, nil
		}
	case then.Kind() == model.Map:
		return c.plainMaps(u, first, then)
	case first.HasNull() || then.HasNull() || first.Len() == 0 || then.Len() == 0 || c.mixes(first, then):
	case !u.merging():
		return then, nil
	case len(u.keys) == 0:
		return built(model.NewList(union(first, then)...))
	default:
		return c.plainElements(u, first, then)
	}
	return model.Value{}, notComposable(errNotPlain)
}

// mixes reports whether two lists have elements that are not all of one kind: the
// engine that clusters run rejects them, or not, by what is there.
func (c *composer) mixes(first, then model.Value) bool {
	_, f := newCluster(c.reading).elementKind(first, then)
	return f != nil
}

// plainElements composes two lists for a keyed list: each element is in either
// once. A fault is in the second patch, which has not the first one's elements.
func (c *composer) plainElements(u *node, first, then model.Value) (model.Value, *fault) {
	by := c.untracedReader(u).standard
	before, after := by.Numbered(first), by.Numbered(then)
	if !before.Exact() {
		return model.Value{}, notComposable(errNotPlain)
	}
	joined := slices.Clone(before.Values)
	for i, e := range after.Values {
		if id := after.IDs[i]; id < 0 || int(after.First[id]) != i {
			return model.Value{}, notComposable(errNotPlain).under(model.Index(i))
		}
		at := before.Find(e)
		if at < 0 {
			joined = append(joined, e)
			continue
		}
		both, f := c.plainMaps(u.shape.element, joined[at], e)
		if f != nil {
			return model.Value{}, f.under(model.Index(i))
		}
		joined[at] = both
	}
	return built(model.NewList(joined...))
}

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
		if u.keyDefault(name).Kind() != model.Absent {
			trace.noteDivergence(KeyDefaultsUnknown)
		}
	}
	return k
}
