package kyaml

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// These are the codes of problems that only kustomize has.
const (
	// NotApplied means that kustomize ignores a part of the patch for this object.
	NotApplied smp.Code = "not-applied"
	// UnsupportedDirective means that kustomize does not support a directive, and leaves it
	// in the object as a field.
	UnsupportedDirective smp.Code = "unsupported-directive"
	// Fails means that kustomize reports an error.
	Fails smp.Code = "build-fails"
)

// ReplacesList means that kustomize replaces a list that a cluster merges.
const ReplacesList smp.Code = "replaces-list"

// A Problem is a part of a patch that kustomize does not apply.
type Problem struct {
	Path  model.Path // in the patch
	Code  smp.Code
	Cause error
	// Possible is set if the problem depends on the object, and the object is unknown.
	Possible bool
}

// Check returns the parts of a patch that kustomize does not apply to an object, and the
// directives that kustomize leaves in the object. If the object is absent, it is unknown.
// Check then assumes an object with all fields and elements that the patch changes or
// deletes.
func Check(s Schema, object, patch model.Value) []Problem {
	c := checker{}
	c.directives(s, nil, patch)
	if object.Type() == model.Absent {
		c.unknown = true
		object = assumed(s, patch)
	}
	dest := newNode(object, false)
	result, err := new(merging).merge(s, newNode(object, false), newNode(patch, true))
	var failed *Error
	switch {
	case errors.As(err, &failed):
		c.add(failed.Path, failCode(failed), failed.Cause)
	case err == nil:
		c.value(s, nil, patch, dest, result)
	}
	return c.found
}

func failCode(e *Error) smp.Code {
	if errors.Is(e, errOperation) {
		return smp.InvalidDirective
	}
	return Fails
}

// A checker compares a patch with its result.
type checker struct {
	found   []Problem
	work    int
	unknown bool // the object is unknown and therefore assumed
}

func (c *checker) add(path model.Path, code smp.Code, cause error) {
	c.found = append(c.found, Problem{path, code, cause, c.unknown && (code == NotApplied || code == ReplacesList)})
}

// within returns a checker whose findings are discarded.
func (c *checker) within() checker { return checker{work: c.work + 1, unknown: c.unknown} }

func (c *checker) notApplied(path model.Path, format string, args ...any) {
	c.add(path, NotApplied, fmt.Errorf(format, args...))
}

// unsupported lists the directives, or prefixes of directives, that kustomize treats as
// fields.
var unsupported = []string{"$retainKeys", "$setElementOrder/", "$deleteFromPrimitiveList/", "$patchMergeKey"}

func isUnsupported(name string) bool {
	return slices.ContainsFunc(unsupported, func(directive string) bool {
		return name == directive || strings.HasSuffix(directive, "/") && strings.HasPrefix(name, directive)
	})
}

var errUnsupported = errors.New("kustomize build does not support this directive, and leaves it in the object; smp-check fn supports it")

// directives reports the directives that kustomize does not support. In a free-form map, such
// a name may be that of a field.
func (c *checker) directives(s Schema, path model.Path, v model.Value) {
	if !v.HasDollar() {
		return
	}
	for i, e := range v.Elements() {
		c.directives(s.element(), path.Append(model.Index(i)), e)
	}
	for name, member := range v.Members() {
		switch at := path.Append(model.Field(name)); {
		case !isUnsupported(name):
			c.directives(s.member(name), at, member)
		case member.Type() == model.List || !s.freeForm():
			c.add(at, UnsupportedDirective, errUnsupported)
		}
	}
}

// value compares a value of the patch with the value in the result. old is the value in the
// object.
func (c *checker) value(s Schema, path model.Path, patch model.Value, old, result *node) {
	switch patch.Type() {
	case model.Null:
		if !result.missing() {
			c.notApplied(path, "kustomize does not delete this field")
		}
	case model.Map:
		c.mapping(s, path, patch, old, result)
	case model.List:
		c.list(s, path, patch, old, result)
	default:
		if result == nil || form(result.typ) != "scalar" || !model.Equal(result.value, patch) {
			c.notApplied(path, "kustomize does not set this field")
		}
	}
}

// operation returns the text of $patch in a map, and reports whether the map has the
// directive.
func operation(v model.Value) (string, bool) {
	op, ok := v.Get(patchDirective)
	return op.Text(), ok
}

