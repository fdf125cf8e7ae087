package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// check reads an edited text and returns the documents that are not what was
// wanted, or the error of a text that cannot be read. Documents that did not change
// are not read again: nothing in one can change another, directives aside.
func (s *Stream) check(t trial, want []model.Value) (bad []int, err error) {
	absent := slices.ContainsFunc(want, func(v model.Value) bool { return v.Kind() == model.Absent })
	if absent || bytes.HasPrefix(s.text, []byte("%")) || bytes.Contains(s.text, []byte("\n%")) {
		return s.checkAll(t.text, want)
	}
	for _, changed := range t.changed {
		text := t.text[changed.from:changed.to]
		before := &s.documents[changed.document]
		whole := changed.to == len(t.text) || bytes.HasSuffix(text, []byte("\n"))
		if !whole || !reads(text, before, want[changed.document]) {
			bad = append(bad, changed.document)
		}
	}
	return bad, nil
}

// reads reports whether a text is one document of a value.
func reads(text []byte, before *Document, want model.Value) bool {
	// Only the places tell of a tag that stands alone.
	if !before.JSON && !bytes.Contains(text, []byte("!")) {
		d := yaml.NewDecoder(bytes.NewReader(text))
		tree, more := new(yaml.Node), new(yaml.Node)
		return d.Decode(tree) == nil && errors.Is(d.Decode(more), io.EOF) &&
			isEqual(tree.Content[0], want) && !moreAmbiguous(tree, before)
	}
	s, err := Read(text)
	return err == nil && len(s.documents) == 1 && s.documents[0].isAsWanted(before, want)
}

// checkAll reads the whole text.
func (s *Stream) checkAll(text []byte, want []model.Value) (bad []int, err error) {
	edited, err := Read(text)
	if err != nil {
		return nil, err
	}
	at := 0
	for i, v := range want {
		if v.Kind() == model.Absent {
			continue
		}
		if at >= len(edited.documents) || !edited.documents[at].isAsWanted(&s.documents[i], v) {
			bad = append(bad, i)
		}
		at++
	}
	if at != len(edited.documents) {
		return bad, fmt.Errorf("yaml: %d documents became %d", at, len(edited.documents))
	}
	return bad, nil
}

func (d *Document) isAsWanted(before *Document, want model.Value) bool {
	return model.Equal(d.Value, want) && (d.JSON || !before.JSON && !moreAmbiguous(d.tree, before))
}

// isEqual reports whether a tree stands for a value. It is quick where names come in
// the order of the value.
func isEqual(n *yaml.Node, v model.Value) bool {
	switch n.Kind {
	case yaml.AliasNode:
		return isEqual(n.Alias, v)
	case yaml.SequenceNode:
		if v.Kind() != model.List || v.Len() != len(n.Content) {
			return false
		}
		for i, element := range v.Elements() {
			if !isEqual(n.Content[i], element) {
				return false
			}
		}
		return true
	case yaml.MappingNode:
		if v.Kind() != model.Map {
			return false
		}
		i := 0
		for name, member := range v.Members() {
			if 2*i == len(n.Content) || !isNamed(n.Content[2*i], name) || !isEqual(n.Content[2*i+1], member) {
				break
			}
			i++
		}
		if i == v.Len() && 2*i == len(n.Content) {
			return true
		}
		read, err := valueOf(n)
		return err == nil && model.Equal(read, v)
	}
	text, err := scalarJSON(n)
	switch {
	case err != nil:
		return false
	case text == "":
		return v.Kind() == model.String && v.Text() == n.Value
	case text == v.NumberText():
		return true
	}
	read, err := model.ParseString(text)
	return err == nil && model.Equal(read, v)
}

func isNamed(key *yaml.Node, name string) bool {
	read, err := nameOf(key)
	return err == nil && read == name && !isMergeKey(key)
}

// moreAmbiguous reports whether a tree has scalars that readers of YAML 1.1 and 1.2
// may read otherwise, more of them than the document before.
func moreAmbiguous(tree *yaml.Node, before *Document) bool {
	counts := map[string]int{}
	countAmbiguous(tree, counts, 1)
	if len(counts) == 0 {
		return false
	}
	countAmbiguous(before.tree, counts, -1)
	for _, more := range counts {
		if more > 0 {
			return true
		}
	}
	return false
}

func countAmbiguous(n *yaml.Node, counts map[string]int, by int) {
	const otherwise = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle | yaml.TaggedStyle
	if n.Kind == yaml.ScalarNode && n.Style&otherwise == 0 && n.Value != "" && isAmbiguous(n.Value) {
		counts[n.Value] += by
	}
	for _, part := range n.Content {
		countAmbiguous(part, counts, by)
	}
}
