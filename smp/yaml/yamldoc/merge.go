package yamldoc

import (
	"fmt"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// A merging is the plan for the merge keys of a map.
type merging struct {
	out    bool // the merge keys are replaced by the members that they bring
	first  bool // the members have been written in place of the first merge key
	own    map[string]bool
	brings map[string]bool  // names that come only from merge keys
	hides  map[string]*node // values of merge keys that new members override
	want   model.Value
}

// merging decides whether the merge keys of a map can stay: all members that they bring into
// the map must be wanted. If the wanted value of a member differs from the value that the
// merge key brings, the map overrides the member.
func (e *editor) merging(n *node, want model.Value) *merging {
	m := &merging{own: map[string]bool{}, brings: map[string]bool{}, hides: map[string]*node{}, want: want}
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
				_, hidden := m.hides[name]
				switch {
				case hidden || m.brings[name] || m.own[name] && wanted:
				case wanted && model.Equal(v, w):
					m.brings[name] = true
				case !wanted || mayBeMisread(name): // for a name like 02, readers may not see that 2 overrides it
					m.out = true
				default:
					m.hides[name] = e.doc.below(source.target(), model.Field(name))
				}
			}
		}
	}
	if m.out {
		m.brings = nil
	}
	return m
}

// target returns the anchored node of an alias, and any other node unchanged.
func (n *node) target() *node {
	if n.alias != nil {
		return n.alias
	}
	return n
}

// brought returns the value that a source of a merge key will have after the edit. It returns
// false if the source no longer exists or is not a map.
func (e *editor) brought(source *node) (model.Value, bool) {
	if source.alias != nil {
		v, ok := e.sites[source.alias]
		return v, ok && v.Type() == model.Map
	}
	v, err := valueOf(source.Node)
	return v, err == nil && !source.aliases && !source.anchors
}

// append adds the items for one merge key: the merge key itself, or the members that it
// brings into the map.
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
