package explain

import (
	"slices"
	"strconv"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// lookup returns the value at a path in v, which is the original or the result. If there is
// none, the value is absent. A step also matches elements that omit a key with a default.
func (x *Explanation) lookup(v model.Value, path model.Path) model.Value {
	s := x.schema
	for _, step := range path {
		if _, ok := step.(model.Field); ok {
			v, _ = model.Path{step}.Lookup(v)
		} else {
			v = v.At(x.elementIndex(s, v, step))
		}
		s = schemaAt(s, step)
	}
	return v
}

// beforeAndAfter returns the values at a path in the original and in the result. A step with
// only some of the keys can find two different elements: [k=1] finds {k:1} in the result, and
// {k:1,p:a} in an original without {k:1}. If the result has {k:1,p:a} too, the step means
// {k:1}, and the value in the original is absent.
func (x *Explanation) beforeAndAfter(path model.Path) (before, after model.Value) {
	before, after = x.lookup(x.original, path), x.lookup(x.result, path)
	for n, step := range path {
		if _, ok := step.(model.Key); !ok {
			continue
		}
		s, had, has := x.schemaOf(path[:n]), x.lookup(x.original, path[:n]), x.lookup(x.result, path[:n])
		switch {
		case x.meansAnother(s, step, has, had):
			return model.Value{}, after
		case x.meansAnother(s, step, had, has):
			return before, model.Value{}
		}
	}
	return before, after
}

// meansAnother reports whether a step finds different elements in two lists: in the list one, an
// element with exactly the keys of the step, and in the list other, an element with more keys,
// which the list one contains, too.
func (x *Explanation) meansAnother(s smp.Schema, step model.Step, one, other model.Value) bool {
	id := idOf(step)
	if x.elements[one][id].copies == 0 || x.elements[other][id].copies > 0 {
		return false
	}
	i := x.elementIndex(s, other, step)
	return i >= 0 && x.elements[one][idOf(corpus.ElementStep(s, other, i))].copies > 0
}

// elementIndex returns the index of the element to which a step leads, or -1.
func (x *Explanation) elementIndex(s smp.Schema, list model.Value, step model.Step) int {
	if i, ok := step.(model.Index); ok {
		if int(i) >= list.Len() {
			return -1
		}
		return int(i)
	}
	known, ok := x.elements[list]
	if !ok {
		known = map[string]elementPosition{}
		for i := range list.Elements() {
			id := idOf(corpus.ElementStep(s, list, i))
			p, again := known[id]
			if !again {
				p.first = i
			} else {
				p.rest = append(p.rest, i)
			}
			p.copies++
			known[id] = p
		}
		x.elements[list] = known
	}
	if p, ok := known[idOf(step)]; ok {
		return p.first
	}
	found := -1
	if key, ok := step.(model.Key); ok && s.Recommended() != nil {
		found = x.withKeys(s, list, key)
	}
	known[idOf(step)] = elementPosition{first: found}
	return found
}

// idOf returns a text that is the same for all steps to one element of a keyed list, even if its keys
// are spelled differently, as 1 and 1.0.
func idOf(step model.Step) string {
	key, ok := step.(model.Key)
	if !ok {
		return step.String()
	}
	key = slices.Clone(key)
	for i, field := range key {
		key[i].Value = withoutSpelling(field.Value)
	}
	return key.String()
}

// withoutSpelling returns a number as its hash, which is the same for equal numbers, and other values
// as they are.
func withoutSpelling(v model.Value) model.Value {
	if v.Type() != model.Number {
		return v
	}
	return model.NewString("number " + strconv.FormatUint(v.Hash(), 16))
}

// An elementPosition is the position of an element in a list. first is the index of the first of
// several elements with equal keys, or -1. rest are the indexes of the others. copies is the
// number of these elements.
type elementPosition struct {
	first, copies int
	rest          []int
}

// hasFewer reports whether the result has fewer duplicates of an element than the original.
func (x *Explanation) hasFewer(path model.Path) bool {
	n := len(path) - 1
	if n < 0 {
		return false
	}
	copies := func(v model.Value) int { return x.elements[x.lookup(v, path[:n])][idOf(path[n])].copies }
	return copies(x.result) < copies(x.original)
}

// A keyedBy is a list, and the name of a key of its elements.
type keyedBy struct {
	list model.Value
	name string
}

// withKeys returns the index of the first element with these values of keys, or -1. If an
// element lacks a key, its default is used.
func (x *Explanation) withKeys(s smp.Schema, list model.Value, keys model.Key) int {
	by := keyedBy{list, keys[0].Name}
	places, ok := x.keyed[by]
	if !ok {
		places = map[uint64][]int{}
		for i, e := range list.Elements() {
			v, found := e.Get(by.name)
			if !found {
				v, _ = s.KeyDefault(by.name)
			}
			places[v.Hash()] = append(places[v.Hash()], i)
		}
		x.keyed[by] = places
	}
	for _, i := range places[keys[0].Value.Hash()] {
		if hasKeys(s, list.At(i), keys) {
			return i
		}
	}
	return -1
}

// hasKeys reports whether an element has these values of keys. If an element lacks a key, its
// default is used.
func hasKeys(s smp.Schema, e model.Value, keys model.Key) bool {
	for _, key := range keys {
		v, ok := e.Get(key.Name)
		if !ok {
			v, _ = s.KeyDefault(key.Name)
		}
		if !model.Equal(v, key.Value) {
			return false
		}
	}
	return e.Type() == model.Map
}

// canonical returns a path that names each element by all keys that the element has in the
// result. For an element that the result lacks, these are its keys in the original.
func (x *Explanation) canonical(path model.Path) model.Path { return x.named(path, false) }

// named implements canonical. If asked is set, the path is from --path. An element is then
// ambiguous only if its default key finds this element, and not another one with the same
// default key.
func (x *Explanation) named(path model.Path, asked bool) model.Path {
	var found model.Path
	s := x.schema
	for _, step := range path {
		_, isField := step.(model.Field)
		_, isKey := step.(model.Key)
		named := step
		if !isField && !(isKey && s.Recommended() == nil && !s.MapKeys()) {
			named = x.element(s, found, step)
		}
		if _, isIndex := step.(model.Index); isIndex {
			step = named
		}
		if by, yes := x.unclear.step(found, step); yes && !(asked && x.differ(s, found, named, by)) {
			named = by
		}
		found = append(found, named)
		s = schemaAt(s, named)
	}
	return found
}

// element returns the canonical step to an element of the list at a path. A step is kept if the
// keys lead to an earlier element.
func (x *Explanation) element(s smp.Schema, list model.Path, step model.Step) model.Step {
	elements, i := x.find(s, list, step)
	if i < 0 {
		return step
	}
	named := corpus.ElementStep(s, elements, i)
	if x.elementIndex(s, elements, named) != i {
		return step
	}
	return named
}

// find returns the list at a path, and the index of the element to which a step leads. It
// looks in the result, and then in the original. The index is -1 if neither has the element.
func (x *Explanation) find(s smp.Schema, list model.Path, step model.Step) (elements model.Value, i int) {
	for _, document := range []model.Value{x.result, x.original} {
		elements = x.lookup(document, list)
		if i = x.elementIndex(s, elements, step); i >= 0 {
			break
		}
	}
	return elements, i
}

// differ reports whether two steps lead to different elements of the list at a path. They also differ
// if only the second one leads to an element.
func (x *Explanation) differ(s smp.Schema, list model.Path, a, b model.Step) bool {
	elements, i := x.find(s, list, a)
	return i != x.elementIndex(s, elements, b)
}
