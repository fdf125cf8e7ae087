package smp

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
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
	var p KeepPath
	var err error
	switch {
	case strings.HasPrefix(text, "/"):
		p, err = parseKeepPointer(text)
	case isJQ(text):
		p, err = parseKeepJQ(text)
	default:
		p, err = parseKeepSteps(text)
	}
	if err != nil {
		return nil, &Error{Code: Syntax, Document: "path to keep", Cause: err}
	}
	return p, nil
}

// parseKeepSteps reads a path in the form that String returns.
func parseKeepSteps(text string) (p KeepPath, err error) {
	if text == "." {
		return p, nil
	}
	for i := 0; i < len(text) || i == 0; {
		end := keepStepEnd(text, i)
		part := text[i:end]
		switch name := strings.TrimPrefix(part, "."); {
		case name == "**":
			p = append(p, KeepStep{Deep: true})
		case name == "*", part == "[*]", part == "[]":
			p = append(p, KeepStep{})
		case part == ".":
			return p, fmt.Errorf("byte %d of %q: expected a name after the dot", end, text)
		default:
			// Only the first step may lack its dot.
			if i > 0 && part[0] != '.' && part[0] != '[' {
				return p, fmt.Errorf("byte %d of %q: expected a dot or an opening bracket", i, text)
			}
			steps, err := model.ParsePath(part)
			if err != nil {
				at, cause := i, err
				var fault *model.Error
				if errors.As(err, &fault) {
					at, cause = i+int(fault.Offset), fault.Unwrap()
				}
				return p, fmt.Errorf("byte %d of %q: %w", at, text, cause)
			}
			if n, ok := steps[0].(model.Index); ok && n < 0 {
				return p, fmt.Errorf("byte %d of %q: expected an index that is not negative", i, text)
			}
			p = append(p, KeepStep{Step: steps[0]})
		}
		i = end
	}
	return p, nil
}

// keepStepEnd returns the end of the step at i, which is before the next dot or opening bracket
// that is not inside brackets.
func keepStepEnd(text string, i int) int {
	open, quoted := 0, false
	for j := i; j < len(text); j++ {
		switch c := text[j]; {
		case quoted && c == '\\':
			j++
		case c == '"':
			quoted = !quoted && open > 0
		case quoted:
		case open == 0 && j > i && (c == '.' || c == '['):
			return j
		case c == '[', c == '{':
			open++
		case c == ']', c == '}':
			if open--; open == 0 {
				return j + 1
			}
		}
	}
	return len(text)
}

// parseKeepPointer reads a JSON pointer. A number without leading zeros is an index.
func parseKeepPointer(text string) (p KeepPath, err error) {
	offset := 1
	for _, token := range strings.Split(text[1:], "/") {
		for i := 0; i < len(token); i++ {
			if token[i] == '~' && (i+1 == len(token) || token[i+1] != '0' && token[i+1] != '1') {
				return p, fmt.Errorf("byte %d of %q: expected ~0 or ~1 after a tilde", offset+i, text)
			}
		}
		offset += len(token) + 1
		name := strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		if i, ok := indexNamed(name); ok {
			p = append(p, KeepStep{Step: model.Index(i)})
		} else {
			p = append(p, KeepStep{Step: model.Field(name)})
		}
	}
	return p, nil
}

// indexNamed returns the index that a name spells, without a sign or leading zeros.
func indexNamed(name string) (int, bool) {
	i, err := strconv.Atoi(name)
	return i, err == nil && i >= 0 && strconv.Itoa(i) == name
}
