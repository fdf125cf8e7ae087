package judge

import (
	"fmt"
	"strconv"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// maxMaps is the maximal number of maps below a wildcard of a path to keep, in which fields are looked up.
const maxMaps = 2000

// KeepSlip returns the first mistake in a path to keep: a field that the schema does not define,
// or a step that does not fit its type, as in "spec.replcas: unknown field; did you mean
// replicas?". depth is the number of steps before it. The text is empty if there is none.
func KeepSlip(s smp.Schema, path smp.KeepPath) (text string, depth int) {
	places := []smp.Schema{s} // several below a wildcard
	for i, step := range path {
		if step.Deep {
			return "", len(path)
		}
		var next []smp.Schema
		problem := ""
		for _, place := range places {
			if place.Type() == smp.AnyType || i == 0 && isTypedStep(step.Step) {
				return "", len(path)
			}
			below, cause := keepBelow(place, step.Step)
			if next = append(next, below...); problem == "" {
				problem = cause
			}
			if len(next) > maxMaps {
				return "", len(path)
			}
		}
		if len(next) > 0 {
			places = next
			continue
		}
		switch _, isField := step.Step.(model.Field); {
		case isField && problem == unknownField:
			remedy := finding.DidYouMean(schemas.FieldMeant(s, places[0], plainPath(path[:i+1])))
			problem = finding.Finding{Sentence: unknownField, Remedy: remedy}.Text()
			fallthrough
		case problem == unknownField:
			return fmt.Sprintf("%s: %s", path[:i+1], problem), i
		case problem == "":
			return "", len(path) // a wildcard without anything below it
		}
		return fmt.Sprintf("%s: %s", path[:i], problem), i
	}
	return "", len(path)
}

func isTypedStep(step model.Step) bool {
	field, ok := step.(model.Field)
	return ok && isTyped(string(field))
}

// keepBelow returns the schemas to which a step of a path to keep leads or, if there are
// none, the reason. The step is nil for a wildcard.
func keepBelow(s smp.Schema, step model.Step) (below []smp.Schema, problem string) {
	name := ""
	switch step := step.(type) {
	case nil:
		if s.Type() == smp.ListType {
			return []smp.Schema{s.Element()}, ""
		}
		for _, field := range s.Fields() {
			below = append(below, field)
		}
		if values, ok := s.Values(); ok {
			below = append(below, values)
		}
		return below, ""
	case model.Field:
		name = string(step)
	case model.Index:
		name = strconv.Itoa(int(step)) // an index may also be a name
	case model.Key:
		for _, key := range step {
			if _, known := s.Element().Member(key.Name); s.Type() == smp.ListType && !known && s.Element().Declared() {
				return nil, fmt.Sprintf("unknown key %s%s", key.Name, meant.Suggestion(key.Name, schemas.FieldNames(s.Element())))
			}
		}
	}
	switch {
	case s.Type() == smp.ScalarType:
		return nil, "the value is a scalar, which has no fields or elements"
	case s.Type() == smp.MapType && name == "":
		return nil, "the value is a map; name a field of it"
	case s.Type() == smp.MapType:
		if inner, known := s.Member(name); known {
			return []smp.Schema{inner}, ""
		}
		return nil, unknownField
	}
	if _, isField := step.(model.Field); isField {
		return nil, "the value is a list; select elements with " + elementSteps(s)
	}
	return []smp.Schema{s.Element()}, ""
}

// elementSteps returns examples of the steps that lead to the elements of a list.
func elementSteps(s smp.Schema) string {
	if keys := s.Keys(); len(keys) > 0 {
		return fmt.Sprintf("[%s=…] or [*]", keys[0])
	}
	return "[0] or [*]"
}

// plainPath returns a path in which each step to an element is an index.
func plainPath(path smp.KeepPath) model.Path {
	var plain model.Path
	for _, step := range path {
		if field, ok := step.Step.(model.Field); ok {
			plain = append(plain, field)
		} else {
			plain = append(plain, model.Index(0))
		}
	}
	return plain
}
