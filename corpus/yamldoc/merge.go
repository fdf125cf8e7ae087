package yamldoc

import (
	"fmt"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// A merging is the plan for the merge keys of a map.
type merging struct {
	out    bool // they are written out
	first  bool // the members have already been written in place of the first one
	own    map[string]bool
	brings map[string]bool // names that come only from merge keys
	want   model.Value
}

// merging decides whether the merge keys of a map can stay: all their members must be
// wanted, with the values they bring.
func (e *editor) merging(n *node, want model.Value) *merging {
	m := &merging{own: map[string]bool{}, brings: map[string]bool{}, want: want}
	for i := range n.entries() {
		if key, _ := n.entry(i); !key.isMerge() {
			name, _ := nameOf(key.Node)
			m.own[name] = true
		}
	}
	for i := range n.entries() {
		key, value := n.entry(i)
		if !key.isMerge() {
			continue
		}
		list := []*node{value}
		if value.Kind == yaml.SequenceNode {
			list = value.kids
		}
		for _, source := range list {
			brought, ok := e.brought(source)
			if !ok {
				m.out = true
				continue
			}
			for name, v := range brought.Members() {
				w, wanted := want.Get(name)
				if m.brings[name] || m.own[name] && wanted {
					continue
				}
				if m.own[name] || !wanted || !model.Equal(v, w) {
					m.out = true
				}
				m.brings[name] = true
			}
		}
	}
	if m.out {
		m.brings = nil
	}
	return m
}

// brought returns the future value of a source of a merge key; false if the source no
// longer exists or is not a map.
func (e *editor) brought(source *node) (model.Value, bool) {
	if source.alias != nil {
		v, ok := e.sites[source.alias]
		return v, ok && v.Type() == model.Map
	}
	v, err := valueOf(source.Node)
	return v, err == nil && !source.aliases && !source.anchors
}

// append adds the items for one merge key: the merge key itself, or the members that
// come from it, written out.
func (m *merging) append(items []item, e *editor, n *node, i int) []item {
	if !m.out {
		return append(items, item{from: i, name: "<<"})
	}
	if m.first {
		return items
	}
	m.first = true
	key, _ := n.entry(i)
	e.note(key.start, fmt.Sprintf("the merge key in line %d is written out", key.Line))
	for name, v := range m.want.Members() {
		if !m.own[name] {
			items = append(items, item{from: added, name: name, value: v})
		}
	}
	return items
}
