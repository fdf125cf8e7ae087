package load

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	yaml "go.yaml.in/yaml/v3"

	"github.com/strategicpatch/smp/model"
)

// AsKustomize returns the document as kustomize reads it: y, n, yes, no, on and off, in any
// case, are strings and not booleans. Clusters and kubectl read them as booleans. kustomize
// quotes them in its output.
func (d Document) AsKustomize() Document {
	s := d.source.withTree()
	if s.tree == nil || len(s.tree.Content) == 0 && s.isWithoutWords() {
		return d
	}
	n := s.node()
	if n == nil || !containsWord(n) {
		return d
	}
	if v, err := s.tree.asKustomize(n, d.Value); err == nil {
		d.Value = v
	}
	return d
}

// isWithoutWords reports whether the text of a tree that has not been parsed contains none of
// the words. The tree of a List keeps the answer for all its items.
func (s source) isWithoutWords() bool {
	if !s.tree.wordless {
		s.tree.wordless = !hasWord().Match(s.text)
	}
	return s.tree.wordless
}

// containsWord reports whether a node may contain one of the words. It does not search the text
// of the document, because several documents share the text of their file.
func containsWord(n *yaml.Node) bool {
	switch n.Kind {
	case yaml.ScalarNode:
		return isWord(n) && hasOnlyWord().MatchString(n.Value)
	case yaml.AliasNode:
		return true
	}
	return slices.ContainsFunc(n.Content, containsWord)
}

// hasWord finds texts with words that only some readers of YAML read as booleans. hasOnlyWord
// finds those words.
var (
	hasWord     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\b(y|n|yes|no|on|off)\b`) })
	hasOnlyWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(y|n|yes|no|on|off)$`) })
)

// asKustomize returns the value of a node, with strings instead of booleans where the node has
// no boolean of YAML 1.2. v is the value as clusters read it.
func (t *tree) asKustomize(n *yaml.Node, v model.Value) (model.Value, error) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch {
	case v.Type() == model.Bool && isWord(n):
		return model.NewString(n.Value), nil
	case v.Type() == model.List:
		var elements []model.Value
		for i, e := range v.Elements() {
			if _, inside := t.child(n, model.Index(i)); inside != nil {
				var err error
				if e, err = t.asKustomize(inside, e); err != nil {
					return model.Value{}, err
				}
			}
			elements = append(elements, e)
		}
		return model.NewList(elements...)
	case v.Type() == model.Map:
		var members []model.Member
		for name, member := range v.Members() {
			key, inside := t.child(n, model.Field(name))
			if inside != nil {
				var err error
				if member, err = t.asKustomize(inside, member); err != nil {
					return model.Value{}, err
				}
			}
			if key != nil && isWord(key) {
				name = key.Value
			}
			members = append(members, model.Member{Name: name, Value: member})
		}
		return model.NewMap(members...)
	}
	return v, nil
}

// isWord reports whether a scalar is a boolean only in YAML 1.1.
func isWord(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Style == 0 && n.Tag == "!!str"
}

// wordOf returns the nodes of the member whose name clusters read as true or false. It skips the
// maps in passed, so that cycles end.
func wordOf(n *yaml.Node, name string, passed map[*yaml.Node]bool) (key, value *yaml.Node) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if name != "true" && name != "false" || n.Kind != yaml.MappingNode || passed[n] {
		return nil, nil
	}
	passed[n] = true
	for i := 0; i < len(n.Content); i += 2 {
		if key := n.Content[i]; isWord(key) && hasOnlyWord().MatchString(key.Value) && isTrue(key.Value) == (name == "true") {
			return key, n.Content[i+1]
		}
	}
	for _, source := range mergedInto(n) {
		if key, value = wordOf(source, name, passed); key != nil {
			return key, value
		}
	}
	return nil, nil
}

// isTrue reports whether a word means true.
func isTrue(word string) bool {
	return slices.Contains([]string{"y", "yes", "on"}, strings.ToLower(word))
}
