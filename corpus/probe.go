package corpus

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A prober makes a document that shows what else a patch sends. The document is like the result of
// the patch, so that applying the patch again changes nothing, except in these places:
//
//   - A field that is null in the document to patch has a value. A patch removes it only if it sends
//     a null. In a three-way merge, fields that original or modified has do not count.
//   - A field that the document to patch lacks, and for which the correct patch contains null, has a
//     value. A patch that does not send the null keeps it.
//   - A map or an element with strategy retainKeys has another field. A patch without $retainKeys
//     for a changed map or element keeps it.
//   - A list with recommended keys begins with other elements that have the same merge key. A patch
//     without $patchMergeKey changes, deletes or moves them.
type prober struct {
	base   model.Value   // the document to patch, or a value in it
	patch  model.Value   // the correct patch, at the same place
	others []model.Value // the values of original and modified there, in a three-way merge
	// ignore contains the directives that the server ignores.
	ignore smp.Directives
}

// probeName is the name of the additional field, and probeValue the value of fields.
const probeName = "probe"

var probeValue = model.NewString("probe")

// value returns the probe for a part of the result. retains is true if the value has strategy
// retainKeys, which a list may define for its elements.
func (p prober) value(s smp.Schema, retains bool, result model.Value) model.Value {
	switch {
	case result.Type() == model.Map:
		return p.fields(s, retains, result)
	case result.Type() == model.List && s.Keyed():
		if p.ignore.Has(smp.PatchMergeKey) {
			return p.elements(s, result)
		}
		return p.besides(s, p.elements(s, result))
	default:
		return result
	}
}

func (p prober) elements(s smp.Schema, result model.Value) model.Value {
	if s.Element().Strategy() == smp.Replace {
		return result
	}
	keys := append(s.Keys(), s.Recommended()...)
	return Rebuilt(result, func(_ string, e model.Value) (string, model.Value) {
		at := p.at(func(list model.Value) model.Value { return elementLike(s, list, e) })
		other := at.value(s.Element(), s.RetainKeys() || s.Element().RetainKeys(), e)
		for _, name := range keys { // an element with other keys is another element
			key, _ := e.Get(name)
			other = withMember(other, name, key)
		}
		return "", other
	})
}

// besides adds an element in front of a list for each element of the patch. It has the same merge
// key and other recommended keys.
func (p prober) besides(s smp.Schema, list model.Value) model.Value {
	keys := s.Keys()
	var added []model.Value
	for _, e := range p.patch.Elements() {
		other, differs := noMembers, false
		for _, name := range append(keys, s.Recommended()...) {
			if !slices.Contains(keys, name) {
				other, differs = withMember(other, name, probeValue), true
			} else if key, _ := e.Get(name); key.Type() != model.Null {
				other = withMember(other, name, key)
			}
		}
		same := func(v model.Value) bool { return model.Equal(v, other) }
		if differs && !slices.ContainsFunc(added, same) {
			added = append(added, other)
		}
	}
	if out, err := model.NewList(append(added, list.AppendElements(nil)...)...); err == nil {
		return out
	}
	return list
}

func (p prober) fields(s smp.Schema, retains bool, result model.Value) model.Value {
	out := Rebuilt(result, func(name string, v model.Value) (string, model.Value) {
		field, _ := s.Member(name)
		if strings.HasPrefix(name, "$") || field.Strategy() == smp.Replace {
			return name, v
		}
		at := p.at(func(v model.Value) model.Value { m, _ := v.Get(name); return m })
		return name, at.value(field, field.RetainKeys(), v)
	})
	add := func(name string) {
		if _, has := result.Get(name); !has && !strings.HasPrefix(name, "$") {
			out = withMember(out, name, probeValue)
		}
	}
	for name, v := range p.base.Members() {
		has := func(other model.Value) bool { _, has := other.Get(name); return has }
		if v.Type() == model.Null && !slices.ContainsFunc(p.others, has) {
			add(name)
		}
	}
	for name, v := range p.patch.Members() {
		if _, has := p.base.Get(name); v.Type() == model.Null && !has {
			add(name)
		}
	}
	if retains {
		add(probeName)
	}
	return out
}

// at returns the prober for a value in the documents.
func (p prober) at(step func(model.Value) model.Value) prober {
	to := prober{base: step(p.base), patch: step(p.patch), ignore: p.ignore}
	for _, other := range p.others {
		to.others = append(to.others, step(other))
	}
	return to
}

// elementLike returns the first element of a list with all keys of another element. It is absent if
// there is none.
func elementLike(s smp.Schema, list, element model.Value) model.Value {
	elements := list.AppendElements(nil)
	same := func(e model.Value) bool {
		differs := func(name string) bool { return !model.Equal(keyOf(s, e, name), keyOf(s, element, name)) }
		return sameKeys(s, e, element) && !slices.ContainsFunc(s.Recommended(), differs)
	}
	if i := slices.IndexFunc(elements, same); i >= 0 {
		return elements[i]
	}
	return model.Value{}
}

func withMember(v model.Value, name string, member model.Value) model.Value {
	if out, err := v.WithMembers(model.Member{Name: name, Value: member}); err == nil {
		return out
	}
	return v // the value would be too deep; no caller makes a value deeper
}
