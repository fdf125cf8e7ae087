// Package keep keeps places of a live document in a desired one (rule keep). It visits both together,
// along a tree of the paths, and changes the desired document only at places where a path ends:
//
//	              desired             live                result of spec.replicas, c[name=app].image
//	replicas      2                   5                   5
//	c
//	  app         image v2, env E     image v1, env F     image v1, env E
//	  new         image n             -                   image n
//
// Diff keeps places of original in modified, and ThreeWay keeps places of current in modified and in
// original. Then a kept place is equal in all documents. So it causes no conflict, and the target has
// current's value there. The patch sends this value only if the patch replaces a map or list around
// it. The other rules of ThreeWay need no change.
package keep

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/schema"
)

// A keeper is the state of one call of Keep.
type keeper struct {
	*Tree
	// changes is a stack of the changes to the maps that are being visited.
	changes []model.Member
	fault   *faults.Fault
}

// Keep returns desired with the values of live at the places of the tree.
func (t *Tree) Keep(u *schema.Node, desired, live model.Value) (model.Value, *faults.Fault) {
	if !nulls.Present(live) || len(t.nodes) == 1 && t.root().ends == nil {
		return desired, nil
	}
	k := keeper{Tree: t}
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
func (k *keeper) value(u *schema.Node, at nodeSet, desired, live model.Value, mayBeEmpty bool) model.Value {
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
func (k *keeper) matchInside(u *schema.Node, at nodeSet, desired, live model.Value) {
	k.inside(u, at, desired, live, true)
}

// inside implements value for paths that end below the value.
func (k *keeper) inside(u *schema.Node, at nodeSet, desired, live model.Value, mayBeEmpty bool) model.Value {
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

func (k *keeper) inMap(u *schema.Node, at nodeSet, desired, live model.Value, mayBeEmpty bool) model.Value {
	from, removable := len(k.changes), !mayBeEmpty && !nulls.Present(live)
	live = nulls.OfType(live, model.Map)
	theirs := live.Finder()
	visit := func(name string, have model.Value) {
		next := k.member(at, u.WithAliases(name))
		if len(next) == 0 {
			return
		}
		they, _ := theirs.Get(name)
		now := nulls.AsAbsent(k.value(u.OfMember(name), next, have, they, false))
		if !model.Same(now, have) && (nulls.Present(now) || nulls.Present(have)) {
			k.changes = append(k.changes, model.Member{Name: name, Value: now})
		}
	}
	if names, ok := at.names(desired.Len() + live.Len()); ok && u.Shape.Aliases == nil {
		ours := nulls.OfType(desired, model.Map).Finder()
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
	now := k.built(nulls.OfType(desired, model.Map).WithMembers(changes...))
	if now.Len() == 0 && removable {
		return model.Value{}
	}
	return now
}
