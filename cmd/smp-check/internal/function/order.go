package function

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// patchFirst returns the result of a patch with the patch's elements first in lists that
// merge, in the order of the patch, as in kustomize's output. A list with $setElementOrder
// keeps its order.
func patchFirst(s smp.Schema, patch, result model.Value) (model.Value, error) {
	directive, _ := patch.Get("$patch")
	if patch.Type() != model.Map || result.Type() != model.Map || directive.Text() != "" {
		return result, nil
	}
	var changes []model.Member
	for name, member := range patch.Members() {
		have, ok := result.Get(name)
		if !ok || strings.HasPrefix(name, "$") {
			continue
		}
		below, _ := s.Member(name)
		var err error
		changed := have
		if member.Type() == model.List {
			_, ordered := patch.Get("$setElementOrder/" + name)
			changed, err = elementsFirst(below, member, have, ordered)
		} else {
			changed, err = patchFirst(below, member, have)
		}
		if err != nil {
			return result, err
		}
		changes = append(changes, model.Member{Name: name, Value: changed})
	}
	return result.WithMembers(changes...)
}

// elementsFirst does the work of patchFirst for a list.
func elementsFirst(s smp.Schema, patch, result model.Value, ordered bool) (model.Value, error) {
	if !s.Merging() || result.Type() != model.List {
		return result, nil
	}
	elements := result.AppendElements(nil)
	var first []model.Value
	taken := make([]bool, len(elements))
	for _, e := range patch.Elements() {
		i := slices.IndexFunc(elements, func(have model.Value) bool { return isSame(s, e, have) })
		if i < 0 || taken[i] {
			continue // the element was deleted, or is a duplicate
		}
		var err error
		if elements[i], err = patchFirst(s.Element(), e, elements[i]); err != nil {
			return result, err
		}
		taken[i], first = true, append(first, elements[i])
	}
	if ordered {
		return model.NewList(elements...)
	}
	for i, e := range elements {
		if !taken[i] {
			first = append(first, e)
		}
	}
	return model.NewList(first...)
}

// isSame reports whether an element of a patch matches an element of the result.
func isSame(s smp.Schema, patch, have model.Value) bool {
	keys := s.Keys()
	if len(keys) == 0 {
		return model.Equal(patch, have)
	}
	selected, _ := patch.Get("$patchMergeKey")
	for _, key := range selected.Elements() {
		if !slices.Contains(keys, key.Text()) {
			keys = append(keys, key.Text())
		}
	}
	return !slices.ContainsFunc(keys, func(key string) bool { return !model.Equal(keyOf(s, patch, key), keyOf(s, have, key)) })
}

// keyOf returns the value of a merge key, which may have a default.
func keyOf(s smp.Schema, element model.Value, key string) model.Value {
	v, ok := element.Get(key)
	if !ok {
		v, _ = s.KeyDefault(key)
	}
	return v
}
