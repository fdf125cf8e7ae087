package kyaml

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// These are the codes of problems that only kustomize has.
const (
	// NotApplied means that kustomize ignores a part of the patch for this object.
	NotApplied smp.Code = "not-applied"
	// UnsupportedDirective means that kustomize does not support a directive, and leaves it
	// in the object as a field.
	UnsupportedDirective smp.Code = "unsupported-directive"
	// Fails means that kustomize reports an error.
	Fails smp.Code = "build-fails"
)

const (
	// ReplacesList means that kustomize replaces a list that a cluster merges.
	ReplacesList smp.Code = "replaces-list"
	// LosesElement means that kustomize removes an element of a list that the patch does not
	// change.
	LosesElement smp.Code = "loses-element"
)

// A Problem is a part of a patch that kustomize does not apply.
type Problem struct {
	Path  model.Path // in the patch
	Code  smp.Code
	Cause error
	// Possible is set if the problem depends on the object, and the object is unknown.
	Possible bool
	// Unneeded is set if the part deletes something that the object does not have. It may have an
	// effect on other objects of the patch.
	Unneeded bool
}

// Check returns the parts of a patch that kustomize does not apply to an object, and the
// directives that kustomize leaves in the object. If the object is absent, it is unknown.
// Check then assumes an object with all fields and elements that the patch changes or
// deletes.
func Check(s Schema, object, patch model.Value) []Problem {
	c := checker{}
	c.directives(s, nil, patch)
	if object.Type() == model.Absent {
		c.unknown = true
		object = assumed(s, patch)
	}
	dest := newNode(object, false)
	result, err := new(merging).merge(s, newNode(object, false), newNode(patch, true))
	var failed *Error
	switch {
	case errors.As(err, &failed):
		cause := failed.Cause
		if len(failed.rest) > 0 {
			cause = fmt.Errorf("%w: %s of the object", cause, failed.rest)
		}
		c.add(failed.Path, failCode(failed), cause)
	case err == nil:
		c.value(s, nil, patch, dest, result)
	}
	return c.found
}

func failCode(e *Error) smp.Code {
	if errors.Is(e, errOperation) {
		return smp.InvalidDirective
	}
	return Fails
}

// A checker compares a patch with its result.
type checker struct {
	found    []Problem
	work     int
	unknown  bool // the object is unknown and therefore assumed
	replaced bool // a list or map around this place is replaced
}

func (c *checker) add(path model.Path, code smp.Code, cause error) {
	c.found = append(c.found, Problem{Path: path, Code: code, Cause: cause, Possible: c.unknown && (code == NotApplied || code == ReplacesList)})
}

// within returns a checker whose findings are discarded.
func (c *checker) within() checker {
	return checker{work: c.work + 1, unknown: c.unknown, replaced: c.replaced}
}

func (c *checker) notApplied(path model.Path, format string, args ...any) {
	c.add(path, NotApplied, fmt.Errorf(format, args...))
}

// unsupported lists the directives, or prefixes of directives, that kustomize treats as
// fields.
var unsupported = []string{"$retainKeys", "$setElementOrder/", "$deleteFromPrimitiveList/", "$patchMergeKey"}

// IsUnsupported reports whether a name is that of a directive that kustomize does not support.
func IsUnsupported(name string) bool {
	return slices.ContainsFunc(unsupported, func(directive string) bool {
		return name == directive || strings.HasSuffix(directive, "/") && strings.HasPrefix(name, directive)
	})
}

var errUnsupported = errors.New("kustomize build does not support this directive, and leaves it in the object; smp-check fn supports it")

// directives reports the directives that kustomize does not support. In a free-form map, such
// a name may be that of a field.
func (c *checker) directives(s Schema, path model.Path, v model.Value) {
	if !v.HasDollar() {
		return
	}
	for i, e := range v.Elements() {
		c.directives(s.element(), path.Append(model.Index(i)), e)
	}
	for name, member := range v.Members() {
		switch at := path.Append(model.Field(name)); {
		case !IsUnsupported(name):
			c.directives(s.member(name), at, member)
		case member.Type() == model.List || !s.freeForm():
			c.add(at, UnsupportedDirective, errUnsupported)
		}
	}
}

// value compares a value of the patch with the value in the result. old is the value in the
// object.
func (c *checker) value(s Schema, path model.Path, patch model.Value, old, result *node) {
	switch patch.Type() {
	case model.Null:
		if !result.missing() {
			c.notApplied(path, "kustomize does not delete this field")
		}
	case model.Map:
		c.mapping(s, path, patch, old, result)
	case model.List:
		c.list(s, path, patch, old, result)
	default:
		if result == nil || form(result.typ) != "scalar" || !model.Equal(result.value, patch) {
			c.notApplied(path, "kustomize does not set this field")
		}
	}
}
