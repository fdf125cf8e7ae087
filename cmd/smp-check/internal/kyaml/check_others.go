package kyaml

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The methods of this file check the parts of the object that the patch does not change. kustomize
// merges all lists of an object, and not only those of the patch. If one of two elements lacks one of
// the merge keys, and the others are equal, kustomize removes one of the elements. If several elements
// have the same keys, it keeps one.

// otherFields checks the fields of a map that the patch does not have. at is the last place on the way
// that is in the patch, and rest is the path from there.
func (c *checker) otherFields(s Schema, at, rest model.Path, patch model.Value, old, result *node) {
	if c.unknown || !s.known || !old.isMap() {
		return
	}
	for _, name := range namesOf(old.open(), nil) {
		if _, said := patch.Get(name); !said {
			c.other(s.member(name), at, rest.Append(model.Field(name)), old.field(name), result.field(name))
		}
	}
}

// other checks a value that the patch does not have.
func (c *checker) other(s Schema, at, rest model.Path, old, result *node) {
	if old.isMap() {
		c.otherFields(s, at, rest, model.Value{}, old, result)
		return
	}
	if keys, merges := s.keys(); merges && len(keys) > 0 && old.isList() {
		c.otherElements(s, keys, at, rest, model.Value{}, old, result)
	}
}

// otherElements checks the elements of a keyed list that the patch does not change.
func (c *checker) otherElements(s Schema, keys []string, at, rest model.Path, patch model.Value, old, result *node) {
	if c.unknown || !old.isList() {
		return
	}
	said := index(newNode(patch, false), keys[0])
	left := map[string][]*node{}
	if result.isList() {
		for _, e := range result.open().elements {
			left[id(keys, e)] = append(left[id(keys, e)], e)
		}
	}
	var lost, repeated []string
	for _, e := range old.open().elements {
		if !e.isMap() {
			continue
		}
		after, kept := left[id(keys, e)]
		if len(after) > 0 {
			left[id(keys, e)] = after[1:]
			if len(said[e.key(keys[0])]) == 0 {
				c.otherFields(s.element(), at, rest.Append(step(keys, e)), model.Value{}, e, after[0])
			}
			continue
		}
		deleted := func(p *node) bool { return p.field(patchDirective).text() == operationDelete && c.sameKeys(keys, p, e) }
		switch {
		case slices.ContainsFunc(limited(said[e.key(keys[0])]), deleted):
		case kept:
			repeated = append(repeated, c.keysOf(keys, e))
		case len(keys) > 1: // with one key, other problems are the reason
			lost = append(lost, c.keysOf(keys, e))
		}
	}
	list := "this list"
	if len(rest) > 0 {
		list = rest.String()
	}
	if len(repeated) > 0 {
		c.add(at, smp.RepeatedKey, fmt.Errorf("%s of the object has several elements with %s, and kustomize keeps only one of them; remove the others", list, repeated[0]))
	}
	switch all := strings.Join(keys, " and "); len(lost) {
	case 0:
	case 1:
		c.add(at, LosesElement, fmt.Errorf("kustomize removes the element with %s from %s of the object, although the patch does not delete it; write %s in all elements of the object, or use a JSON Patch", lost[0], list, all))
	default:
		c.add(at, LosesElement, fmt.Errorf("kustomize removes %d elements from %s of the object, such as the one with %s, although the patch does not delete them; write %s in all elements of the object, or use a JSON Patch", len(lost), list, lost[0], all))
	}
}

// id returns a text that identifies an element by its keys.
func id(keys []string, e *node) string {
	var of []string
	for _, key := range keys {
		of = append(of, e.key(key))
	}
	return strings.Join(of, "\x00")
}

// step returns the step of a path to an element. It contains the keys that the element has.
func step(keys []string, e *node) model.Step {
	var of model.Key
	for _, key := range keys {
		if f := e.field(key); !f.missing() {
			of = append(of, model.KeyField{Name: key, Value: f.value})
		}
	}
	return of
}
