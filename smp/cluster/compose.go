package cluster

import (
	"errors"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/halves"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/pair"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// This is how patches are composed:
//
// Two patches of one object change different fields most of the time. So Compose visits both at
// once, goes down into the maps and elements that both of them patch, and copies the parts that
// only one of them contains:
//
//	first     containers:                  second    containers:
//	          - name: shop                           - name: shop
//	            image: shop:2                          env:
//	                                                   - {name: DEBUG, $patch: delete}
//
//	composed  containers:
//	          - name: shop
//	            image: shop:2
//	            env:
//	            - {name: DEBUG, $patch: delete}
//
// If both change the same value, there are three cases. If the second patch sets the value
// regardless of the old one, the composed patch is the second one. If the value after the first
// patch is known, as with {$patch: replace}, the second patch is applied to this value, and the
// composed patch replaces the value by the result. In all other cases, the directives determine how
// the patches are composed: $retainKeys, the deletions in a list, and order lists.
//
// Clusters add a difficulty. They obey a directive only if the object has a value that it can
// change. If there is no value, they copy the value of the patch, with the directives in it. Assume
// that the object has no container shop. If the patches are applied in order, the first one adds
// the container, and the second one finds no variable to delete. The composed patch adds the
// container with the directive, and the cluster stores a variable DEBUG. So the composed patch is
// correct only for objects that have the place containers[name=shop]. This place is called
// required.
//
// Therefore, at each map and element that both patches change, a composer compares two results: a
// copy of the composed patch, and a copy of the first patch changed by the second patch. If they
// differ, the place is required. Three facts reduce this comparison to a few names:
//
//   - A server cleans a new member of a map: it drops nulls and maps with $patch. Other directives
//     stay, but a server drops them when it decodes a declared map.
//   - A server does not clean a new element of a list. So the element must not contain nulls or
//     directives.
//   - $patch: replace in a new map drops the map.

// Compose combines patches into one that has the same effect on a server as applying them in order,
// except for the order of elements in merging lists and for duplicates in sets (rule compose).
// Without patches, the result is {}. If Requires is set, Compose calls it with each place that an
// object must have for the combined patch to be correct.
//
//	{"replicas": 3}                  patches[0]
//	{"replicas": 5, "paused": true}  patches[1]
//	{"replicas": 5, "paused": true}  result
//
// A required element is one that the object has before the first patch. So Compose rejects a patch
// that removes a value in an element of a keyed list, if a patch before it sets the value: that
// patch may add the element.
//
// If no single patch has the combined effect of patches[n] and the patches before it, the error is
// an [*smp.Error] with Code NotComposable, Document patches[n] and the path in patches[n]. If a
// server rejects a patch for every object, the error is that of Apply, with Document patches[n].
func (e Engine) Compose(s smp.Schema, patches ...model.Value) (_ model.Value, err error) {
	defer faults.RecoverSchema(&err)
	requireSchema(s)
	trace := tracer{report: e.Trace}
	all := make([]model.Value, 0, len(patches))
	var never *fault
	for n, patch := range patches {
		if never = e.neverApplies(s, patch); never != nil {
			break
		}
		if n > 0 {
			trace.note(smp.RuleCompose)
		}
		all = append(all, nulls.OrEmpty(patch))
	}
	c := e.newComposer()
	defer c.done()
	composed, n, f := c.inTurn(s, all)
	switch {
	case f != nil:
		return model.Value{}, inDocuments(f, faults.PatchName(n), faults.PatchName(n))
	case never != nil:
		return model.Value{}, inDocuments(never, "original", faults.PatchName(len(all)))
	}
	c.report(e.Requires)
	return composed, nil
}

// neverApplies returns the fault of a patch that is rejected for every object. If an object lacks a
// place, a server copies the value of the patch without reading the directives in it. So a patch
// with a fault in a field is rejected only for some objects, and neverApplies does not return it. A
// server copies all of a patch without directives of the root.
func (e Engine) neverApplies(s smp.Schema, patch model.Value) *fault {
	if patch.Type() == model.Map && !patch.HasOwnDollar() {
		return nil
	}
	lenient := e
	lenient.Strict, lenient.BeforeDecoding = false, true
	c := lenient.newCall(nulls.EmptyMap)
	defer c.done()
	if patch.Type() != model.Map {
		c.trace.report = e.Trace
	}
	_, f := c.root(s, nulls.EmptyMap, patch)
	if f != nil && errors.Is(f.Cause, errNothingToSort) {
		return nil
	}
	return f
}

// A composer composes two patches. In the methods, the parameter first is the patch that is
// applied first, and second is the patch that is applied after it.
type composer struct {
	*call  // not traced, not strict, and without the decoding of the result
	strict bool
	// decodes reports whether a server decodes the result, which drops directives.
	decodes bool
	// mayRequire reports whether the caller accepts patches that require places.
	mayRequire bool
	// grouped reports whether patches before the two patches are composed later. Then it is a fault
	// if the second patch hides a part of the first one that those patches may depend on.
	grouped  bool
	required []model.Path
	path     model.Path // place of the current values, by keys
}

func (e Engine) newComposer() *composer {
	lenient := e
	lenient.Strict, lenient.BeforeDecoding = false, true
	return &composer{call: lenient.newCall(model.Value{}), strict: e.Strict, decodes: !e.BeforeDecoding, mayRequire: e.Requires != nil}
}

// inTurn composes patches in order. If patches[n] cannot be composed with the patches before it,
// inTurn returns n and the fault.
//
// A result that grows with every patch would be read again for every further patch. So inTurn
// composes groups of patches pair by pair, if they have no effects on each other (see grouped).
func (c *composer) inTurn(s smp.Schema, patches []model.Value) (composed model.Value, n int, f *fault) {
	if len(patches) == 0 {
		return nulls.EmptyMap, 0, nil
	}
	type result struct {
		patch    model.Value
		required []model.Path
	}
	join := func(first, second result) (result, *fault) {
		c.required = append(first.required, second.required...)
		both, f := c.patchMaps(s, first.patch, second.patch)
		return result{both, c.required}, f
	}
	group := func(first, second result) (result, *fault) {
		c.grouped = true
		defer func() { c.grouped = false }()
		return join(first, second)
	}
	rest := make([]result, len(patches)-1)
	for i, patch := range patches[1:] {
		rest[i].patch = patch
	}
	all, n, f := halves.InTurn(result{patch: patches[0]}, rest, join, group)
	c.required = all.required
	return all.patch, n + 1, f
}

var (
	errBothChange = errors.New("no single patch has the effect of both on every object")
	errRequires   = errors.New("a single patch has the effect of both only on objects that already have this")
	errUndoes     = errors.New("the first patch may add the element around this, and a cluster copies a new element together with the directives in it")
)

// requires records that objects must have the current place, or the place that the steps lead to
// from there.
func (c *composer) requires(steps ...model.Step) *fault {
	if len(c.path)+len(steps) == 0 {
		return nil // the object itself always exists
	}
	if !c.mayRequire {
		return pair.NotComposable(errRequires)
	}
	c.required = append(c.required, c.path.Append(steps...))
	return nil
}

// undoes returns a fault if the current place is in an element of a keyed list. It is for a second
// patch that removes a value that the first patch sets. The composed patch would be correct only
// for objects that have the element. But if the first patch sets the value, it may add the element.
func (c *composer) undoes() *fault {
	inElement := slices.ContainsFunc(c.path, func(step model.Step) bool { _, ok := step.(model.Key); return ok })
	if !inElement {
		return nil
	}
	return pair.NotComposable(errUndoes)
}

// report calls the function with each required place, in sorted order. It leaves out a place if
// another required place is below it, because an object with the lower place has both.
func (c *composer) report(requires func(model.Path)) {
	if requires == nil {
		return
	}
	places, above := map[string]model.Path{}, map[string]bool{}
	for _, place := range c.required {
		text := place.String()
		if _, seen := places[text]; seen {
			continue
		}
		places[text] = place
		for n := range place {
			above[place[:n].String()] = true
		}
	}
	for _, text := range slices.Sorted(maps.Keys(places)) {
		if !above[text] {
			requires(places[text])
		}
	}
}

// inStep calls compose while path is extended by the step.
func (c *composer) inStep(step model.Step, compose func() *fault) *fault {
	c.path = append(c.path, step)
	f := compose()
	c.path = c.path[:len(c.path)-1]
	return f
}

// member returns the schema by which the server merges a field.
func (c *composer) member(s smp.Schema, name string) smp.Schema {
	if u, known, _ := c.lookUp(s, name); known {
		return u
	}
	return member(s, name)
}

// patchMaps composes two patches of a map. Neither of them is null.
func (c *composer) patchMaps(s smp.Schema, first, second model.Value) (model.Value, *fault) {
	before, f := syntax.OperationOf(first)
	after, g := syntax.OperationOf(second)
	switch {
	case f != nil || g != nil, c.grouped && (before != syntax.Merge || after != syntax.Merge):
		return model.Value{}, pair.NotComposable(errBothChange)
	case after != syntax.Merge && before != syntax.Merge:
		return second, nil // a server drops each of the two patches if there is no map
	case after != syntax.Merge:
		return second, c.requires()
	case before != syntax.Merge:
		known, f := c.mergeMap(s, nulls.EmptyMap, first, false)
		if f != nil {
			return model.Value{}, pair.NotComposable(f.Cause)
		}
		return c.replacing(s, known, second)
	}
	composed, known, f := c.maps(s, first, second, false)
	if f != nil || !known {
		return composed, f
	}
	return c.replacement(composed)
}

// replacing returns a patch that replaces a map. The new map is the result of applying second
// to known.
func (c *composer) replacing(s smp.Schema, known, second model.Value) (model.Value, *fault) {
	result, f := c.mergeMap(s, known, second, false)
	switch {
	case f != nil:
		return model.Value{}, pair.NotComposable(f.Cause)
	case result.Type() == model.Absent:
		return model.NewNull(), nil
	}
	return c.replacement(result)
}

// replacement returns a patch that replaces a map by v. The object must have the map.
func (c *composer) replacement(v model.Value) (model.Value, *fault) {
	if _, has := v.Get(syntax.Patch); has {
		return model.Value{}, pair.NotComposable(errBothChange)
	}
	if f := c.requires(); f != nil {
		return model.Value{}, f
	}
	return faults.Built(v.WithMembers(syntax.ReplacesMap))
}

// field composes two patches of a field of a map.
func (c *composer) field(of smp.Schema, first, second syntax.Field) (syntax.Field, *fault) {
	s, was, is := c.member(of, second.Name), first.Value.Type(), second.Value.Type()
	switch {
	case second.IsEmpty():
		return first, nil
	case first.IsEmpty():
		return second, nil
	case c.grouped && !replacesAlike(s, first.Value, second.Value), hasStrayDirective(first), hasStrayDirective(second):
		return composedValue(second, model.Value{}, pair.NotComposable(errBothChange))
	case is == model.Null && was != model.Null && !of.Declared(): // decoding drops a null from a declared map
		return composedValue(second, second.Value, c.undoes())
	case is == model.Null || second.Value.IsScalar():
		return syntax.Field{Value: second.Value}, nil
	case was == model.Null:
		return c.fieldAfterNull(of, first, second)
	case was == model.Map && is == model.Map:
		return c.mapField(s, first, second)
	case isListPatch(first.Value) && isListPatch(second.Value):
		return c.lists(s, first, second)
	default:
		return composedValue(second, model.Value{}, pair.NotComposable(errBothChange))
	}
}

// isListPatch reports whether the value of a field may be the patch of a list. It is absent if the patch has
// only a directive for the list.
func isListPatch(v model.Value) bool { return v.Type() == model.List || v.Type() == model.Absent }

// hasStrayDirective reports whether a patch has a directive for a list, but a value of another type. A
// server rejects an order list for such a value, and merges a delete list like a value.
func hasStrayDirective(t syntax.Field) bool { return t.HasDirective() && !isListPatch(t.Value) }

// composedValue returns the patch of a field with the value v, or the fault of the patch second.
func composedValue(second syntax.Field, v model.Value, f *fault) (syntax.Field, *fault) {
	if f != nil {
		return syntax.Field{}, f.UnderDirective(second.MemberName())
	}
	return syntax.Field{Value: v}, nil
}

// fieldAfterNull implements field for a first patch that deletes the field, and a second one with a map, or
// with the patch of a list.
func (c *composer) fieldAfterNull(of smp.Schema, first, second syntax.Field) (syntax.Field, *fault) {
	s, is := c.member(of, second.Name), second.Value.Type()
	switch {
	case is == model.Absent:
		return syntax.Field{Value: first.Value}, nil // there is nothing left to delete or sort
	case c.rejectsUnknown(of, second):
		return composedValue(second, model.Value{}, pair.NotComposable(errBothChange))
	case is == model.List:
		return c.lists(s, first, second)
	case isAtomicMap(s):
		v, f := c.mapValue(s, model.Value{}, second.Value)
		if v.Type() == model.Absent {
			v = model.NewNull()
		}
		return composedValue(second, v, f)
	default:
		v, f := c.replacing(s, model.Value{}, second.Value)
		return composedValue(second, v, f)
	}
}

// mapField implements field for two maps.
func (c *composer) mapField(s smp.Schema, first, second syntax.Field) (syntax.Field, *fault) {
	if !isAtomicMap(s) {
		v, f := c.patchMaps(s, first.Value, second.Value)
		return syntax.Field{Value: v}, f // the path of the fault ends below the field
	}
	var f *fault
	if hasNullOrDirective(second.Value) {
		f = c.requires()
	}
	return composedValue(second, second.Value, f)
}

// replacesAlike reports whether the second value of a field hides nothing of the first one that may
// not fit the value before them: both are scalars or null, both are maps, or both are lists. The
// first one must not be an atomic value with directives. An absent value belongs to a directive for
// a list.
func replacesAlike(s smp.Schema, first, second model.Value) bool {
	class := func(v model.Value) model.Type {
		switch k := v.Type(); k {
		case model.Map, model.List:
			return k
		case model.Absent:
			return model.List
		default:
			return model.Null
		}
	}
	atomic := isAtomicMap(s) || first.Type() == model.List && !s.Merging()
	return class(first) == class(second) && !(atomic && hasNullOrDirective(first))
}

// rejectsUnknown reports whether a server rejects a value for a field that it does not find in the
// schema, if the object has a value there.
func (c *composer) rejectsUnknown(of smp.Schema, t syntax.Field) bool {
	_, known, _ := c.lookUp(of, t.Name)
	return c.findsSchema(patchedField{in: of, schema: c.member(of, t.Name), known: known}, t.Value, t) != nil
}

// hasNullOrDirective reports whether a value contains nulls or directives. When a server copies a
// value, it drops them in some cases and keeps them in others.
func hasNullOrDirective(v model.Value) bool { return v.HasNull() || v.HasDollar() }

// dropsDirectives reports whether a server drops all directives of a patch map after copying the
// map. This is so if the map is declared, so that it is decoded, and no field has the name of one
// of the directives.
func dropsDirectives(s smp.Schema, patch model.Value) bool {
	for name := range patch.Members() {
		if syntax.LooksLikeDirective(name) && declares(s, name) {
			return false
		}
	}
	return s.Declared()
}
