package load

import (
	"bytes"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// Position returns the line and column of what a path of fields and indexes leads to
// in a document, both counted from 1: of the name of a member, and of the value of
// an element. What is not there stands where the nearest place around it does.
func (d Document) Position(path model.Path) (line, column int) {
	root := d.source.root()
	if root == nil {
		return d.source.begins, 1
	}
	at, inside := root, root
	for _, step := range d.source.list.Append(path...) {
		place, value := childOf(inside, step, 0)
		if place == nil {
			break
		}
		at, inside = place, value
	}
	return d.source.line + at.Line, at.Column
}

// root returns the node of the text, nil where it is no YAML.
func (s source) root() *yaml.Node {
	if s.tree == nil {
		return nil
	}
	if s.tree.Kind == 0 {
		text := s.text
		if isJSON(text) {
			// JSON is YAML but for tabs, which its strings do not have.
			text = bytes.ReplaceAll(text, []byte("\t"), []byte(" "))
		}
		if yaml.Unmarshal(text, s.tree) != nil {
			s.tree.Kind = yaml.DocumentNode
		}
	}
	if len(s.tree.Content) == 0 {
		return nil
	}
	return s.tree.Content[0]
}

// childOf returns where the name of a member stands, and its value; of an element
// the value itself. A node that merges others has their members, too.
func childOf(n *yaml.Node, step model.Step, depth int) (place, value *yaml.Node) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch step := step.(type) {
	case model.Index:
		if n.Kind == yaml.SequenceNode && int(step) < len(n.Content) {
			return n.Content[step], n.Content[step]
		}
	case model.Field:
		if n.Kind != yaml.MappingNode {
			return nil, nil
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == string(step) {
				return n.Content[i], n.Content[i+1]
			}
		}
		return inMerged(n, step, depth)
	}
	return nil, nil
}

// inMerged looks for a member in what a map merges by <<.
func inMerged(n *yaml.Node, step model.Field, depth int) (place, value *yaml.Node) {
	const most = 100 // maps that merge each other
	for i := 0; i+1 < len(n.Content) && depth < most; i += 2 {
		if n.Content[i].Tag != "!!merge" {
			continue
		}
		sources := []*yaml.Node{n.Content[i+1]}
		if sources[0].Kind == yaml.SequenceNode {
			sources = sources[0].Content
		}
		for _, source := range sources {
			if place, value = childOf(source, step, depth+1); place != nil {
				return place, value
			}
		}
	}
	return nil, nil
}
