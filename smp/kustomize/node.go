package kustomize

import (
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

const (
	directiveName = "$patch"
	orderPrefix   = "$setElementOrder/"
)

// A part is a node together with its value. The zero part means that the node is missing.
type part struct {
	node  *yaml.Node
	value model.Value
}

func (p part) is(v model.Value) bool { return model.Equal(p.value, v) }

// members returns a function that finds a member of a map by its name. It returns the nodes of
// the name and the value.
func (p part) members() func(name string) (key *yaml.Node, value part) {
	if p.node == nil || p.node.Kind != yaml.MappingNode {
		return func(string) (*yaml.Node, part) { return nil, part{} }
	}
	content := p.node.Content
	var places map[string]int
	if len(content) > 2*few {
		places = map[string]int{}
		for i := range len(content) / 2 {
			places[content[2*i].Value] = i
		}
	}
	return func(name string) (*yaml.Node, part) {
		i, ok := places[name]
		if places == nil {
			i, ok = place(content, name)
		}
		if !ok {
			return nil, part{}
		}
		v, _ := p.value.Get(name)
		return content[2*i], part{content[2*i+1], v}
	}
}

// place returns the index of a member of a map, given the nodes of the names and values.
func place(content []*yaml.Node, name string) (int, bool) {
	for i := range len(content) / 2 {
		if content[2*i].Value == name {
			return i, true
		}
	}
	return 0, false
}

// elements returns the elements of a list.
func (p part) elements() []part {
	if p.node == nil || p.node.Kind != yaml.SequenceNode {
		return nil
	}
	parts := make([]part, len(p.node.Content))
	for i, v := range p.value.Elements() {
		parts[i] = part{p.node.Content[i], v}
	}
	return parts
}

// A merging builds the nodes of a result from those of the documents.
type merging struct {
	prepend bool // put the patch's elements first in lists
	ordered bool // the patch has an order list for this list, so prepend does not apply
}

// node returns the node for a part of the result, given the corresponding parts of the original and
// the patch. It reuses the node of the original if possible, and never changes the node of the
// patch.
func (m merging) node(original, patch part, result model.Value, s smp.Schema) *yaml.Node {
	if original.is(result) && (patch.node == nil || result.Len() == 0) {
		return commented(original.node, patch.node)
	}
	switch result.Type() {
	case model.Map:
		n := m.collection(original, patch, model.Map)
		n.Content = m.members(original, patch, result, s)
		return n
	case model.List:
		n := m.collection(original, patch, model.List)
		n.Content = m.list(original, patch, result, s)
		return n
	}
	if patch.is(result) {
		return inPlaceOf(original.node, yaml.CopyYNode(patch.node))
	}
	return fresh(result)
}

// collection returns the node of a map or list, whose content the caller fills in.
func (m merging) collection(original, patch part, kind model.Type) *yaml.Node {
	switch {
	case original.node != nil && original.value.Type() == kind:
		n := commented(original.node, patch.node)
		if original.value.Len() == 0 && patch.node != nil {
			n.Style = patch.node.Style // an empty map is always in flow style, so use the style of the patch
		}
		return n
	case patch.node != nil && patch.value.Type() == kind:
		n := *patch.node
		return inPlaceOf(original.node, &n)
	case kind == model.Map:
		return &yaml.Node{Kind: yaml.MappingNode, Tag: yaml.NodeTagMap}
	}
	return &yaml.Node{Kind: yaml.SequenceNode, Tag: yaml.NodeTagSeq}
}

// members returns the names and values of a map. The members of the original come first, and new
// members follow. If the original has members, the new ones are sorted.
func (m merging) members(original, patch part, result model.Value, s smp.Schema) []*yaml.Node {
	members := result.AppendMembers(nil)
	if original.value.Type() == model.Map && original.value.Len() > 0 {
		slices.SortStableFunc(members, func(a, b model.Member) int {
			_, oldA := original.value.Get(a.Name)
			_, oldB := original.value.Get(b.Name)
			switch {
			case oldA && oldB:
				return 0
			case oldA:
				return -1
			case oldB:
				return 1
			}
			return strings.Compare(a.Name, b.Name)
		})
	}
	content := make([]*yaml.Node, 0, 2*len(members))
	inOriginal, inPatch := original.members(), patch.members()
	for _, member := range members {
		oldKey, old := inOriginal(member.Name)
		newKey, patched := inPatch(member.Name)
		key := oldKey
		if key == nil && newKey != nil {
			key = yaml.CopyYNode(newKey)
		} else if key == nil {
			key = fresh(model.NewString(member.Name))
		}
		below, _ := s.Member(member.Name)
		_, m.ordered = patch.value.Get(orderPrefix + member.Name)
		touched := patched.node != nil || !old.is(member.Value)
		n := m.node(old, patched, member.Value, below)
		if touched {
			placeComment(key, n)
		}
		content = append(content, key, n)
	}
	return content
}

// placeComment moves a line comment to the node at which the encoder writes it correctly. This is
// the name if its value begins on the next line, and the value if not. At the other node, the
// encoder drops the comment or writes invalid YAML.
func placeComment(key, n *yaml.Node) {
	comment := n.LineComment
	if comment == "" {
		comment = key.LineComment
	}
	key.LineComment, n.LineComment = "", comment
	if n.Kind != yaml.ScalarNode && n.Style&yaml.FlowStyle == 0 && len(n.Content) > 0 {
		key.LineComment, n.LineComment = comment, ""
	}
}

// commented returns n with the comments of another node. It keeps a comment of n if the other node
// has none.
func commented(n, from *yaml.Node) *yaml.Node {
	if from == nil {
		return n
	}
	for _, comment := range []struct{ to, from *string }{
		{&n.HeadComment, &from.HeadComment}, {&n.LineComment, &from.LineComment}, {&n.FootComment, &from.FootComment},
	} {
		if *comment.from != "" {
			*comment.to = *comment.from
		}
	}
	return n
}

// inPlaceOf returns n with the comments of old, the node that it replaces. It keeps the comments
// that n has itself.
func inPlaceOf(old, n *yaml.Node) *yaml.Node {
	own := *n
	return commented(commented(n, old), &own)
}

// fresh returns a node for a scalar or null that is in neither document.
func fresh(v model.Value) *yaml.Node {
	if v.Type() == model.String {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: yaml.NodeTagString, Value: v.Text()}
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Value: v.JSON()}
}
