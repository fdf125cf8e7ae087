package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// Keep works on documents. It visits desired and live together, along a tree of the paths
// (keepTree), and changes desired only at places where a path ends:
//
//	              desired             live                result of spec.replicas, c[name=app].image
//	replicas      2                   5                   5
//	c
//	  app         image v2, env E     image v1, env F     image v1, env E
//	  new         image n             -                   image n
//
// With DiffOptions.Keep, Diff first keeps places of original in modified, and ThreeWay first keeps
// places of current in modified and in original. Then a kept place is equal in all documents. So it
// causes no conflict, and the target has current's value there. The patch sends this value only if
// the patch replaces a map or list around it. The other rules of ThreeWay need no change.

// Keep returns desired with some places as they are in live (rule keep). At these places, the
// result has the values of live, and values that live lacks are removed. Keep also returns the
// paths that match nothing in either document.
//
//	desired  {"replicas": 2, "containers": [{"name": "app", "image": "app:2"}]}
//	live     {"replicas": 5, "containers": [{"name": "app", "image": "app:1"}]}
//	paths    replicas
//	result   {"replicas": 5, "containers": [{"name": "app", "image": "app:2"}]}
//
// These are the rules:
//
//   - A null member of a map counts as absent. If live is absent or null, no places are kept: the
//     result equals the desired document, and all paths count as unmatched.
//   - Maps around a value of live are created. A map or list that becomes empty is removed if live
//     does not have it.
//   - Elements of a keyed list are found by all their keys, and values of a set by their value. An
//     element that lacks a key also matches the element of live with the same other keys, if only
//     one such element remains. If the schema defines neither merge keys nor a set, the keys in the
//     first path that has keys for the list identify its elements. If no path has keys, but a path
//     has a value, the list is a set. If no path has keys or a value, the elements are found by
//     index.
//   - If a path ends at an element, the element itself is kept: it is added, removed or replaced.
//     An added element comes after the element that precedes it in live.
//   - A path that continues below an element keeps places only in elements that both documents
//     have. An element that live lacks stays as it is in desired. An element that desired lacks is
//     not added.
//   - Keys, values and indexes of a path are compared with the element of live, or with that of
//     desired if live has no such element. In a list without keys, if live lacks the element at a
//     kept index, the result ends before that index.
//   - A field that always has the value of another field (Marks.AliasOf) is kept together with that
//     field.
//   - If live has a map or list around a place, and desired has a value of another type there, the
//     value of desired stays.
//
// Keep does not change its arguments. Calling Keep again with its result does not change the
// result. The time is n log n in the size of the documents and the paths, except that a path with
// ** is tried at every depth. The error is an [*Error] with Code Limit if the result would be
// nested too deeply.
func Keep(s Schema, desired, live model.Value, paths []KeepPath) (kept model.Value, unmatched []KeepPath, err error) {
	defer faults.RecoverSchema(&err)
	tree := newKeepTree(paths)
	kept, f := tree.keep(s.must(), desired, live)
	if f != nil {
		return model.Value{}, nil, asError(f, "live", "desired")
	}
	return kept, tree.unmatched(paths), nil
}

// A keeper is the state of one call of Keep.
type keeper struct {
	*keepTree
	// changes is a stack of the changes to the maps that are being visited.
	changes []model.Member
	fault   *faults.Fault
}

// keep returns desired with the values of live at the places of the tree.
func (t *keepTree) keep(u *schema.Node, desired, live model.Value) (model.Value, *faults.Fault) {
	if !nulls.Present(live) || len(t.nodes) == 1 && t.root().ends == nil {
		return desired, nil
	}
	k := keeper{keepTree: t}
	v := k.value(u, t.start(), desired, live, true)
	return v, k.fault
}

// built returns v, which was just built, and records the first fault.
func (k *keeper) built(v model.Value, err error) model.Value {
	v, f := faults.Built(v, err)
	if f != nil && k.fault == nil {
		k.fault = f
	}
	return v
}

// value returns one value of the result, which may be absent. at holds the nodes of the paths that
// reach the value. mayBeEmpty is set for elements and documents, which are not removed if they
// become empty.
func (k *keeper) value(u *schema.Node, at keepSet, desired, live model.Value, mayBeEmpty bool) model.Value {
	if !at.end() {
		return k.inside(u, at, desired, live, mayBeEmpty)
	}
	k.match(at, desired, live)
	if rest := k.below(at); len(rest) > 0 {
		k.matchInside(u, rest, desired, live)
	}
	return live
}

// matchInside records the paths that match below a value. The value itself is decided elsewhere.
func (k *keeper) matchInside(u *schema.Node, at keepSet, desired, live model.Value) {
	k.inside(u, at, desired, live, true)
}

// inside implements value for paths that end below the value.
func (k *keeper) inside(u *schema.Node, at keepSet, desired, live model.Value, mayBeEmpty bool) model.Value {
	t := desired.Type()
	if !nulls.Present(desired) {
		t = live.Type()
	}
	switch t {
	case model.Map:
		return k.inMap(u, at, desired, live, mayBeEmpty)
	case model.List:
		return k.inList(u, at, desired, live, mayBeEmpty)
	}
	if live.Type() == model.Map || live.Type() == model.List {
		k.matchInside(u, at, model.Value{}, live)
	}
	return desired
}

func (k *keeper) inMap(u *schema.Node, at keepSet, desired, live model.Value, mayBeEmpty bool) model.Value {
	from, removable := len(k.changes), !mayBeEmpty && !nulls.Present(live)
	live = onlyType(live, model.Map)
	theirs := live.Finder()
	visit := func(name string, have model.Value) {
		next := k.member(at, u.WithAliases(name))
		if len(next) == 0 {
			return
		}
		they, _ := theirs.Get(name)
		now := nullAsAbsent(k.value(u.OfMember(name), next, have, they, false))
		if !model.Same(now, have) && (nulls.Present(now) || nulls.Present(have)) {
			k.changes = append(k.changes, model.Member{Name: name, Value: now})
		}
	}
	if names, ok := at.names(desired.Len() + live.Len()); ok && u.Shape.Aliases == nil {
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
