package smp

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
)

// Composing patches for a cluster.
//
// Two patches of one object change different fields most of the time. So Compose walks down
// both at once, through the maps and elements that both patch, and takes what only one of
// them contains:
//
//	first     containers:                  then      containers:
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
// Where both change one thing, there are three cases. If the second patch sets it whatever
// it was, the composed patch is the second one. If the first patch leaves a known value, as
// {$patch: replace} does, the second one is applied to that, and the composed patch
// replaces by the result. Everything else is composed by the rules of the directive: names
// of $retainKeys, deletions and merges of a list, order lists.
//
// What remains is the difficulty of clusters. They obey a directive only where the object
// has something to change. A value that is new is copied instead, with the directives in
// it. Take an object without a container shop. In turn, the first patch adds the container,
// and the second one finds no variable to delete. The composed patch adds the container as
// it is, and the cluster stores a variable DEBUG. So this composition requires a place,
// containers[name=shop]: it is right for all objects that have it.
//
// A clusterComposer asks at each map and element where both patches meet: would a copy of
// the composed patch be the same as a copy of the first one, changed by the second one? If
// not, the place is required. Three facts make that a question about a few names:
//
//   - A map that is new to a map is cleaned: nulls and maps with $patch are dropped. Its own
//     other directives stay, but a server drops them when it decodes a declared map.
//   - An element that is new to a list is not cleaned. It must not contain anything special.
//   - $patch: replace in a map that is new drops the map.

// A clusterComposer composes two patches for a cluster, first and then.
type clusterComposer struct {
	reading
	strict  bool
	cluster *cluster
	// decodes says that a server decodes what the engine returns, and drops directives.
	decodes bool
	// mayRequire says that the caller accepts patches that require places.
	mayRequire bool
	required   []model.Path
	path       model.Path // where the patches meet, by keys
}

func (e Engine) newClusterComposer() *clusterComposer {
	r := reading{e.Dialect.beforeDecoding(), e.Ignore}
	return &clusterComposer{
		reading: r, strict: e.Strict, cluster: newCluster(r), decodes: e.Dialect == Kubernetes, mayRequire: e.Requires != nil,
	}
}

// composingForCluster returns functions that compose two patches, and that report the places
// that all compositions require.
func (e Engine) composingForCluster(u *node) (compose func(first, then model.Value) (model.Value, *fault), report func()) {
	c := e.newClusterComposer()
	compose = func(first, then model.Value) (model.Value, *fault) {
		return c.patchMaps(u, orEmpty(first), orEmpty(then))
	}
	return compose, func() { c.report(e.Requires) }
}

var (
	errBothChange = errors.New("no single patch has the effect of both on every object")
	errRequires   = errors.New("a single patch has the effect of both only on objects that already have this")
)

// requires records that objects must have the place where the patches meet, or one below.
func (c *clusterComposer) requires(steps ...model.Step) *fault {
	if len(c.path)+len(steps) == 0 {
		return nil // the object itself
	}
	if !c.mayRequire {
		return notComposable(errRequires)
	}
	c.required = append(c.required, c.path.Append(steps...))
	return nil
}

// inStep composes what is below a step.
func (c *clusterComposer) inStep(step model.Step, compose func() *fault) *fault {
	c.path = append(c.path, step)
	f := compose()
	c.path = c.path[:len(c.path)-1]
	return f
}

// patchMaps composes two values of a map, of which neither is null.
func (c *clusterComposer) patchMaps(u *node, first, then model.Value) (model.Value, *fault) {
	before, f := patchOperation(first)
	after, g := patchOperation(then)
	switch {
	case f != nil || g != nil:
		return model.Value{}, notComposable(errBothChange)
	case after != mergeOperation && before != mergeOperation:
		return then, nil // either is dropped if there is no map
	case after != mergeOperation:
		return then, c.requires()
	case before != mergeOperation:
		known, f := c.cluster.mergeMap(u, emptyMap, first, false)
		if f != nil {
			return model.Value{}, notComposable(f.cause)
		}
		return c.replacing(u, known, then)
	}
	composed, known, f := c.maps(u, first, then, false)
	if f != nil || !known {
		return composed, f
	}
	return c.replacement(composed)
}

// replacing returns a patch that replaces a map by the result of a patch of a known value.
func (c *clusterComposer) replacing(u *node, known, then model.Value) (model.Value, *fault) {
	result, f := c.cluster.mergeMap(u, known, then, false)
	switch {
	case f != nil:
		return model.Value{}, notComposable(f.cause)
	case result.Type() == model.Absent:
		return model.NewNull(), nil
	}
	return c.replacement(result)
}

