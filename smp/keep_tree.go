package smp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/keeppath"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A keepTree holds the paths to keep. Paths with a common beginning share nodes, so that only the
// parts of a document that some path may reach are visited. Because of wildcards, several nodes may
// be active at one place:
//
//	paths      a[*].x, a[name=n].y
//	at a[name=n]    the nodes after a[*] and after a[name=n]
type keepTree struct {
	nodes   []*keepNode
	matched []bool // by index of the path
	visit   int    // number of the set that is being made; see keepNode.visit
}

// A keepNode is the end of a common beginning of one or more paths.
type keepNode struct {
	names   []string // names in fields and indexes, sorted
	fields  map[string]*keepNode
	indexes map[int]*keepNode
	keys    []*keepKeys
	values  *keepKeys // steps by value, which have no names; nil if there is none
	any     *keepNode // node after *
	deep    *keepNode // node after **, which is active at the same places as this node
	isDeep  bool      // the node also stays active at all places below
	ends    []int     // indexes of the paths that end here
	visit   int       // number of the last set that contains the node
}

// A keepKeys holds the steps of a node that select by the same fields, or by value.
type keepKeys struct {
	names []string
	path  int // index of the first path with such a step
	index *identity.Index
	nodes []*keepNode // by the number that index gives to their values
}

// A keepSet is the set of nodes that are active at a place. A node comes before its node deep.
type keepSet []*keepNode

func newKeepTree(paths []KeepPath) *keepTree {
	t := &keepTree{matched: make([]bool, len(paths))}
	t.newNode(nil)
	for number, p := range paths {
		n := t.root()
		for _, s := range p {
			n = t.child(n, s, number)
		}
		n.ends = append(n.ends, number)
	}
	for _, n := range t.nodes {
		slices.Sort(n.names)
	}
	return t
}

func (t *keepTree) root() *keepNode { return t.nodes[0] }

// newNode returns child or, if it is nil, a new node.
func (t *keepTree) newNode(child *keepNode) *keepNode {
	if child == nil {
		child = &keepNode{}
		t.nodes = append(t.nodes, child)
	}
	return child
}

// child returns the node after the step s of the path with the given index. If there is none, child
// adds it.
func (t *keepTree) child(n *keepNode, s KeepStep, path int) *keepNode {
	switch step := s.Step.(type) {
	case nil:
		switch {
		case s.Deep && n.isDeep:
			return n // a second ** in a row
		case s.Deep:
			n.deep = t.newNode(n.deep)
			n.deep.isDeep = true
			return n.deep
		}
		n.any = t.newNode(n.any)
		return n.any
	case model.Field:
		c, known := n.fields[string(step)]
		if !known {
			if n.fields == nil {
				n.fields = map[string]*keepNode{}
			}
			c = t.newNode(nil)
			n.fields[string(step)] = c
			n.names = append(n.names, string(step))
		}
		return c
	case model.Index:
		c, known := n.indexes[int(step)]
		if !known {
			if n.indexes == nil {
				n.indexes = map[int]*keepNode{}
			}
			c = t.newNode(nil)
			n.indexes[int(step)] = c
			n.names = append(n.names, strconv.Itoa(int(step)))
		}
		return c
	case model.SetValue:
		if n.values == nil {
			n.values = &keepKeys{index: identity.NewIndex(1, 1)}
		}
		return n.values.child(t, []model.Value{step.Value})
	default:
		key := slices.Clone(step.(model.Key))
		slices.SortStableFunc(key, func(a, b model.KeyField) int { return strings.Compare(a.Name, b.Name) })
		var names []string
		var values []model.Value
		for _, f := range key {
			names, values = append(names, f.Name), append(values, f.Value)
		}
		if len(key) == 0 {
			return t.child(n, KeepStep{}, path)
		}
		i := slices.IndexFunc(n.keys, func(g *keepKeys) bool { return slices.Equal(g.names, names) })
		if i < 0 {
			i = len(n.keys)
			n.keys = append(n.keys, &keepKeys{names: names, path: path, index: identity.NewIndex(len(names), 1)})
		}
		return n.keys[i].child(t, values)
	}
}