func (c *checker) mapping(s Schema, path model.Path, patch model.Value, old, result *node) {
	op, has := operation(patch)
	at := path.Append(model.Field(patchDirective))
	switch {
	case op == operationDelete && !result.missing():
		if result.field(patchDirective) != nil {
			c.asData(at)
		} else {
			c.notApplied(at, "kustomize does not delete this")
		}
		return
	case op == operationDelete:
		return
	case !result.isMap() && patch.Len() > 0:
		if len(path) == 0 || !onlyRemoves(patch) {
			c.notApplied(path, "kustomize does not set this field")
		}
		return
	case has && result.field(patchDirective) != nil:
		c.asData(at)
	case op == operationReplace:
		for name := range result.open().fields {
			if _, kept := patch.Get(name); !kept {
				c.notApplied(at, "kustomize does not replace this map")
				break
			}
		}
	}
	c.union(s, path, patch, old, result)
	for name, member := range patch.Members() {
		if name != patchDirective && !isUnsupported(name) {
			c.value(s.member(name), path.Append(model.Field(name)), member, old.field(name), result.field(name))
		}
	}
}

// union reports a second member of a union that the patch sets in a map of the object.
func (c *checker) union(s Schema, path model.Path, patch model.Value, old, result *node) {
	if c.unknown || s.full.Type() != smp.MapType || len(s.full.Unions()) == 0 || unionProblem(s.full, newNode(patch, false)) != nil {
		return
	}
	if p := unionProblem(s.full, result); p != nil && unionProblem(s.full, old) == nil {
		c.add(path, smp.UnionSiblings, fmt.Errorf("%w after the merge; set %s to null", p, strings.Join(leftMembers(s.full, patch, result), " and ")))
	}
}

// leftMembers returns the fields that the result of a merge has, that belong to unions, and
// that the patch does not contain.
func leftMembers(s smp.Schema, patch model.Value, result *node) []string {
	var left []string
	for _, u := range s.Unions() {
		for _, m := range u.Members {
			for _, name := range m.Fields {
				if _, said := patch.Get(name); !said && !result.field(name).missing() {
					left = append(left, name)
				}
			}
		}
	}
	return left
}

// unionProblem returns the problem of a map in which two members of a union are set, or nil.
func unionProblem(s smp.Schema, n *node) error {
	v, err := n.model()
	if err != nil || v.Type() != model.Map {
		return nil
	}
	for _, p := range smp.LintDocument(s, v) {
		if p.Rule == smp.RuleUnionMember && len(p.Path) == 0 {
			return p.Cause
		}
	}
	return nil
}

