package kyaml

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

func (c *checker) list(s Schema, path model.Path, patch model.Value, old, result *node) {
	keys, merges := s.keys()
	if !merges {
		c.copy(path, patch, result)
		c.losses(s, path, old, result)
		return
	}
	op, marker := listOperation(patch)
	at := path.Append(model.Index(marker))
	switch {
	case marker < 0:
	case old.missing() && !result.missing() && c.hasDirective(result):
		c.add(at, smp.DirectiveAsData, errors.New("the object does not have this list, so kustomize leaves the directive in the list; remove the directive"))
		return
	case op == operationDelete:
		if !result.missing() {
			c.notApplied(at, "kustomize does not delete this list")
		} else if sets(patch) {
			c.notApplied(at, "kustomize deletes the list, and ignores the other elements of the patch; to replace the list, write $patch: replace")
		}
		return
	case old.missing() && op == operationReplace && len(keys) > 0 && c.loses(s, patch, result):
		c.notApplied(at, "the object does not have this list, so kustomize drops the elements next to this directive; remove the directive")
		return
	}
	if result == nil && patch.Len() == 0 {
		return
	}
	// With an empty list, kustomize merges the list of the object as if the patch did not have it.
	if patch.Len() == 0 && !c.unknown && !c.replaced && old.isList() && len(old.open().elements) > 0 && len(result.open().elements) == len(old.elements) {
		c.add(path, smp.NoEffect, errors.New("an empty list changes nothing, because kustomize merges this list; to remove the list, write null"))
	}
	if len(keys) == 0 {
		c.set(path, patch, result)
		return
	}
	outer := c.replaced
	c.replaced = outer || op == operationReplace
	c.keyed(s, keys, path, patch, old, result)
	c.replaced = outer
}

// hasDirective reports whether an element of the list has $patch.
func (c *checker) hasDirective(list *node) bool {
	return slices.ContainsFunc(list.open().elements, func(e *node) bool { return e.field(patchDirective) != nil })
}

// loses reports whether an element of a patch list is missing from the result.
func (c *checker) loses(s Schema, patch model.Value, result *node) bool {
	keys, _ := s.keys()
	inner := c.within()
	inner.keyed(s, keys, nil, patch, nil, result)
	c.work = inner.work
	return slices.ContainsFunc(inner.found, func(p Problem) bool { return p.Code == NotApplied && isNeeded(p) })
}

// listOperation returns the operation for a whole list and the index of the element with the
// directive, or -1.
func listOperation(patch model.Value) (string, int) {
	for i, e := range patch.Elements() {
		if op, has := operation(e); has {
			if e.Len() == 1 {
				return op, i
			}
			break
		}
	}
	return "", -1
}

// sets reports whether a patch of a list has elements that do not delete others.
func sets(patch model.Value) bool {
	for _, e := range patch.Elements() {
		if op, _ := operation(e); op != operationDelete {
			return true
		}
	}
	return false
}

// copy checks a list that is copied. Directives in it become data.
func (c *checker) copy(path model.Path, patch model.Value, result *node) {
	if v, err := result.model(); err != nil || !model.Equal(v, patch) {
		c.notApplied(path, "kustomize does not set this list")
		return
	}
	c.copied(path, patch)
}

// losses reports a list that a cluster merges, but from which kustomize removes elements or
// fields.
func (c *checker) losses(s Schema, path model.Path, old, result *node) {
	if !old.isList() || !result.isList() {
		return
	}
	if s.full.Type() != smp.ListType || !s.full.Merging() {
		if s.custom && !c.unknown {
			c.forgotten(path, old.open().elements, result.open().elements)
		}
		return
	}
	keys := s.full.Recommended()
	if len(keys) == 0 {
		keys = s.full.Keys()
	}
	idOf := func(e *node) string {
		if len(keys) == 0 {
			return e.text()
		}
		return id(keys, e)
	}
	kept := map[string]*node{}
	for _, e := range result.open().elements {
		kept[idOf(e)] = e
	}
	for _, e := range old.open().elements {
		left := kept[idOf(e)]
		lost := left == nil
		if e.isMap() && left.isMap() {
			for name := range e.open().fields {
				lost = lost || left.field(name) == nil
			}
		}
		if lost || c.unknown {
			c.add(path, ReplacesList, errors.New("kustomize has no schema for this list and replaces it as a whole, so elements that the patch does not repeat are removed; repeat them, or define the kind with the field openapi of the kustomization, as smp-check schema -o kustomize does"))
			return
		}
	}
}

