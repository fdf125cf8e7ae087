package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A shape is a schema for the reader of patches and for walks.
type shape struct{ smp.Schema }

// HasField implements syntax.MapSchema.
func (s shape) HasField(name string) bool { return declares(s.Schema, name) }

// MayNameDirectives implements syntax.MapSchema. It does not search the names of all fields.
func (s shape) MayNameDirectives() bool { return true }

// HoldsLists implements syntax.MapSchema.
func (s shape) HoldsLists(member model.Value) bool {
	if values, ok := s.Values(); ok && values.Type() != smp.AnyType {
		return values.Type() == smp.ListType
	}
	return member.Type() == model.List
}

// OfMember implements walk.Tree.
func (s shape) OfMember(name string) shape { return shape{member(s.Schema, name)} }

// OfElement implements walk.Tree.
func (s shape) OfElement() shape { return shape{s.Element()} }

// patchMap returns how a server reads a patch map. $patchMergeKey is data (divergence
// patch-merge-key-unknown).
func (c *call) patchMap(s smp.Schema, patch model.Value, inKeyedList bool) syntax.Map {
	d := syntax.Dialect{Ignores: syntax.Set(c.Ignore | smp.PatchMergeKey), Reserves: true, DropsIgnored: true}
	return d.Map(shape{s}, patch, inKeyedList)
}

// specified returns how the specification reads a patch map.
func (c *call) specified(s smp.Schema, inKeyedList bool) syntax.Map {
	return syntax.Dialect{Ignores: syntax.Set(c.Ignore &^ smp.PatchMergeKey)}.Map(shape{s}, model.Value{}, inKeyedList)
}

// groupFields groups the members of a patch map by field, in the order of the patch, and traces how
// the specification reads the names in another way.
func (c *call) groupFields(patch syntax.Map) []syntax.Field {
	if !c.trace.on() {
		return patch.Fields(nil)
	}
	return patch.Fields(c.noteMeaning(patch))
}

// noteMeaning returns a function that traces the meaning of a member of a patch map: the rule that
// decided, and the divergences from the specification.
func (c *call) noteMeaning(patch syntax.Map) func(name string, w syntax.Meaning) {
	s := patch.Schema.(shape).Schema
	specified := c.specified(s, patch.InKeyedList)
	return func(name string, w syntax.Meaning) {
		value, _ := patch.Patch.Get(name)
		for _, v := range divergences(s, name, specified.Meaning(name, value), w) {
			c.trace.diverges(v, model.Field(name))
		}
		if w.Rule != "" {
			c.trace.note(smp.Rule(w.Rule), model.Field(name))
		}
	}
}

// divergences returns the divergences between two meanings of a name.
func divergences(s smp.Schema, name string, specified, server syntax.Meaning) []Divergence {
	switch {
	case specified.Role == server.Role:
		return nil
	case server.Role == syntax.DataRole && specified.Role == syntax.UnrecognizedRole && !syntax.LooksLikeList(name):
		return []Divergence{UnknownDirectiveKept}
	case server.Role == syntax.DataRole && specified.Role == syntax.MergeKeyRole && s.Declared():
		return []Divergence{PatchMergeKeyUnknown, UnknownDirectiveKept}
	case server.Role == syntax.DataRole && specified.Role == syntax.MergeKeyRole:
		return []Divergence{PatchMergeKeyUnknown}
	}
	return []Divergence{DirectiveNamesReserved}
}
