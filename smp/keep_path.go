package smp

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/keeppath"
)

// A KeepPath names places of a document that [Keep] keeps. It is like a [model.Path], but may
// contain wildcards. ParseKeepPath reads the text that String returns.
//
//	spec.replicas                       a field
//	metadata.annotations["a.b/c"]       a name with a character that is not a letter, digit, - or _
//	spec.ports[port=53,protocol=UDP]    the elements with these values
//	metadata.finalizers[="a.b/c"]       a value of a list
//	spec.args[2]                        the element at an index, which counts from 0
//	spec.containers[*].image            every element of a list, or every field of a map
//	spec.**.image                       image at any depth below spec, or in spec itself
//
// In a map, an index matches the field that has this number as its name. A negative index matches
// nothing. An empty KeepPath, printed as a dot, is the whole document.
type KeepPath []KeepStep

// A KeepStep is one step of a [KeepPath]: a step of a model.Path, or a wildcard.
type KeepStep struct {
	// Step leads to a value. A Key and a SetValue lead to all elements that they match, not
	// only to the first one. Nil is a wildcard, which leads to every field or element.
	Step model.Step
	// Deep makes a wildcard lead to the value itself and to all values below it.
	Deep bool
}

// KeepAt returns the KeepPath with the steps of path, without wildcards. It shares no memory with path.
func KeepAt(path model.Path) KeepPath {
	p := KeepPath{}
	for _, s := range path {
		p = append(p, KeepStep{Step: s})
	}
	return p.clone()
}

// clone returns a copy that shares no memory with p.
func (p KeepPath) clone() KeepPath {
	q := slices.Clone(p)
	for i, s := range q {
		if key, ok := s.Step.(model.Key); ok {
			q[i].Step = slices.Clone(key)
		}
	}
	return q
}

// String returns the path as text that ParseKeepPath reads.
func (p KeepPath) String() string {
	if len(p) == 0 {
		return "."
	}
	var text strings.Builder
	for i, s := range p {
		name := "[*]"
		switch {
		case s.Deep:
			name = "**"
		case s.Step != nil:
			name = s.Step.String()
		}
		if i > 0 && name[0] != '[' {
			text.WriteByte('.')
		}
		text.WriteString(name)
	}
	return text.String()
}

// ParseKeepPath reads a path in one of three forms. The first form is the text of
// [KeepPath.String], with or without a dot before it. The second form is a JSON pointer (RFC 6901),
// which begins with a slash. The third form is a jq expression that selects a place, as in the
// field ignoreDifferences of Argo CD:
//
//	.spec.template.spec.containers[*].image
//	/spec/template/spec/containers/0/image
//	.spec.template.spec.containers[] | select(.name == "app") | .image
//
// The error is an [*Error] with Code Syntax. The Cause describes the part of the text that is not a
// path.
func ParseKeepPath(text string) (KeepPath, error) {
	steps, err := keeppath.Parse(text)
	if err != nil {
		return nil, &Error{Code: Syntax, Document: "path to keep", Cause: err}
	}
	p := make(KeepPath, len(steps))
	for i, s := range steps {
		p[i] = KeepStep(s)
	}
	return p, nil
}
