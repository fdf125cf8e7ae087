package kyaml

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// A node is a value that a merge changes in place. kustomize compares scalars by their text,
// and may change a node that both the patch and the result contain. Nodes do the same.
type node struct {
	typ   model.Type
	value model.Value // of a scalar, or of a map or list that has not been opened
	// fields and elements are set after a map or list has been opened. Free-form maps of an
	// object and lists without merge keys are only opened if the patch changes them.
	fields   map[string]*node
	elements []*node
	opened   bool

	// up and step give the place of a node in the patch. located is set for nodes of the
	// patch.
	up      *node
	step    model.Step
	located bool
}

// newNode returns a value as a node. located is set for values of a patch, because their
// nodes have paths.
func newNode(v model.Value, located bool) *node {
	if v.Type() == model.Absent {
		return nil
	}
	return &node{typ: v.Type(), value: v, located: located}
}

// newList returns an empty list.
func newList() *node { return &node{typ: model.List, opened: true} }

// newMap returns an empty map.
func newMap() *node { return &node{typ: model.Map, fields: map[string]*node{}, opened: true} }

// open makes nodes of the fields or elements of n, and returns n.
func (n *node) open() *node {
	if n == nil || n.opened {
		return n
	}
	n.opened = true
	switch n.typ {
	case model.Map:
		n.fields = make(map[string]*node, n.value.Len())
		for name, member := range n.value.Members() {
			n.fields[name] = n.inside(member, model.Field(name))
		}
	case model.List:
		n.elements = make([]*node, 0, n.value.Len())
		for i, e := range n.value.Elements() {
			n.elements = append(n.elements, n.inside(e, model.Index(i)))
		}
	}
	return n
}

func (n *node) inside(v model.Value, step model.Step) *node {
	inner := newNode(v, n.located)
	if n.located {
		inner.up, inner.step = n, step
	}
	return inner
}

// path returns the path of a node in the patch. The path is empty for nodes of the object.
func (n *node) path() model.Path {
	if n == nil || n.up == nil {
		return nil
	}
	return n.up.path().Append(n.step)
}

// model returns a node as a value.
func (n *node) model() (model.Value, error) {
	switch {
	case n == nil:
		return model.Value{}, nil
	case !n.opened || n.typ != model.Map && n.typ != model.List:
		return n.value, nil
	case n.typ == model.List:
		elements := make([]model.Value, len(n.elements))
		for i, e := range n.elements {
			var err error
			if elements[i], err = e.model(); err != nil {
				return model.Value{}, err
			}
		}
		return model.NewList(elements...)
	}
	members := make([]model.Member, 0, len(n.fields))
	for _, name := range slices.Sorted(maps.Keys(n.fields)) {
		v, err := n.fields[name].model()
		if err != nil {
			return model.Value{}, err
		}
		members = append(members, model.Member{Name: name, Value: v})
	}
	return model.NewMap(members...)
}

// missing reports whether a node is absent or null.
func (n *node) missing() bool { return n == nil || n.typ == model.Null }

// isMap reports whether a node is a map.
func (n *node) isMap() bool { return n != nil && n.typ == model.Map }

// isList reports whether a node is a list.
func (n *node) isList() bool { return n != nil && n.typ == model.List }

// isEmptyMap reports whether a node is a map without fields.
func (n *node) isEmptyMap() bool { return n.isMap() && len(n.open().fields) == 0 }

// text returns the text of a scalar, and "" for other nodes.
func (n *node) text() string {
	switch {
	case n == nil || n.typ == model.Map || n.typ == model.List:
		return ""
	case n.typ == model.String:
		return n.value.Text()
	}
	return n.value.JSON()
}

// field returns a field of a map, or nil.
func (n *node) field(name string) *node {
	if !n.isMap() {
		return nil
	}
	return n.open().fields[name]
}

// key returns the text of a merge key of an element. The text is empty if the element lacks
// the key.
func (n *node) key(name string) string {
	if f := n.field(name); !f.missing() {
		return f.text()
	}
	return ""
}
