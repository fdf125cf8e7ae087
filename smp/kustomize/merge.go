package kustomize

import (
	"fmt"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Merge applies the patch src to dest, with the schemas of the built-in kinds. See
// [Schemas.Merge].
func Merge(src, dest *yaml.RNode, options yaml.MergeOptions) (*yaml.RNode, error) {
	return (*Schemas)(nil).Merge(src, dest, options)
}

// Merge applies the patch src to dest. It changes dest in place and returns it. If the patch is
// null or deletes the document ($patch: delete), Merge returns nil. If src is nil, dest is
// unchanged. A missing or null dest counts as empty, and the result is a new node. The apiVersion
// and kind of dest or, if dest has none, of src determine the schema. Without a schema, maps merge
// and lists are replaced.
//
// In lists that merge, new elements come last. With the option MergeOptionsListPrepend, all
// elements of the patch come first, in the order of the patch, unless the patch has
// $setElementOrder for the list. New members of a map are sorted by name. Anchors and aliases are
// expanded.
//
// The error is an [*smp.Error] like that of [smp.Apply], or reports that dest or src is not a valid
// document, because a map has a duplicate key, or aliases are cyclic or expand to too much. If
// there is an error, dest is unchanged.
func (s *Schemas) Merge(src, dest *yaml.RNode, options yaml.MergeOptions) (*yaml.RNode, error) {
	switch {
	case src.IsNil():
		return dest, nil
	case src.IsTaggedNull():
		return nil, nil
	}
	patch, err := document("patch", src)
	if err != nil {
		return nil, err
	}
	original, err := document("original", dest)
	if err != nil {
		return nil, err
	}
	if directive, _ := patch.value.Get(directiveName); directive.Text() == "delete" {
		return nil, nil
	}
	schema, err := s.of(original.value, patch.value)
	if err != nil {
		return nil, err
	}
	changed, err := merged(schema, original, patch, options)
	switch {
	case err != nil:
		return nil, err
	case dest.IsNil() || dest.IsTaggedNull():
		return yaml.NewRNode(changed), nil
	case changed != dest.YNode():
		*dest.YNode() = *changed
	}
	return dest, nil
}

// merged returns the node of the result. It changes the node of the original.
func merged(s smp.Schema, original, patch part, options yaml.MergeOptions) (*yaml.Node, error) {
	result, err := smp.Apply(s, original.value, patch.value)
	if err != nil {
		return nil, err
	}
	m := merging{prepend: options.ListIncreaseDirection == yaml.MergeOptionsListPrepend}
	return m.node(original, patch, result, s), nil
}

// of returns the schema for the first document that has an apiVersion and a kind.
func (s *Schemas) of(documents ...model.Value) (smp.Schema, error) {
	for _, d := range documents {
		apiVersion, _ := d.Get("apiVersion")
		name, _ := d.Get("kind")
		if apiVersion.Text() != "" && name.Text() != "" {
			schema, _, err := s.Lookup(apiVersion.Text(), name.Text())
			return schema, err
		}
	}
	return smp.Schemaless, nil
}

// document returns a node together with its value. Aliases are expanded.
func document(name string, n *yaml.RNode) (part, error) {
	if n.IsNil() {
		return part{}, nil
	}
	if hasAliases(n.YNode()) {
		text, err := n.String()
		if err == nil {
			n, err = yaml.Parse(text)
		}
		if err == nil {
			var all any
			err = n.YNode().Decode(&all) // an error if aliases are cyclic or expand to too much
		}
		if err == nil {
			err = n.DeAnchor()
		}
		if err != nil {
			return part{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	v, err := valueOf(n)
	if err != nil {
		return part{}, fmt.Errorf("%s: %w", name, err)
	}
	return part{n.YNode(), v}, nil
}