// replacement returns a patch that replaces a map by a value. The object must have the map.
func (c *clusterComposer) replacement(v model.Value) (model.Value, *fault) {
	if _, has := v.Get(patchField); has {
		return model.Value{}, notComposable(errBothChange)
	}
	if f := c.requires(); f != nil {
		return model.Value{}, f
	}
	return built(v.WithMembers(model.Member{Name: patchField, Value: model.NewString(patchReplace)}))
}

// maps composes two patch maps that merge. If known is set, both patches leave the returned
// value, whatever the map was before.
func (c *clusterComposer) maps(u *node, first, then model.Value, element bool) (composed model.Value, known bool, f *fault) {
	m, f := c.read(u, first, then, element)
	if f == nil {
		f = c.meet(m, first, then, element)
	}
	if f != nil {
		return model.Value{}, false, f
	}
	if c.settles(m) {
		composed, f = c.cluster.mergeMap(u, emptyMap, first, element)
		if f == nil {
			composed, f = c.cluster.mergeMap(u, composed, then, element)
		}
		if f != nil {
			return model.Value{}, false, notComposable(f.cause)
		}
		return composed, true, nil
	}
	var set []string
	f = m.each(func(name string) *fault {
		t, f := c.retainedField(m, name)
		if f != nil {
			return f.underField(name)
		}
		if !isDeletion(t.value) && t.value.Type() != model.Absent {
			set = append(set, name)
		}
		t.name = name
		return m.emit(t)
	})
	if f == nil && (m.kept1 != nil || m.kept2 != nil) {
		var list model.Value
		list, f = m.retainedNames(set)
		m.members = append(m.members, model.Member{Name: retainKeysField, Value: list})
	}
	if f != nil {
		return model.Value{}, false, f
	}
	composed, f = built(model.NewMap(m.members...))
	return composed, false, f
}

// read groups the members of two patch maps by field. It refuses names that a cluster
// mistakes for directives, because their meaning depends on the other members.
func (c *clusterComposer) read(u *node, first, then model.Value, element bool) (*mapComposition, *fault) {
	m := &mapComposition{composer: &composer{applier{reading: c.reading, strict: c.strict}}, node: u}
	if f := m.read(first, then, element); f != nil {
		return nil, notComposable(f.cause)
	}
	for _, name := range slices.Sorted(slices.Values(m.names)) {
		t, inThen := m.then[name]
		if looksLikeList(name) || m.first[name].nameless.Type() != model.Absent || t.nameless.Type() != model.Absent {
			f := notComposable(errTwoRoles)
			if _, has := then.Get(t.memberName()); inThen && has {
				f = f.under(model.Field(t.memberName()))
			}
			return nil, f
		}
	}
	return m, nil
}

// meet requires the map in which two patches meet, if the composed patch must not be copied.
func (c *clusterComposer) meet(m *mapComposition, first, then model.Value, element bool) *fault {
	if element {
		if special(first) || special(then) {
			return c.requires()
		}
		return nil
	}
	if c.decodes && dropsDirectives(m.node, first) && dropsDirectives(m.node, then) {
		return nil
	}
	obeyed := then.HasOwnDollar() || m.kept1 != nil || c.ignored(m.node, first)
	for name, t := range m.first {
		obeyed = obeyed || t.hasDirective() && !m.then[name].isEmpty()
	}
	if obeyed {
		return c.requires()
	}
	return nil
}

// dropsDirectives reports whether a server drops all directives of a patch map that is
// copied: it decodes a declared map, and no field is called like one of them.
func dropsDirectives(u *node, patch model.Value) bool {
	for name := range patch.Members() {
		if _, declared := u.shape.field(name); declared && strings.HasPrefix(name, "$") {
			return false
		}
	}
	return u.declares()
}

// ignored reports whether a patch map has directives that an older server does not
// recognise. It drops them, unless it copies the map.
func (c *clusterComposer) ignored(u *node, patch model.Value) bool {
	return slices.ContainsFunc(c.fieldPatches(u, patch, false, nil), func(t fieldPatch) bool { return t.unknown })
}

// settles reports whether a map is known after both patches: the first one retains only
// fields that it sets to a value, and the second one adds a map or list that would merge.
func (c *clusterComposer) settles(m *mapComposition) bool {
	if m.kept1 == nil {
		return false
	}
	for name := range m.kept1 {
		v := m.first[name].value
		if !v.IsScalar() && (v.Type() != model.List || c.member(m.node, name).merging()) {
			return false
		}
	}
	for name, t := range m.then {
		if k := t.value.Type(); m.kept1.clears(name) && (k == model.Map || k == model.List) {
			return true
		}
	}
	return false
}

