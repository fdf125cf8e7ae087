package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// Keep is a function on documents. It walks desired and live together, along a tree of the
// paths (keepTree), and changes desired only where a path ends:
//
//	              desired             live                result of spec.replicas, c[name=app].image
//	replicas      2                   5                   5
//	c
//	  app         image v2, env E     image v1, env F     image v1, env E
//	  new         image n             -                   image n
//
// DiffOptions.Keep calls it before Diff compares, with modified as desired and original as
// live. ThreeWay calls it for modified and for original, with current as live. A kept place
// is then equal in all three documents. So it has no conflict, the target has current's value
// there, and the patch does not send it unless it replaces something around it. The other
// rules of ThreeWay need no change.

// Keep returns desired with some places as they are in live (rule keep): a value that live has replaces
// or adds that of desired, and a value that live lacks is removed. It also returns the paths
// that match nothing in either document.
//
//	desired  {"replicas": 2, "containers": [{"name": "app", "image": "app:2"}]}
//	live     {"replicas": 5, "containers": [{"name": "app", "image": "app:1"}]}
//	paths    replicas
//	result   {"replicas": 5, "containers": [{"name": "app", "image": "app:2"}]}
//
// These are the rules:
//
//   - A null member of a map counts as absent. If live is absent or null, there is nothing to
//     keep, and the result is desired.
//   - Maps around a value of live are created. A map or list that loses all that it has is
//     removed if live has none.
//   - Elements of a keyed list are found by all their keys, and values of a set by their
//     value. An element that lacks a key is also the only remaining one of live with its
//     other keys. A list without merge keys has those that the first path with keys names, is
//     a set if a path names a value, and otherwise its elements are found by index.
//   - A path that names an element keeps the element itself: it is added, removed or replaced.
//     A new element comes after the one that precedes it in live.
//   - A path that continues below an element keeps places only in elements that both
//     documents have. A new element is as desired has it, and a removed one stays removed.
//   - Keys, values and indexes of a path select by live's element, or by desired's if live has
//     no such element. In a list without any keys, an element that live lacks at a kept index
//     ends the list.
//   - A field that always has the value of another one (Marks.AliasOf) is kept with it.
//   - If desired has a value of another type around a place, desired stays as it is there.
//
// Keep does not change its arguments. Keeping twice gives the same as keeping once. The time
// is n log n in the size of documents and paths, except that a path with ** is tried at every
// depth. The error is an [*Error] with Code Limit if the result would be nested too deeply.
func Keep(s Schema, desired, live model.Value, paths []KeepPath) (kept model.Value, unmatched []KeepPath, err error) {
	defer schemaError(&err)
	tree := newKeepTree(paths)
	kept, f := tree.keep(s.must(), desired, live)
	if f != nil {
		return model.Value{}, nil, f.asError("live", "desired")
	}
	return kept, tree.unmatched(paths), nil
}

// A keeper is one call of Keep.
type keeper struct {
	*keepTree
	// changes is a stack of the changes to the maps around a place.
	changes []model.Member
	fault   *fault
}

// keep returns desired with the places of the tree as they are in live.
func (t *keepTree) keep(u *node, desired, live model.Value) (model.Value, *fault) {
	if !nulls.Present(live) || len(t.nodes) == 1 && t.root().ends == nil {
		return desired, nil
	}
	k := keeper{keepTree: t}
	v := k.value(u, t.start(), desired, live, true)
	return v, k.fault
}

// built keeps the first fault of building values.
func (k *keeper) built(v model.Value, err error) model.Value {
	v, f := built(v, err)
	if f != nil && k.fault == nil {
		k.fault = f
	}
	return v
}

// value returns one value of the result, or an absent one. at are the paths that reach it.
// whole is set for elements and documents, which stay if they become empty.
func (k *keeper) value(u *node, at keepSet, desired, live model.Value, whole bool) model.Value {
	if !at.end() {
		return k.inside(u, at, desired, live, whole)
	}
	k.match(at, desired, live)
	if rest := k.below(at); len(rest) > 0 {
		k.inside(u, rest, desired, live, whole) // for the paths that match
	}
	return live
}

// inside is value for paths that end below the value.
func (k *keeper) inside(u *node, at keepSet, desired, live model.Value, whole bool) model.Value {
	t := desired.Type()
	if !nulls.Present(desired) {
		t = live.Type()
	}
	switch t {
	case model.Map:
		return k.inMap(u, at, desired, live, whole)
	case model.List:
		return k.inList(u, at, desired, live, whole)
	}
	if live.Type() == model.Map || live.Type() == model.List {
		k.inside(u, at, model.Value{}, live, whole) // for the paths that match
	}
	return desired
}

func (k *keeper) inMap(u *node, at keepSet, desired, live model.Value, whole bool) model.Value {
	from, removable := len(k.changes), !whole && !nulls.Present(live)
	live = onlyType(live, model.Map)
	theirs := live.Finder()
	visit := func(name string, have model.Value) {
		next := k.member(at, u.withAliases(name))
		if len(next) == 0 {
			return
		}
		they, _ := theirs.Get(name)
		now := nullAsAbsent(k.value(u.member(name), next, have, they, false))
		if !model.Same(now, have) && (nulls.Present(now) || nulls.Present(have)) {
			k.changes = append(k.changes, model.Member{Name: name, Value: now})
		}
	}
	if names, ok := at.names(desired.Len() + live.Len()); ok && u.shape.aliases == nil {
		ours := onlyType(desired, model.Map).Finder()
		for _, name := range names {
			have, _ := ours.Get(name)
			visit(name, have)
		}
	} else {
		for name, have := range desired.Members() {
			visit(name, have)
		}
		for name := range live.Members() {
			if _, both := desired.Get(name); !both {
				visit(name, model.Value{})
			}
		}
	}
	changes := k.changes[from:]
	k.changes = k.changes[:from]
	if len(changes) == 0 {
		return desired
	}
	now := k.built(onlyType(desired, model.Map).WithMembers(changes...))
	if now.Len() == 0 && removable {
		return model.Value{}
	}
	return now
}

// withAliases returns a name and those of the fields that always have the same value.
func (u *node) withAliases(name string) []string {
	names := []string{name}
	for i := 0; i < len(names); i++ {
		for _, a := range u.shape.aliases {
			for _, pair := range [2][2]string{{a.name, a.of}, {a.of, a.name}} {
				if pair[0] == names[i] && !slices.Contains(names, pair[1]) {
					names = append(names, pair[1])
				}
			}
		}
	}
	return names
}
