package smp

import "github.com/strategicpatch/smp/model"

// A copyMode is what the shipped engine does to a patch value for which there
// is nothing to merge with: it copies it (divergence directives-kept).
type copyMode uint8

const (
	// cleaned is a value new to its map: nulls and maps with $patch go.
	cleaned copyMode = iota
	// pruned is a list new to its map that has an order list: maps with $patch
	// go, nulls stay.
	pruned
	// verbatim is what replaces a value, or is added to a keyed list.
	verbatim
)

// as returns what do gives for a patch value that is fresh in this way.
func (a *applier) as(how copyMode, do func() (model.Value, *fault)) (model.Value, *fault) {
	before := a.fresh
	a.fresh = how
	result, f := do()
	a.fresh = before
	return result, f
}

// keepsNulls reports whether a null that the patch brings in is data here
// (divergence nulls-kept).
func (a *applier) keepsNulls() bool {
	return a.fresh != cleaned && a.diverges(NullsKept)
}

// drops reports whether a map that the patch brings in is dropped for its
// $patch (divergence directive-map-dropped).
func (a *applier) drops(v model.Value) bool {
	if a.fresh == verbatim || !a.dialect.Has(DirectiveMapDropped) || !v.HasOwnDollar() {
		return false
	}
	op, ok := v.Get(patchField)
	return ok && (a.fresh == pruned || op.Kind() != model.Null) && a.diverges(DirectiveMapDropped)
}

// copy returns a patch value as the shipped engine copies it; absent when it is
// dropped. Null is for the caller to keep or drop, by where it stands.
func (a *applier) copy(v model.Value) (model.Value, *fault) {
	if !v.HasNull() && !v.HasDollar() {
		return v, nil
	}
	switch v.Kind() {
	case model.Map:
		return a.copyMap(v)
	case model.List:
		return a.copyList(v)
	default:
		return v, nil
	}
}

func (a *applier) copyMap(v model.Value) (model.Value, *fault) {
	if a.drops(v) {
		return model.Value{}, nil
	}
	if a.fresh != verbatim && !a.dialect.Has(DirectiveMapDropped) {
		switch op, f := patchOperation(v); {
		case f != nil || op == deleteOperation:
			return model.Value{}, f
		case op == replaceOperation:
			if v, f = withoutPatch(v); f != nil {
				return v, f
			}
		}
	}
	if v.HasOwnDollar() {
		a.trace.noteDivergence(DirectivesKept)
	}
	var changes []model.Member
	for name, member := range v.Members() {
		result, f := member, (*fault)(nil)
		switch member.Kind() {
		case model.Null:
			if !a.keepsNulls() {
				result = model.Value{}
			}
		case model.Map, model.List:
			result, f = a.copy(member)
		}
		if f != nil {
			return model.Value{}, f.under(model.Field(name))
		}
		if !model.Same(result, member) {
			changes = append(changes, model.Member{Name: name, Value: result})
		}
	}
	if len(changes) == 0 {
		return v, nil
	}
	return built(v.WithMembers(changes...))
}

func (a *applier) copyList(v model.Value) (model.Value, *fault) {
	return editedElements(v, func(_ int, e model.Value) (model.Value, *fault) { return a.copy(e) })
}

// withoutPatch returns a map without its own $patch.
func withoutPatch(v model.Value) (model.Value, *fault) {
	return built(v.WithMembers(model.Member{Name: patchField}))
}