// forgotten reports elements of a list of a custom resource that the patch does not repeat. The list
// has no merge key, so they are identified by a field that looks like one.
func (c *checker) forgotten(path model.Path, old, patch []*node) {
	key := likelyKey(old, patch)
	if key == "" {
		return
	}
	kept := map[string]bool{}
	for _, e := range patch {
		kept[e.key(key)] = true
	}
	var lost []string
	for _, e := range old {
		if name := e.key(key); !kept[name] {
			lost = append(lost, model.Shorten(name))
		}
	}
	if len(lost) == 0 {
		return
	}
	what, more := "the element", ""
	if len(lost) > 1 {
		what = "the elements"
	}
	if n := len(lost) - maxListed; n > 0 {
		lost, more = lost[:maxListed], fmt.Sprintf(" and %d more", n)
	}
	c.add(path, ReplacesList, fmt.Errorf("kustomize has no merge key for this list and replaces it as a whole, so it removes %s with %s %s%s; repeat the whole list, use a JSON Patch, or define a merge key with the field openapi of the kustomization", what, key, strings.Join(lost, ", "), more))
}

// likelyKey returns the field that seems to identify the elements of two lists, or "". All elements
// have this field, with different values in each list. Unless the field is name, the lists have a
// value in common.
func likelyKey(old, patch []*node) string {
	if len(old) == 0 || len(patch) == 0 || !old[0].isMap() {
		return ""
	}
	names := slices.Sorted(maps.Keys(old[0].open().fields))
	if slices.Contains(names, "name") {
		names = append([]string{"name"}, names...)
	}
	for _, name := range names {
		before, after := valuesOfKey(old, name), valuesOfKey(patch, name)
		if before == nil || after == nil {
			continue
		}
		common := name == "name"
		for value := range after {
			common = common || before[value]
		}
		if common {
			return name
		}
	}
	return ""
}

// valuesOfKey returns the values of a field in the elements of a list. It returns nil if an element
// lacks the field, or two have the same value.
func valuesOfKey(elements []*node, name string) map[string]bool {
	values := map[string]bool{}
	for _, e := range elements {
		if e.key(name) == "" || values[e.key(name)] {
			return nil
		}
		values[e.key(name)] = true
	}
	return values
}

// copied reports the directives in a value that kustomize copies.
func (c *checker) copied(path model.Path, v model.Value) {
	if !v.HasDollar() {
		return
	}
	for i, e := range v.Elements() {
		c.copied(path.Append(model.Index(i)), e)
	}
	for name, member := range v.Members() {
		at := path.Append(model.Field(name))
		if name == patchDirective && member.Type() == model.String {
			c.add(at, smp.DirectiveAsData, errors.New("kustomize replaces the whole list around this directive, and leaves the directive in the list; remove the directive"))
		}
		c.copied(at, member)
	}
}

// set checks the values of a set.
func (c *checker) set(path model.Path, patch model.Value, result *node) {
	texts := map[string]bool{}
	if result.isList() {
		for _, e := range result.open().elements {
			texts[e.text()] = true
		}
	}
	for i, e := range patch.Elements() {
		if _, has := operation(e); !has && !texts[newNode(e, false).text()] {
			c.notApplied(path.Append(model.Index(i)), "kustomize does not add this value")
		}
	}
}
