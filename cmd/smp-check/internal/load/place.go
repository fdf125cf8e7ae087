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
	s := d.source.withTree()
	root := s.root()
	if root == nil {
		return d.source.outer.place(d.source.begins, 1)
	}
	at, inside := root, root
	for _, step := range d.source.list.Append(path...) {
		place, value := s.tree.child(inside, step)
		if place == nil {
			break
		}
		at, inside = place, value
	}
	return d.source.outer.place(d.source.line+at.Line, at.Column)
}

// withTree returns the source with its tree, which may have to be read again. Its lines
// are those of the text that was read first.
func (s source) withTree() source {
	if s.tree != nil || s.place == nil {
		return s
	}
	if again, ok := s.place.tree(); ok {
		s.tree, s.text = again.tree, again.text
	}
	return s
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
		if yaml.Unmarshal(text, &s.tree.Node) != nil {
			s.tree.Kind = yaml.DocumentNode
		}
	}
	if len(s.tree.Content) == 0 {
		return nil
	}
	return s.tree.Content[0]
}

// A tree is what a text says, with lines; empty as long as nobody asks for one.
type tree struct {
	yaml.Node
	// names are where the names of a map stand among its nodes, of maps in which
	// somebody has looked for one.
	names map[*yaml.Node]map[string]int
	lines []string // of the text, once somebody asks for them
}

// child returns where the name of a member stands, and its value; of an element
// the value itself. A node that merges others has their members, too.
func (t *tree) child(n *yaml.Node, step model.Step) (place, value *yaml.Node) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch step := step.(type) {
	case model.Index:
		if n.Kind == yaml.SequenceNode && int(step) < len(n.Content) {
			return n.Content[step], n.Content[step]
		}
	case model.Field:
		return t.member(n, string(step), map[*yaml.Node]bool{})
	}
	return nil, nil
}

// member returns where the name of a member stands, in a map or in one that it
// merges by <<, and its value. In those that are passed it is not.
func (t *tree) member(n *yaml.Node, name string, passed map[*yaml.Node]bool) (place, value *yaml.Node) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.MappingNode || passed[n] {
		return nil, nil
	}
	passed[n] = true
	if at, ok := t.namesOf(n)[name]; ok {
		return n.Content[at], n.Content[at+1]
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag != "!!merge" {
			continue
		}
		sources := []*yaml.Node{n.Content[i+1]}
		if sources[0].Kind == yaml.SequenceNode {
			sources = sources[0].Content
		}
		for _, source := range sources {
			if place, value = t.member(source, name, passed); place != nil {
				return place, value
			}
		}
	}
	return nil, nil
}

// namesOf returns where each name of a map stands first among its nodes.
func (t *tree) namesOf(n *yaml.Node) map[string]int {
	names, ok := t.names[n]
	if !ok {
		names = make(map[string]int, len(n.Content)/2)
		for i := len(n.Content) - 2; i >= 0; i -= 2 {
			names[n.Content[i].Value] = i
		}
		if t.names == nil {
			t.names = map[*yaml.Node]map[string]int{}
		}
		t.names[n] = names
	}
	return names
}
