package kustomize

import (
	"fmt"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Merge applies the patch src to dest by the table of built-in kinds: see
// [Schemas.Merge].
func Merge(src, dest *yaml.RNode, options yaml.MergeOptions) (*yaml.RNode, error) {
	return (*Schemas)(nil).Merge(src, dest, options)
}

// Merge applies the patch src to dest and returns dest, changed in place; nil if the
// patch deletes it ($patch: delete). Without a patch dest stays; a missing or null dest
// counts as empty, and what comes of it is a node of its own. The schema is
// that of the apiVersion and kind of dest, or of src where dest says none; without one,
// maps merge and lists are replaced.
//
// Where options ask for it, lists that merge have the elements of the patch first, in
// the order of the patch, unless it has $setElementOrder for the list; else new elements come last. New
// members of a map come sorted by name. Anchors and aliases are written out.
//
// The error is an [*smp.Error] as that of [smp.Apply], or says that dest or src is no
// document, for which a name stands twice in a map, or aliases stand for too much or have
// no end. It leaves dest as it was.
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
	if directive, _ := patch.value.Get(directiveName); directive.Type() == model.String && directive.Text() == "delete" {
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

// merged returns the node of the result, for which it changes that of the original.
func merged(s smp.Schema, original, patch part, options yaml.MergeOptions) (*yaml.Node, error) {
	result, err := smp.Apply(s, original.value, patch.value)
	if err != nil {
		return nil, err
	}
	m := merging{prepend: options.ListIncreaseDirection == yaml.MergeOptionsListPrepend}
	return m.node(original, patch, result, s), nil
}

// of returns the schema of documents.
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

// document returns a node with what it stands for, its aliases written out.
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
			err = n.YNode().Decode(&all) // fails where aliases have no end, or stand for too much
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
