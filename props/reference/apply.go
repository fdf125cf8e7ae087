package reference

import (
	"errors"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Apply returns the original with the patch applied, by the specification. It uses the fields
// Ignore, Strict and Unions of e. An error is an *smp.Error equal to that of
// smp.Engine.Apply, except for its message. See rule root.
func Apply(e smp.Engine, s smp.Schema, original, patch model.Value) (model.Value, error) {
	r := &run{ignore: e.Ignore, strict: e.Strict, unions: e.Unions}
	result := r.document(s, read(original, &place{document: "original"}), readPatch(patch))
	if len(r.faults) > 0 {
		return model.Value{}, r.faults[0]
	}
	if result == nil {
		return model.NewMap()
	}
	return model.FromAny(result.tree()) // no error is possible, because the result is not deeper than the documents
}

// readPatch reads a patch, which may be absent.
func readPatch(patch model.Value) *node {
	at := &place{document: "patch"}
	if n := read(patch, at); n != nil {
		return n
	}
	return &node{at: at}
}

// document merges a patch into a whole document. It returns nil if the document becomes
// empty.
func (r *run) document(s smp.Schema, original, patch *node) *node {
	r.must(original == nil || original.is(model.Map) || original.is(model.Null), original, smp.WrongType, smp.RuleRoot, "the document is not a map")
	if !r.must(patch.kind == model.Map, patch, smp.WrongType, smp.RuleRoot, "the patch is not a map") {
		return nil
	}
	r.checkType(s, patch)
	return r.mergeMap(s, original, patch)
}

// A run is one application of a patch.
type run struct {
	ignore smp.Directives // rule directive-level
	strict bool
	unions bool         // rules union-member and union-discriminator
	apart  bool         // each element of a patch is evaluated alone, for Lint
	faults []*smp.Error // in the order in which they are found
}

// must returns ok. If ok is false, it adds a fault at the place of n. Callers do not call
// must for faults that only follow from an earlier fault.
func (r *run) must(ok bool, n *node, kind smp.Code, rule smp.Rule, otherwise string) bool {
	if !ok {
		r.faults = append(r.faults, &smp.Error{Code: kind, Document: n.at.document, Path: n.at.path(), Rule: rule, Cause: errors.New(otherwise)})
	}
	return ok
}

// rejects reports whether a fault was found at n or below it.
func (r *run) rejects(n *node) bool {
	path := n.at.path()
	return slices.ContainsFunc(r.faults, func(e *smp.Error) bool {
		return e.Document == n.at.document && len(e.Path) >= len(path) && e.Path[:len(path)].Equal(path)
	})
}

// A turn is the part of a patch map for one field.
type turn struct {
	name    string
	patch   *node // the value with the field's own name
	delete  *node // $deleteFromPrimitiveList/name
	order   *node // $setElementOrder/name
	dropped *node // an ignored value: its name begins with $ but is not that of a directive
}

// turn returns the value of a field after the patch. The result is nil if the field has no
// value. Faults are added in the order of the calls.
func (r *run) turn(s smp.Schema, original *node, t turn) *node {
	r.checkType(s, t.patch)
	r.checkElements(s, t.patch)
	r.checkOriginal(s, original, t)
	original = r.deleteValues(s, original, t)
	result := r.evaluate(s, original, t)
	return r.setOrder(s, result, t)
}

// evaluate merges the patch value into the original value. If their types differ, the
// original value is ignored. See rules null-deletes, scalar, map-atomic and absent-is-empty.
func (r *run) evaluate(s smp.Schema, original *node, t turn) *node {
	switch {
	case t.patch == nil:
		return original
	case t.patch.kind == model.Null:
		return nil
	case t.patch.kind == model.Map && atomicMap(s):
		return r.mergeMap(s, nil, t.patch)
	case t.patch.kind == model.Map:
		return r.mergeMap(s, original, t.patch)
	case t.patch.kind != model.List:
		return t.patch
	case replaces(s, t.patch):
		return r.replaceList(s, t.patch)
	}
	if !original.is(model.List) {
		original = t.patch.withItems(nil)
	}
	if s.Keyed() {
		return r.mergeKeyed(s, original, t.patch, t.order != nil)
	}
	return mergeSet(original, t.patch, t.order != nil)
}

// checkType rejects a patch value of a type that its schema does not allow, if Strict is set.
// See rule value-type.
func (r *run) checkType(s smp.Schema, value *node) {
	if !r.strict || value == nil || value.kind == model.Null {
		return
	}
	scalars := map[model.Type]smp.Scalars{model.String: smp.StringScalar, model.Number: smp.NumberScalar, model.Bool: smp.BoolScalar}
	fits := s.Type() == smp.AnyType || s.Type() == smp.ScalarType && s.Scalars()&scalars[value.kind] != 0 ||
		s.Type() == smp.MapType && value.kind == model.Map || s.Type() == smp.ListType && value.kind == model.List
	r.must(fits, value, smp.WrongType, smp.RuleValueType, "the schema defines "+s.Type().String())
}