// retainedField composes two patches of a field, after the $retainKeys of both.
func (c *clusterComposer) retainedField(m *mapComposition, name string) (t fieldPatch, f *fault) {
	first, then := m.first[name], m.then[name]
	first.name, then.name = name, name
	switch {
	case m.kept2.clears(name):
		return t, nil // the second patch does not set it
	case m.kept1.clears(name):
		first = fieldPatch{name: name, value: model.NewNull()}
	}
	f = c.inStep(model.Field(name), func() (f *fault) {
		t, f = c.field(m.node, first, then)
		return f
	})
	if m.kept1.clears(name) && isDeletion(t.value) {
		return fieldPatch{}, f // not retained, so cleared
	}
	return t, f
}

// field composes two patches of a field of a map.
func (c *clusterComposer) field(of *node, first, then fieldPatch) (fieldPatch, *fault) {
	u, was, is := c.member(of, then.name), first.value.Type(), then.value.Type()
	isList := func(k model.Type) bool { return k == model.List || k == model.Absent } // or a directive for one
	v, f := model.Value{}, notComposable(errBothChange)
	switch {
	case then.isEmpty():
		return first, nil
	case first.isEmpty():
		return then, nil
	case !isList(is) && then.hasDirective(), !isList(was) && first.hasDirective():
		// A cluster rejects an order list there, and takes a delete list for a value.
	case is == model.Null || then.value.IsScalar():
		return fieldPatch{value: then.value}, nil
	case was == model.Null && is == model.Absent:
		return fieldPatch{value: first.value}, nil // nothing is left to delete or sort
	case was == model.Null && c.rejectsUnknown(of, then):
	case was == model.Null && is == model.Map && u.atomicMap():
		if v, f = c.cluster.mapValue(u, model.Value{}, then.value); v.Type() == model.Absent {
			v = model.NewNull()
		}
	case was == model.Null && is == model.Map:
		v, f = c.replacing(u, model.Value{}, then.value)
	case was == model.Map && is == model.Map && u.atomicMap():
		v, f = then.value, nil
		if special(then.value) {
			f = c.requires()
		}
	case was == model.Map && is == model.Map:
		v, f = c.patchMaps(u, first.value, then.value)
		return fieldPatch{value: v}, f // whose path ends below
	case isList(is) && (isList(was) || was == model.Null):
		return c.lists(u, first, then)
	}
	if f != nil {
		return fieldPatch{}, f.underDirective(then.memberName())
	}
	return fieldPatch{value: v}, nil
}

// rejectsUnknown reports whether a cluster rejects a value for a field that it does not
// know, if the object has one.
func (c *clusterComposer) rejectsUnknown(of *node, t fieldPatch) bool {
	m := &mapMerge{applier: &c.cluster.applier, node: of}
	return c.cluster.lookUp(m, c.member(of, t.name), t.value, t) != nil
}

// member returns the node of a field as a cluster finds it.
func (c *clusterComposer) member(of *node, name string) *node {
	if _, declared := of.shape.field(name); !declared && c.dialect.goTypes() {
		if u, ok := of.shape.folded(name); ok {
			return u
		}
	}
	return of.member(name)
}

// special reports whether a value has nulls or directives, which a cluster keeps or drops
// when it copies the value.
func special(v model.Value) bool { return v.HasNull() || v.HasDollar() }

// anySpecial reports whether elements of a patch list, deletions and markers aside, are
// special.
func anySpecial(list model.Value) bool {
	return slices.ContainsFunc(list.AppendElements(nil), func(e model.Value) bool {
		_, directive := e.Get(patchField)
		return !directive && special(e)
	})
}

// keysOf returns an element with its keys alone, as an order list has it.
func keysOf(by *identity.Selection, e model.Value) (model.Value, *fault) {
	if len(by.Names) == 0 {
		return e, nil
	}
	var members []model.Member
	for _, name := range by.Names {
		v, _ := e.Get(name)
		members = append(members, model.Member{Name: name, Value: v})
	}
	return built(model.NewMap(members...))
}

// report calls a function with each required place, sorted. A place on the way to another
// one is left out, because the other one implies it.
func (c *clusterComposer) report(requires func(model.Path)) {
	if requires == nil {
		return
	}
	leadsTo := func(place, other model.Path) bool {
		return len(place) <= len(other) && place.Equal(other[:len(place)])
	}
	var deepest []model.Path
	for _, place := range c.required { // which come next to each other if one leads to the other
		n := len(deepest) - 1
		switch {
		case n >= 0 && leadsTo(deepest[n], place):
			deepest[n] = place
		case n < 0 || !leadsTo(place, deepest[n]):
			deepest = append(deepest, place)
		}
	}
	places := map[string]model.Path{}
	for _, place := range deepest {
		places[place.String()] = place
	}
	for _, text := range slices.Sorted(maps.Keys(places)) {
		requires(places[text])
	}
}
