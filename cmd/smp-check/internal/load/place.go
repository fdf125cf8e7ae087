package load

import (
	"bytes"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/yamlerror"
	"github.com/strategicpatch/smp/model"
)

// Position returns the line and column, counted from 1, of the value at a path of fields and
// indexes. The position of a member is that of its name. If the path does not exist, the
// position of the nearest parent is returned.
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
	return d.source.outer.place(d.source.position(at))
}

// position returns the line and column of a node of the text in the file.
func (s source) position(n *yaml.Node) (line, column int) {
	if n.Line == 1 {
		return s.line + 1, s.column + n.Column
	}
	return s.line + n.Line, n.Column
}

// Placed returns a finding about the document with its file and position.
func (d Document) Placed(f finding.Finding) finding.Finding {
	f.File = d.File()
	f.Line, f.Column = d.Position(f.Path)
	return f
}

// Word returns the last name of a path as it is in the file, if it is a word such as n or yes that
// clusters read as the name true or false. It returns an empty string for other names.
func (d Document) Word(path model.Path) string {
	n := len(path) - 1
	if n < 0 || path[n] != model.Field("true") && path[n] != model.Field("false") {
		return ""
	}
	s := d.source.withTree()
	inside := s.root()
	var place *yaml.Node
	for _, step := range d.source.list.Append(path...) {
		place, inside = s.tree.child(inside, step)
	}
	if place == nil || !isWord(place) || place.Value == "true" || place.Value == "false" {
		return ""
	}
	return place.Value
}

// IsEmpty reports whether the null at a path is written without a value, as in "replicas:".
func (d Document) IsEmpty(path model.Path) bool {
	s := d.source.withTree()
	inside := s.root()
	for _, step := range d.source.list.Append(path...) {
		_, inside = s.tree.child(inside, step)
	}
	return inside != nil && inside.Kind == yaml.ScalarNode && inside.Tag == "!!null" && inside.Value == ""
}

// root returns the root node of the text, or nil if the text is not valid YAML.
func (s source) root() *yaml.Node {
	if s.tree == nil {
		return nil
	}
	if s.tree.Kind == 0 {
		text := s.text
		if yamlerror.IsJSON(text) {
			// YAML does not allow tabs between tokens, but JSON does. Tabs can be replaced
			// everywhere, because JSON strings contain no literal tabs.
			text = bytes.ReplaceAll(text, []byte("\t"), []byte(" "))
		}
		_ = yaml.Unmarshal(text, &s.tree.Node) // an error leaves the node empty
		s.tree.Kind = yaml.DocumentNode        // the text is not parsed again
	}
	if len(s.tree.Content) == 0 {
		return nil
	}
	return s.tree.Content[0]
}

// node returns the node of the document, which may be an item of a List. It returns nil if the text
// is not valid YAML.
func (s source) node() *yaml.Node {
	n := s.root()
	for _, step := range s.list {
		_, n = s.tree.child(n, step)
	}
	return n
}

// A tree holds the parsed nodes of a text, with their positions. It is filled when it is
// first used.
type tree struct {
	yaml.Node
	// names is a cache: for each map that was searched, the index of each name among the
	// map's nodes.
	names map[*yaml.Node]map[string]int
	lines []string // of the text, split when needed
	// wordless is set if the text was searched for words that kustomize reads as strings, and
	// contains none.
	wordless bool
}

// child returns the nodes of a member's name and value. For an element, it returns the node
// of the element twice. Members that << merges into a map are found, too, and names such as no that
// clusters read as true or false. A missing node has no children.
func (t *tree) child(n *yaml.Node, step model.Step) (place, value *yaml.Node) {
	if n == nil {
		return nil, nil
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch step := step.(type) {
	case model.Index:
		if n.Kind == yaml.SequenceNode && int(step) < len(n.Content) {
			return n.Content[step], n.Content[step]
		}
	case model.Field:
		if place, value = t.member(n, string(step), map[*yaml.Node]bool{}); place == nil {
			place, value = wordOf(n, string(step), map[*yaml.Node]bool{})
		}
		return place, value
	}
	return nil, nil
}

// member returns the nodes of a member's name and value in a map, or in a map that << merges
// into it. Maps in passed are skipped, so that the search ends if maps refer to each other.
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
	for _, source := range mergedInto(n) {
		if place, value = t.member(source, name, passed); place != nil {
			return place, value
		}
	}
	return nil, nil
}

// mergedInto returns the maps that a map merges by <<.
func mergedInto(n *yaml.Node) []*yaml.Node {
	var sources []*yaml.Node
	for i := 0; i < len(n.Content); i += 2 {
		switch value := n.Content[i+1]; {
		case n.Content[i].Tag != "!!merge":
		case value.Kind == yaml.SequenceNode:
			sources = append(sources, value.Content...)
		default:
			sources = append(sources, value)
		}
	}
	return sources
}

// namesOf returns the index of the first node of each name in a map.
func (t *tree) namesOf(n *yaml.Node) map[string]int {
	names, ok := t.names[n]
	if !ok {
		names = map[string]int{}
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