// child returns the node for the given values. If there is none, child adds it.
func (g *keepKeys) child(t *keepTree, values []model.Value) *keepNode {
	id := g.index.Add(values)
	if id == len(g.nodes) {
		g.nodes = append(g.nodes, t.newNode(nil))
	}
	return g.nodes[id]
}

// start returns the nodes at the root of the document.
func (t *keepTree) start() keepSet {
	t.visit++
	return t.add(nil, t.root())
}

// add adds to the set the node n and the nodes that follow it after **.
func (t *keepTree) add(set keepSet, n *keepNode) keepSet {
	for ; n != nil && n.visit != t.visit; n = n.deep {
		n.visit = t.visit
		set = append(set, n)
	}
	return set
}

// member returns the nodes that are active at a member of a map. The member has one name, or
// several if it has aliases.
func (t *keepTree) member(at keepSet, names []string) keepSet {
	var next keepSet
	t.visit++
	for _, n := range at {
		for _, name := range names {
			next = t.add(next, n.fields[name])
			if len(n.indexes) > 0 {
				if i, ok := keeppath.IndexNamed(name); ok {
					next = t.add(next, n.indexes[i])
				}
			}
		}
		next = t.addWildcards(next, n)
	}
	return next
}

// element returns the nodes that are active at an element of a list. by defines the keys of the
// list. e is the element whose values are compared, and index is its index, or -1.
func (t *keepTree) element(at keepSet, by *identity.Selection, e model.Value, index int) keepSet {
	var next keepSet
	t.visit++
	var keys []model.Value
	for _, n := range at {
		if index >= 0 {
			next = t.add(next, n.indexes[index])
		}
		for _, g := range n.keys {
			if e.Type() != model.Map {
				break
			}
			keys = keys[:0]
			for _, name := range g.names {
				keys = append(keys, keyOf(by, e, name))
			}
			if id := g.index.Find(keys); id >= 0 {
				next = t.add(next, g.nodes[id])
			}
		}
		if n.values != nil {
			if id := n.values.index.Find([]model.Value{e}); id >= 0 {
				next = t.add(next, n.values.nodes[id])
			}
		}
		next = t.addWildcards(next, n)
	}
	return next
}

// keyOf returns the value of a field of an element. If the field is a merge key and missing, keyOf
// returns its default.
func keyOf(by *identity.Selection, e model.Value, name string) model.Value {
	v, _ := e.Get(name)
	if !nulls.Present(v) && by != nil {
		if i := slices.Index(by.Names, name); i >= 0 && nulls.Present(by.Defaults[i]) {
			return by.Defaults[i]
		}
	}
	return v
}

// addWildcards adds the nodes that follow n at every member or element.
func (t *keepTree) addWildcards(set keepSet, n *keepNode) keepSet {
	set = t.add(set, n.any)
	if n.isDeep {
		set = t.add(set, n)
	}
	return set
}

// end reports whether a path ends at the place.
func (at keepSet) end() bool {
	return slices.ContainsFunc(at, func(n *keepNode) bool { return n.ends != nil })
}

// below returns the nodes of the set from which paths continue.
func (t *keepTree) below(at keepSet) keepSet {
	return slices.DeleteFunc(slices.Clone(at), func(n *keepNode) bool {
		return n.fields == nil && n.indexes == nil && n.keys == nil && n.values == nil && n.any == nil
	})
}

// names returns the sorted names of the members that paths may reach. It reports false if several
// nodes are active, if there are more than limit names, or if the names depend on the map.
func (at keepSet) names(limit int) ([]string, bool) {
	if len(at) != 1 {
		return nil, false
	}
	n := at[0]
	return n.names, n.any == nil && !n.isDeep && len(n.names) <= limit
}

// match records that the paths that end at a place match, if desired or live has a value there.
func (t *keepTree) match(at keepSet, desired, live model.Value) {
	if !nulls.Present(desired) && !nulls.Present(live) {
		return
	}
	for _, n := range at {
		for _, number := range n.ends {
			t.matched[number] = true
		}
	}
}

// unmatched returns the paths that matched nothing.
func (t *keepTree) unmatched(paths []KeepPath) []KeepPath {
	var left []KeepPath
	for number, p := range paths {
		if !t.matched[number] {
			left = append(left, p.clone())
		}
	}
	return left
}
