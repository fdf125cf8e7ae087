package smp

import (
	"errors"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// Differences returns the divergences by which a cluster answers a patch otherwise
// than the documented rules: Engine{}.Differences.
func Differences(s Schema, original, patch model.Value) []Divergence {
	return Engine{}.Differences(s, original, patch)
}

// Differences returns the divergences by which a cluster answers a patch
// otherwise than this engine does: those that decide at a place where the two
// results differ, or where one of the two rejects the patch; in the order in
// which they decide first. It is nil where both give the same result, in the same
// order, or both reject the patch. A cluster is this engine in dialect Kubernetes,
// and not Strict.
func (e Engine) Differences(s Schema, original, patch model.Value) []Divergence {
	var rejected error // by both
	defer schemaError(&rejected)
	e.Trace = nil
	ours, ourErr := e.Apply(s, original, patch)
	var decided []Event
	e.Dialect, e.Strict = Kubernetes, false
	e.Trace = func(event Event) {
		if event.Divergence != 0 {
			decided = append(decided, event)
		}
	}
	theirs, theirErr := e.Apply(s, original, patch)
	var differ func(at model.Path) bool
	switch {
	case ourErr != nil && theirErr != nil, ourErr == nil && theirErr == nil && model.Equal(ours, theirs):
		return nil
	case ourErr != nil:
		differ = func(at model.Path) bool { return leadsTo(at, ourErr) }
	case theirErr != nil:
		differ = func(at model.Path) bool { return leadsTo(at, theirErr) }
	default:
		differ = func(at model.Path) bool {
			a, _ := at.Lookup(ours)
			b, _ := at.Lookup(theirs)
			return !model.Equal(a, b)
		}
	}
	all := distinct(decided, func(model.Path) bool { return true })
	there := distinct(decided, differ)
	if there == nil {
		there = all
	}
	if len(there) > 1 { // what decoding drops is there by another divergence
		there = slices.DeleteFunc(there, func(v Divergence) bool { return v == DecodingDropsDirectives })
	}
	return there
}

// distinct returns the divergences that decide at some places, each once.
func distinct(decided []Event, at func(model.Path) bool) []Divergence {
	var all []Divergence
	for _, event := range decided {
		if !slices.Contains(all, event.Divergence) && at(event.Path) {
			all = append(all, event.Divergence)
		}
	}
	return all
}

// leadsTo reports whether a place in the result is that of an error, or around it.
// Elements, which are addressed otherwise in the two, are taken for the same.
func leadsTo(at model.Path, err error) bool {
	var e *Error
	if !errors.As(err, &e) || len(at) > len(e.Path) {
		return false
	}
	for i, step := range at {
		field, isField := step.(model.Field)
		other, isOther := e.Path[i].(model.Field)
		if isField != isOther || isField && ofField(field) != ofField(other) {
			return false
		}
	}
	return true
}

// ofField returns the field that a member of a patch speaks of.
func ofField(name model.Field) model.Field {
	for _, prefix := range []string{deleteListPrefix, orderListPrefix} {
		if field, ok := strings.CutPrefix(string(name), prefix); ok {
			return model.Field(field)
		}
	}
	return name
}
