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

// index maps the text of the first key to the elements of a list that have it.
func index(list *node, key string) map[string][]*node {
	found := map[string][]*node{}
	if list.isList() {
		for _, e := range list.open().elements {
			if e.isMap() {
				found[e.key(key)] = append(found[e.key(key)], e)
			}
		}
	}
	return found
}

// maxSimilar is the maximal number of elements with the same first key that are compared.
const maxSimilar = 8

// keyed checks the elements of a keyed list.
func (c *checker) keyed(s Schema, keys []string, path model.Path, patch model.Value, old, result *node) {
	before, after := index(old, keys[0]), index(result, keys[0])
	seen := map[string]bool{}
	whole, marker := listOperation(patch)
	keyless := false
	for i, v := range patch.Elements() {
		e, at := newNode(v, false), path.Append(model.Index(i))
		if i == marker || !e.isMap() {
			continue
		}
		first := e.key(keys[0])
		if op, has := operation(v); has && v.Len() == 1 && isOperation(op) {
			if op == whole {
				continue
			}
			c.notApplied(at, "kustomize ignores this directive, because an earlier element has $patch; put it first")
			continue
		}
		if first == "" {
			keyless = true
			c.add(at, smp.MissingMergeKey, fmt.Errorf("missing merge key %q; kustomize ignores such an element, or drops others", keys[0]))
			continue
		}
		if seen[id(keys, e)] {
			c.add(at, smp.RepeatedKey, fmt.Errorf("an earlier element has the same %s, and kustomize applies only one of them", strings.Join(keys, " and ")))
			continue
		}
		seen[id(keys, e)] = true
		found := len(c.found)
		c.keyedElement(s, keys, at, v, e, limited(before[first]), limited(after[first]))
		if op, _ := operation(v); op == operationDelete && !c.unknown && len(c.found) == found {
			c.unneeded(keys, at, e, old, result, before)
		}
		if c.unknown && len(c.found) == found {
			c.partly(keys, at, e)
		}
	}
	// An element without a key makes kustomize drop others. This was reported above.
	if !keyless && !c.replaced {
		c.otherElements(s, keys, path, nil, patch, old, result)
	}
}

// partly reports that an element of an unknown object may have other keys than the patch.
func (c *checker) partly(keys []string, at model.Path, e *node) {
	if len(keys) < 2 {
		return
	}
	has := "has"
	if e.key(keys[1]) != "" {
		has = "has no"
	}
	c.notApplied(at, "kustomize matches by %s, and ignores this element if the element of the object %s %s", strings.Join(keys, " and "), has, keys[1])
}

func limited(list []*node) []*node { return list[:min(len(list), maxSimilar)] }

// keyedElement checks an element with its merge key. before and after are the elements with
// the same first key in the object and in the result.
func (c *checker) keyedElement(s Schema, keys []string, at model.Path, v model.Value, e *node, before, after []*node) {
	same := func(other *node) bool { return c.sameKeys(keys, e, other) }
	exactly := func(other *node) bool { return c.sameKeys(keys, e, other) && c.sameKeys(keys, other, e) }
	exact := slices.ContainsFunc(after, exactly)
	if exact {
		same = exactly
	}
	op, has := operation(v)
	if op == operationDelete {
		c.deletion(s, keys, at, e, before, after)
		return
	}
	var best []Problem
	for _, a := range after {
		if !same(a) {
			continue
		}
		inner := c.within()
		if inner.work < maxWork {
			var was *node
			if i := slices.IndexFunc(before, same); i >= 0 {
				was = before[i]
			}
			inner.mapping(s.element(), at, v, was, a)
		}
		c.work = inner.work
		if !slices.ContainsFunc(inner.found, isNeeded) {
			c.found = append(c.found, inner.found...)
			return
		}
		if best == nil || len(inner.found) < len(best) {
			best = inner.found
		}
	}
	switch {
	case has && op == operationReplace && len(before) > 0:
		c.notApplied(at.Append(model.Field(patchDirective)), "kustomize ignores an element with $patch: replace if the object has it; delete the element in one patch, and add it in a second one")
	case slices.ContainsFunc(before, func(b *node) bool { return c.differs(keys, e, b) != "" }):
		c.mismatch(s, keys, at, e, before, "kustomize ignores this element")
	case !exact && slices.ContainsFunc(after, func(a *node) bool { return c.differs(keys, e, a) != "" }):
		c.notApplied(at, "kustomize ignores this element: kustomize matches by %s, and another element of the patch has the same %s; write all of these fields", strings.Join(keys, " and "), keys[0])
	case best != nil:
		c.found = append(c.found, best...)
	default:
		c.notApplied(at, "kustomize does not add this element")
	}
}

