package kyaml

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// The methods of this file check the parts of the object that the patch does not change. kustomize
// merges all lists of an object, and not only those of the patch. If one of two elements lacks one of
// the merge keys, and the others are equal, kustomize removes one of the elements.

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
	var lost []string
	for _, e := range old.open().elements {
		if !e.isMap() {
			continue
		}
		here := id(keys, e)
		if after := left[here]; len(after) > 0 {
			left[here] = after[1:]
			if len(said[e.key(keys[0])]) == 0 {
				c.otherFields(s.element(), at, rest.Append(step(keys, e)), model.Value{}, e, after[0])
			}
			continue
		}
		deleted := func(p *node) bool { return p.field(patchDirective).text() == operationDelete && c.sameKeys(keys, p, e) }
		if !slices.ContainsFunc(limited(said[e.key(keys[0])]), deleted) {
			lost = append(lost, c.keysOf(keys, e))
		}
	}
	if len(lost) == 0 {
		return
	}
	list := "this list"
	if len(rest) > 0 {
		list = rest.String()
	}
	what := fmt.Sprintf("kustomize removes the element with %s from %s of the object, although the patch does not say so", lost[0], list)
	if len(lost) > 1 {
		what = fmt.Sprintf("kustomize removes %d elements from %s of the object, such as the one with %s, although the patch does not say so", len(lost), list, lost[0])
	}
	if len(keys) == 1 {
		c.add(at, LosesElement, fmt.Errorf("%s; use a JSON Patch", what))
		return
	}
	c.add(at, LosesElement, fmt.Errorf("%s; write %s in all elements of the object, or use a JSON Patch", what, strings.Join(keys, " and ")))
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