// onlyRemoves reports whether a patch of a map sets nothing.
func onlyRemoves(patch model.Value) bool {
	for name, member := range patch.Members() {
		switch {
		case name == patchDirective, member.Type() == model.Null:
		case member.Type() == model.Map:
			if op, _ := operation(member); op != operationDelete && !onlyRemoves(member) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (c *checker) asData(at model.Path) {
	c.add(at, smp.DirectiveAsData, errors.New("kustomize leaves the directive in the object"))
}

func (c *checker) list(s Schema, path model.Path, patch model.Value, old, result *node) {
	keys, merges := s.keys()
	if !merges {
		c.replaced(path, patch, result)
		c.losses(s, path, old, result)
		return
	}
	op, marker := listOperation(patch)
	at := path.Append(model.Index(marker))
	switch {
	case marker < 0:
	case old.missing() && !result.missing() && c.hasDirective(result):
		c.add(at, smp.DirectiveAsData, errors.New("the object does not have this list, so kustomize leaves the directive in it; leave the directive out"))
		return
	case op == operationDelete:
		if !result.missing() {
			c.notApplied(at, "kustomize does not delete this list")
		} else if sets(patch) {
			c.notApplied(at, "kustomize deletes the list, and ignores the other elements of the patch; to replace the list, write $patch: replace")
		}
		return
	case old.missing() && op == operationReplace && len(keys) > 0 && c.loses(s, patch, result):
		c.notApplied(at, "the object does not have this list, so kustomize drops the elements next to this directive; leave the directive out")
		return
	}
	if result == nil && patch.Len() == 0 {
		return
	}
	if len(keys) == 0 {
		c.set(path, patch, result)
		return
	}
	c.keyed(s, keys, path, patch, old, result)
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
	return slices.ContainsFunc(inner.found, func(p Problem) bool { return p.Code == NotApplied })
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

// replaced checks a list that is copied. Directives in it become data.
func (c *checker) replaced(path model.Path, patch model.Value, result *node) {
	if v, err := result.model(); err != nil || !model.Equal(v, patch) {
		c.notApplied(path, "kustomize does not set this list")
		return
	}
	c.copied(path, patch)
}

// losses reports a list that a cluster merges, but from which kustomize removes elements or
// fields.
func (c *checker) losses(s Schema, path model.Path, old, result *node) {
	if s.full.Type() != smp.ListType || !s.full.Merging() || !old.isList() || !result.isList() {
		return
	}
	keys := s.full.Recommended()
	if len(keys) == 0 {
		keys = s.full.Keys()
	}
	id := func(e *node) string {
		if len(keys) == 0 {
			return e.text()
		}
		var of []string
		for _, key := range keys {
			of = append(of, e.key(key))
		}
		return strings.Join(of, "\x00")
	}
	kept := map[string]*node{}
	for _, e := range result.open().elements {
		kept[id(e)] = e
	}
	for _, e := range old.open().elements {
		left := kept[id(e)]
		lost := left == nil
		if e.isMap() && left.isMap() {
			for name := range e.open().fields {
				lost = lost || left.field(name) == nil
			}
		}
		if lost || c.unknown {
			c.add(path, ReplacesList, errors.New("kustomize replaces this list as a whole, because it has no schema for it, and what the patch does not repeat is removed; repeat it, or define the kind with the field openapi of the kustomization, as smp-check schema -o kustomize does"))
			return
		}
	}
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
			c.add(at, smp.DirectiveAsData, errors.New("kustomize replaces the list around this as a whole, and leaves the directive in it; leave the directive out"))
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
			c.add(at, smp.MissingMergeKey, fmt.Errorf("missing merge key %q; kustomize ignores such an element, or drops others", keys[0]))
			continue
		}
		var of []string
		for _, key := range keys {
			of = append(of, e.key(key))
		}
		id := strings.Join(of, "\x00")
		if seen[id] {
			c.add(at, smp.RepeatedKey, fmt.Errorf("an earlier element has the same %s, and kustomize applies only one of them", strings.Join(keys, " and ")))
			continue
		}
		seen[id] = true
		found := len(c.found)
		c.keyedElement(s, keys, at, v, e, limited(before[first]), limited(after[first]))
		if c.unknown && len(c.found) == found {
			c.partly(keys, at, e)
		}
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
	c.notApplied(at, "kustomize matches by %s, and ignores this element if that of the object %s %s", strings.Join(keys, " and "), has, keys[1])
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
		if len(inner.found) == 0 {
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
		c.notApplied(at, "kustomize ignores this element: it matches by %s, and another element of the patch has the same %s; write all of these fields", strings.Join(keys, " and "), keys[0])
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
		c.notApplied(at, "%s, because the object has one with and one without %s; add %[2]s to the resource, or use a JSON Patch", what, key)
		return
	}
	what += ": it matches by " + strings.Join(keys, " and ")
	switch has := c.valuesOf(keys, key, e, others); {
	case len(has) == 1:
		c.notApplied(at, "%s, and the object's element has %s %s; add %[2]s: %[3]s", what, key, has[0])
	case len(has) > 1:
		c.notApplied(at, "%s, and the object's elements have %s %s; add one of them", what, key, strings.Join(has, " and "))
	case s.keyDefault(key) == e.key(key):
		c.notApplied(at, "%s, and the object's element has no %s; leave it out", what, key)
	default:
		c.notApplied(at, "%s, and the object's element has no %s; add %[2]s to the resource, too, or use a JSON Patch", what, key)
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

// assumed returns an object with all fields and elements that a patch changes or deletes.
// They have other values than in the patch.
func assumed(s Schema, patch model.Value) model.Value {
	v, err := presumed(s, patch, nil).model()
	if err != nil {
		return model.Value{}
	}
	return v
}

func presumed(s Schema, patch model.Value, keys []string) *node {
	switch patch.Type() {
	case model.Map:
		n := newMap()
		for name, member := range patch.Members() {
			switch {
			case strings.HasPrefix(name, "$"):
			case slices.Contains(keys, name):
				n.fields[name] = newNode(member, false)
			default:
				n.fields[name] = presumed(s.member(name), member, nil)
			}
		}
		return n
	case model.List:
		n := newList()
		keys, merges := s.keys()
		for _, e := range patch.Elements() {
			if merges && len(keys) > 0 && newNode(e, false).key(keys[0]) != "" {
				n.elements = append(n.elements, presumed(s.element(), e, keys))
			}
		}
		return n
	}
	return &node{typ: model.String, value: model.NewString("other")}
}
