package load

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// AsWritten returns the document with its members in the order of the file, if this order is
// known. It adds the file's spelling of each string to spelled.
func (d Document) AsWritten(spelled map[string]string) model.Value {
	from := d.source.withTree()
	at := from.root()
	for _, step := range d.source.list {
		if at != nil {
			_, at = from.tree.child(at, step)
		}
	}
	return asWritten(d.Value, at, spelled)
}

func asWritten(v model.Value, n *yaml.Node, spelled map[string]string) model.Value {
	if n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n == nil {
		return v
	}
	switch v.Type() {
	case model.String:
		if _, ok := spelled[v.Text()]; !ok && n.Kind == yaml.ScalarNode && n.Value == v.Text() {
			spelled[v.Text()] = spelling(n)
		}
	case model.Map:
		places := map[string]int{}
		for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
			places[n.Content[i].Value] = i + 1
		}
		members := v.AppendMembers(nil)
		slices.SortStableFunc(members, func(a, b model.Member) int { return places[a.Name] - places[b.Name] }) // members merged by << are not in places, so they come first
		for i, m := range members {
			if at := places[m.Name]; at > 0 {
				members[i].Value = asWritten(m.Value, n.Content[at], spelled)
			}
		}
		if made, err := model.NewMap(members...); err == nil {
			return made
		}
	case model.List:
		elements := v.AppendElements(nil)
		for i := range elements {
			var at *yaml.Node
			if n.Kind == yaml.SequenceNode && i < len(n.Content) {
				at = n.Content[i]
			}
			elements[i] = asWritten(elements[i], at, spelled)
		}
		if made, err := model.NewList(elements...); err == nil {
			return made
		}
	}
	return v
}

// spelling returns a string as the file spells it, on one line.
func spelling(n *yaml.Node) string {
	switch {
	case n.Style&yaml.SingleQuotedStyle != 0:
		return "'" + strings.ReplaceAll(n.Value, "'", "''") + "'"
	case n.Style&(yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 || strings.Contains(n.Value, "\n"):
		return model.NewString(n.Value).JSON()
	}
	return n.Value
}
