package keep

import (
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/keeppath"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// A Tree holds the paths to keep. Paths with a common beginning share nodes, so that only the
// parts of a document that some path may reach are visited. Because of wildcards, several nodes may
// be active at one place:
//
//	paths      a[*].x, a[name=n].y
//	at a[name=n]    the nodes after a[*] and after a[name=n]
type Tree struct {
	nodes   []*pathNode
	matched []bool // by index of the path
	visit   int    // number of the set that is being made; see pathNode.visit
}

// A pathNode is the end of a common beginning of one or more paths.
type pathNode struct {
	names   []string // names in fields and indexes, sorted
	fields  map[string]*pathNode
	indexes map[int]*pathNode
	keys    []*stepGroup
	values  *stepGroup // steps by value, which have no names; nil if there is none
	any     *pathNode  // node after *
	deep    *pathNode  // node after **, which is active at the same places as this node
	isDeep  bool       // the node also stays active at all places below
	ends    []int      // indexes of the paths that end here
	visit   int        // number of the last set that contains the node
}

// A stepGroup holds the steps of a node that select by the same fields, or by value.
type stepGroup struct {
	names []string
	path  int // index of the first path with such a step
	index *identity.Index
	nodes []*pathNode // by the number that index gives to their values
}

// A nodeSet is the set of nodes that are active at a place. A node comes before its node deep.
type nodeSet []*pathNode

// New returns the tree of paths, such as KeepPaths of package smp.
func New[P ~[]S, S ~struct {
	Step model.Step
	Deep bool
}](paths []P) *Tree {
	t := &Tree{matched: make([]bool, len(paths))}
	t.newNode(nil)
	for number, p := range paths {
		n := t.root()
		for _, s := range p {
			n = t.child(n, keeppath.Step(s), number)
		}
		n.ends = append(n.ends, number)
	}
	for _, n := range t.nodes {
		slices.Sort(n.names)
	}
	return t
}

func (t *Tree) root() *pathNode { return t.nodes[0] }

// newNode returns child or, if it is nil, a new node.
func (t *Tree) newNode(child *pathNode) *pathNode {
	if child == nil {
		child = &pathNode{}
		t.nodes = append(t.nodes, child)
	}
	return child
}

// child returns the node after the step s of the path with the given index. If there is none, child
// adds it.
func (t *Tree) child(n *pathNode, s keeppath.Step, path int) *pathNode {
	switch step := s.Step.(type) {
	case nil:
		return t.afterWildcard(n, s.Deep)
	case model.Field:
		return childAt(t, n, &n.fields, string(step), string(step))
	case model.Index:
		return childAt(t, n, &n.indexes, int(step), strconv.Itoa(int(step)))
	case model.SetValue:
		if n.values == nil {
			n.values = &stepGroup{index: identity.NewIndex(1, 1)}
		}
		return n.values.child(t, []model.Value{step.Value})
	default:
		return t.afterKey(n, step.(model.Key), path)
	}
}

// afterWildcard returns the node after * or, if deep is set, after **.
func (t *Tree) afterWildcard(n *pathNode, deep bool) *pathNode {
	switch {
	case deep && n.isDeep:
		return n // a second ** in a row
	case deep:
		n.deep = t.newNode(n.deep)
		n.deep.isDeep = true
		return n.deep
	}
	n.any = t.newNode(n.any)
	return n.any
}

// childAt returns the node after a field or index, which is in children, and has the given name.
func childAt[K comparable](t *Tree, n *pathNode, children *map[K]*pathNode, key K, name string) *pathNode {
	c, known := (*children)[key]
	if !known {
		if *children == nil {
			*children = map[K]*pathNode{}
		}
		c = t.newNode(nil)
		(*children)[key] = c
		n.names = append(n.names, name)
	}
	return c
}

// afterKey returns the node after a key, in which the order of fields does not matter. An empty key
// matches every element.
func (t *Tree) afterKey(n *pathNode, key model.Key, path int) *pathNode {
	if len(key) == 0 {
		return t.afterWildcard(n, false)
	}
	key = slices.Clone(key)
	slices.SortStableFunc(key, func(a, b model.KeyField) int { return strings.Compare(a.Name, b.Name) })
	var names []string
	var values []model.Value
	for _, f := range key {
		names, values = append(names, f.Name), append(values, f.Value)
	}
	i := slices.IndexFunc(n.keys, func(g *stepGroup) bool { return slices.Equal(g.names, names) })
	if i < 0 {
		i = len(n.keys)
		n.keys = append(n.keys, &stepGroup{names: names, path: path, index: identity.NewIndex(len(names), 1)})
	}
	return n.keys[i].child(t, values)
}

// child returns the node for the given values. If there is none, child adds it.
func (g *stepGroup) child(t *Tree, values []model.Value) *pathNode {
	id := g.index.Add(values)
	if id == len(g.nodes) {
		g.nodes = append(g.nodes, t.newNode(nil))
	}
	return g.nodes[id]
}

// start returns the nodes at the root of the document.
func (t *Tree) start() nodeSet {
	t.visit++
	return t.add(nil, t.root())
}

// add adds to the set the node n and the nodes that follow it after **.
func (t *Tree) add(set nodeSet, n *pathNode) nodeSet {
	for ; n != nil && n.visit != t.visit; n = n.deep {
		n.visit = t.visit
		set = append(set, n)
	}
	return set
}

// member returns the nodes that are active at a member of a map. The member has one name, or
// several if it has aliases.
func (t *Tree) member(at nodeSet, names []string) nodeSet {
	var next nodeSet
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
func (t *Tree) element(at nodeSet, by *identity.Selection, e model.Value, index int) nodeSet {
	var next nodeSet
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
func (t *Tree) addWildcards(set nodeSet, n *pathNode) nodeSet {
	set = t.add(set, n.any)
	if n.isDeep {
		set = t.add(set, n)
	}
	return set
}

// end reports whether a path ends at the place.
func (s nodeSet) end() bool {
	return slices.ContainsFunc(s, func(n *pathNode) bool { return n.ends != nil })
}

// below returns the nodes of the set from which paths continue.
func (t *Tree) below(at nodeSet) nodeSet {
	return slices.DeleteFunc(slices.Clone(at), func(n *pathNode) bool {
		return n.fields == nil && n.indexes == nil && n.keys == nil && n.values == nil && n.any == nil
	})
}

// names returns the sorted names of the members that paths may reach. It reports false if several
// nodes are active, if there are more than limit names, or if the names depend on the map.
func (s nodeSet) names(limit int) ([]string, bool) {
	if len(s) != 1 {
		return nil, false
	}
	n := s[0]
	return n.names, n.any == nil && !n.isDeep && len(n.names) <= limit
}

// match records that the paths that end at a place match, if desired or live has a value there.
func (t *Tree) match(at nodeSet, desired, live model.Value) {
	if !nulls.Present(desired) && !nulls.Present(live) {
		return
	}
	for _, n := range at {
		for _, number := range n.ends {
			t.matched[number] = true
		}
	}
}

// Unmatched returns the indexes of the paths that matched nothing.
func (t *Tree) Unmatched() (paths []int) {
	for number, matched := range t.matched {
		if !matched {
			paths = append(paths, number)
		}
	}
	return paths
}
