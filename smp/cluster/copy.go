package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// A copyMode determines how apimachinery copies a patch value that has nothing to merge with
// (divergence directives-kept).
type copyMode uint8

const (
	// cleaned is for a new value in a map (discardNullValuesFromPatch, removeDirectives). For
	// example, {"a":null,"b":{"$patch":"merge"}} becomes {}.
	cleaned copyMode = iota
	// pruned is for a new list in a map that has an order list (only removeDirectives). Maps with
	// $patch are dropped, and nulls stay.
	pruned
	// verbatim is for a value that replaces another value, or is added to a keyed list.
	verbatim
)

// copyOf returns the copy of a patch value. The copy is absent if the value is dropped.
func (c *call) copyOf(s smp.Schema, v model.Value, how copyMode) (model.Value, *fault) {
	if c.trace.on() {
		c.noteUnmerged(s, v)
	}
	return c.copy(v, how)
}

// noteUnmerged traces the merging lists in a value that is copied and not merged (divergence
// new-list-unmerged).
func (c *call) noteUnmerged(s smp.Schema, v model.Value) {
	for place, v := range walk.All(shape{s}, v) {
		if v.Type() == model.List && place.Schema.Merging() {
			c.trace.diverges(NewListUnmerged, place.Path()...)
		}
	}
}

func (c *call) copy(v model.Value, how copyMode) (model.Value, *fault) {
	switch {
	case !v.HasNull() && !v.HasDollar():
		return v, nil
	case v.Type() == model.Map:
		return c.copyMap(v, how)
	default: // a list, or a null, which has no elements
		return faults.EditElements(v, func(_ int, e model.Value) (model.Value, *fault) { return c.copy(e, how) })
	}
}

func (c *call) copyMap(v model.Value, how copyMode) (model.Value, *fault) {
	if c.drops(v, how) {
		return model.Value{}, nil
	}
	if v.HasOwnDollar() {
		c.trace.diverges(DirectivesKept)
	}
	return faults.EditMembers(v, func(_ string, m model.Value) (model.Value, *fault) {
		if m.Type() != model.Null {
			return c.copy(m, how)
		}
		if how == cleaned {
			return model.Value{}, nil
		}
		c.trace.diverges(NullsKept)
		return m, nil
	})
}

// drops reports whether a map is dropped because it has $patch (divergence directive-map-dropped).
// If the copy is cleaned, a null $patch does not count.
func (c *call) drops(v model.Value, how copyMode) bool {
	op, ok := v.Get(syntax.Patch)
	if !ok || how == verbatim || how == cleaned && op.Type() == model.Null {
		return false
	}
	c.trace.diverges(DirectiveMapDropped)
	return true
}

// decode returns a result as a server reads it. A name that begins with "$" is removed from a
// declared map that does not declare it (divergence decoding-drops-directives).
func (c *call) decode(s smp.Schema, v model.Value) (model.Value, *fault) {
	if !v.HasDollar() {
		return v, nil
	}
	isDeclared := v.Type() == model.Map && s.Declared()
	return walk.Rewrite(shape{s}, v, func(of shape, name string, m model.Value) (model.Value, *fault) {
		switch {
		case !isDeclared || declares(s, name):
			return c.decode(of.Schema, m)
		case syntax.LooksLikeDirective(name):
			c.trace.diverges(DecodingDropsDirectives)
			return model.Value{}, nil
		default:
			return m, nil
		}
	})
}
