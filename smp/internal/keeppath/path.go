// Package keeppath reads paths to keep, which are written in one of three forms (see Parse).
package keeppath

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// A Step is one step of a path: a step of a [model.Path], or a wildcard (see KeepStep of package smp).
type Step struct {
	Step model.Step // nil for a wildcard
	Deep bool       // the wildcard also leads to the value itself and to all values below it
}

// Parse reads a path: the text of a KeepPath of package smp, with or without a dot before it; a JSON
// pointer (RFC 6901), which begins with a slash; or a jq expression that selects a place. The error
// describes the part of the text that is not a path.
//
//	spec.containers[*].image
//	/spec/containers/0/image
//	.spec.containers[] | select(.name == "app") | .image
func Parse(text string) ([]Step, error) {
	switch {
	case strings.HasPrefix(text, "/"):
		return parsePointer(text)
	case isJQ(text):
		return parseJQ(text)
	default:
		return parseSteps(text)
	}
}

// parseSteps reads a path in the first form.
func parseSteps(text string) (p []Step, err error) {
	if text == "." {
		return p, nil
	}
	for i := 0; i < len(text) || i == 0; {
		end := stepEnd(text, i)
		part := text[i:end]
		switch name := strings.TrimPrefix(part, "."); {
		case name == "**":
			p = append(p, Step{Deep: true})
		case name == "*", part == "[*]", part == "[]":
			p = append(p, Step{})
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
			p = append(p, Step{Step: steps[0]})
		}
		i = end
	}
	return p, nil
}

// stepEnd returns the end of the step at i, which is before the next dot or opening bracket
// that is not inside brackets.
func stepEnd(text string, i int) int {
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

// parsePointer reads a JSON pointer. A number without leading zeros is an index.
func parsePointer(text string) (p []Step, err error) {
	offset := 1
	for _, token := range strings.Split(text[1:], "/") {
		for i := 0; i < len(token); i++ {
			if token[i] == '~' && (i+1 == len(token) || token[i+1] != '0' && token[i+1] != '1') {
				return p, fmt.Errorf("byte %d of %q: expected ~0 or ~1 after a tilde", offset+i, text)
			}
		}
		offset += len(token) + 1
		name := strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		if i, ok := IndexNamed(name); ok {
			p = append(p, Step{Step: model.Index(i)})
		} else {
			p = append(p, Step{Step: model.Field(name)})
		}
	}
	return p, nil
}

// IndexNamed returns the index that a name spells, without a sign or leading zeros.
func IndexNamed(name string) (int, bool) {
	i, err := strconv.Atoi(name)
	return i, err == nil && i >= 0 && strconv.Itoa(i) == name
}