// deletion checks an element of a patch that deletes an element.
func (c *checker) deletion(s Schema, keys []string, at model.Path, e *node, before, after []*node) {
	same := func(other *node) bool { return c.sameKeys(keys, e, other) }
	if left := slices.IndexFunc(after, same); left >= 0 {
		if after[left].field(patchDirective) != nil {
			c.asData(at.Append(model.Field(patchDirective)))
			return
		}
		c.mismatch(s, keys, at, e, after[left:], "kustomize deletes nothing")
		return
	}
	meant := func(other *node) bool { // an absent key has its default
		key := c.differs(keys, e, other)
		return key != "" && e.key(key) == s.keyDefault(key)
	}
	if i := slices.IndexFunc(after, meant); i >= 0 && !slices.ContainsFunc(before, same) {
		c.mismatch(s, keys, at, e, after[i:], "kustomize deletes nothing")
	}
}

// isNeeded reports whether a problem is neither about a deletion without effect nor about other parts
// of the object.
func isNeeded(p Problem) bool { return !p.Unneeded && p.Code != LosesElement }

// maxListed is the maximal number of elements that a message about a list names.
const maxListed = 5

// unneeded reports an element that deletes an element which the list does not have. before contains
// the elements of the list by their first keys.
func (c *checker) unneeded(keys []string, at model.Path, e, old, result *node, before map[string][]*node) {
	if slices.ContainsFunc(before[e.key(keys[0])], func(b *node) bool { return c.sameKeys(keys, e, b) }) {
		return
	}
	var cause error
	switch names := slices.Sorted(maps.Keys(before)); {
	case old.missing() && !result.missing():
		cause = errors.New("kustomize deletes nothing, and adds an empty list, because the object does not have this list")
	case len(names) == 0 || len(names) > maxListed:
		cause = fmt.Errorf("kustomize deletes nothing, because the list has no element with %s", c.keysOf(keys, e))
	default:
		cause = fmt.Errorf("kustomize deletes nothing, because the list has no element with %s; it has elements with %s %s", c.keysOf(keys, e), keys[0], strings.Join(names, ", "))
	}
	c.found = append(c.found, Problem{Path: at, Code: NotApplied, Cause: cause, Unneeded: true})
}

// keysOf returns the keys of an element, as in "port 53 and protocol UDP", or "no name".
func (c *checker) keysOf(keys []string, e *node) string {
	var of []string
	for _, key := range keys {
		if value := e.key(key); value != "" {
			of = append(of, key+" "+model.Shorten(value))
		}
	}
	if of == nil {
		return "no " + strings.Join(keys, " or ")
	}
	return strings.Join(of, " and ")
}

// sameKeys reports whether other has all keys that e has, with the same values.
func (c *checker) sameKeys(keys []string, e, other *node) bool {
	return !slices.ContainsFunc(keys, func(key string) bool { return e.key(key) != "" && e.key(key) != other.key(key) })
}

// differs returns the key that one of two elements lacks, if all other keys are equal.
func (c *checker) differs(keys []string, a, b *node) string {
	only := ""
	for _, key := range keys {
		switch x, y := a.key(key), b.key(key); {
		case x == y:
		case x == "" || y == "":
			only = key
		default:
			return ""
		}
	}
	return only
}

// mismatch reports an element that has no effect, because only this element or only the
// element of the object has one of the keys.
func (c *checker) mismatch(s Schema, keys []string, at model.Path, e *node, others []*node, what string) {
	i := slices.IndexFunc(others, func(o *node) bool { return c.differs(keys, e, o) != "" })
	if i < 0 {
		c.notApplied(at, "%s", what)
		return
	}
	key := c.differs(keys, e, others[i])
	if slices.ContainsFunc(others, func(o *node) bool { return c.sameKeys(keys, e, o) && c.sameKeys(keys, o, e) }) {
		c.notApplied(at, "%s, because the object has one such element with and one without %s; add %[2]s to the element of the object, or use a JSON Patch", what, key)
		return
	}
	what += ": kustomize matches by " + strings.Join(keys, " and ")
	switch has := c.valuesOf(keys, key, e, others); {
	case len(has) == 1:
		c.notApplied(at, "%s, and the object's element has %s %s; add %[2]s: %[3]s", what, key, has[0])
	case len(has) > 1:
		c.notApplied(at, "%s, and the object's elements have %s %s; add one of them", what, key, strings.Join(has, " and "))
	case s.keyDefault(key) == e.key(key) && !slices.ContainsFunc(others, func(o *node) bool { return o.key(key) != "" }):
		c.notApplied(at, "%s, and the object's element has no %s; leave %[2]s out", what, key)
	default:
		c.notApplied(at, "%s, and the object's element has no %s; add %[2]s to the object's element, too, or use a JSON Patch", what, key)
	}
}

// valuesOf returns the values of a key that e lacks. They are from the elements that differ
// from e only in this key.
func (c *checker) valuesOf(keys []string, key string, e *node, others []*node) []string {
	var has []string
	for _, o := range others {
		if e.key(key) == "" && c.differs(keys, e, o) == key {
			has = append(has, o.key(key))
		}
	}
	return has
}
