package strategicpatch

import (
	"errors"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// MergingMapsHaveConflicts reports whether two patches give different values to
// one place: fields of maps that both have, elements of keyed lists with equal
// keys, atomic lists and scalars as a whole, and values of sets that one adds
// and the other deletes. $retainKeys and the order of merging lists do not
// count. Neither patch is changed.
//
// The error, an *smp.Error, is that a schema or a patch cannot be read, or that
// an element of a keyed list, in left or right, is no map or has no merge key
// that is a scalar or null; then the first result is true.
func MergingMapsHaveConflicts(left, right map[string]interface{}, schema LookupPatchMeta) (bool, error) {
	r, err := rulesOf(schema)
	if err != nil {
		return true, err
	}
	ours, theirs := wrapped("left", left), wrapped("right", right)
	for _, patch := range []goDocument{ours, theirs} {
		if err := patch.check(); err != nil {
			return true, err
		}
	}
	c := comparison{given: true}
	c.maps(r.schema, ours.Value, theirs.Value)
	return c.count > 0 || c.err != nil, c.err
}

// conflictsWithChanges returns a mergepatch.ErrConflict if a patch for current
// gives another value to something that has changed since original.
func (r rules) conflictsWithChanges(patch, original, current model.Value) error {
	changes, err := r.engine.Diff(r.schema, original, current, smp.DiffOptions{NoWide: true})
	if err != nil {
		// The changes are only looked at: the documented dialect can say them where
		// that of a cluster cannot.
		changes, err = smp.Diff(r.schema, original, current)
	}
	if err != nil {
		return err
	}
	var c comparison
	c.maps(r.schema, patch, changes)
	if c.err != nil || c.count == 0 {
		return c.err
	}
	var ours, theirs []string
	for _, d := range c.found {
		place := d.path.String()
		ours = append(ours, place+": "+verb(d.left))
		theirs = append(theirs, place+": "+verb(d.right))
	}
	if more := c.count - len(c.found); more > 0 {
		ours, theirs = append(ours, fmt.Sprintf("and %d more", more)), append(theirs, fmt.Sprintf("and %d more", more))
	}
	return mergepatch.NewErrConflict(strings.Join(ours, "\n"), strings.Join(theirs, "\n"))
}

// verb says what a patch does with a value, without the value.
func verb(v model.Value) string {
	directive, _ := v.Get(patchDirective)
	if v.Kind() == model.Null || directive.Text() == "delete" {
		return "deleted"
	}
	return "set"
}

// A comparison collects where two patches differ, and the first fault of their
// lists.
type comparison struct {
	// given: the patches are a caller's. Adding and deleting one value of a set
	// counts then, and an element without key is a fault. In our own patches it is
	// one of a list that is new or replaced, which differs as a whole.
	given bool
	path  model.Path
	found []difference // the first ones
	count int          // of all
	err   error
}

// namedConflicts is how many places the text of an error names: each may have a path
// as long as a document.
const namedConflicts = 100

type difference struct {
	path        model.Path
	left, right model.Value
}

func (c *comparison) differ(left, right model.Value) {
	if c.count++; len(c.found) < namedConflicts {
		c.found = append(c.found, difference{c.path.Append(), left, right})
	}
}

func (c *comparison) below(step model.Step, compare func()) {
	c.path = append(c.path, step)
	compare()
	c.path = c.path[:len(c.path)-1]
}

// values compares what two patches say of one place.
func (c *comparison) values(s smp.Schema, left, right model.Value) {
	switch {
	case left.Kind() == model.Map && right.Kind() == model.Map && !atomicMap(s):
		ours, isOurs := left.Get(patchDirective)
		theirs, isTheirs := right.Get(patchDirective)
		if isOurs != isTheirs || !model.Equal(ours, theirs) {
			c.differ(left, right)
			return
		}
		c.maps(s, left, right)
	case left.Kind() == model.List && right.Kind() == model.List && s.Merging() && !replaced(left) && !replaced(right):
		if s.Keyed() {
			c.keyed(s, left, right)
		}
	case !model.Equal(left, right):
		c.differ(left, right)
	}
}

func atomicMap(s smp.Schema) bool { return s.Kind() != smp.ListType && s.Strategy() == smp.Replace }

// replaced reports whether a list of a patch replaces the whole list.
func replaced(list model.Value) bool {
	for _, e := range list.Elements() {
		if directive, ok := e.Get(patchDirective); ok && directive.Text() == "replace" {
			return true
		}
	}
	return false
}

func (c *comparison) maps(s smp.Schema, left, right model.Value) {
	for name, ours := range left.SortedMembers() {
		if name == patchDirective || name == retainKeysDirective {
			continue
		}
		member, _ := s.Member(name)
		if err := member.Err(); err != nil && c.err == nil {
			c.err = err
		}
		if theirs, ok := right.Get(name); ok && !listDirective(name, ours) {
			c.below(model.Field(name), func() { c.values(member, ours, theirs) })
		}
		if c.given {
			c.addedAndDeleted(name, ours, right)
		}
	}
}

// listDirective reports whether a member orders a list or deletes from one.
// Other members with such names are data.
func listDirective(name string, v model.Value) bool {
	return v.Kind() == model.List && (strings.HasPrefix(name, orderPrefix) || strings.HasPrefix(name, deleteListPrefix))
}

// addedAndDeleted compares a member of the left patch with the list by which
// the right one deletes from it, or the other way round.
func (c *comparison) addedAndDeleted(name string, ours, right model.Value) {
	field, deletes := strings.CutPrefix(name, deleteListPrefix)
	counterpart := field
	if !deletes {
		counterpart = deleteListPrefix + name
	}
	theirs, _ := right.Get(counterpart)
	if ours.Kind() != model.List || theirs.Kind() != model.List {
		return
	}
	values := make(map[any]bool, theirs.Len())
	for _, v := range theirs.Elements() {
		if v.IsScalar() {
			values[v.ToAny()] = true
		}
	}
	for _, v := range ours.Elements() {
		if v.IsScalar() && values[v.ToAny()] {
			c.below(model.Field(field), func() {
				c.below(model.SetValue{Value: v}, func() { c.differ(ours, theirs) })
			})
		}
	}
}

// keyed compares the elements of two lists that have equal keys. Of duplicates in
// one list the last one counts, with which each one of the other is compared.
func (c *comparison) keyed(s smp.Schema, left, right model.Value) {
	key := mergeKey(s)
	ours, lastOurs, fault := c.elements(key, "left", left)
	theirs, lastTheirs, other := c.elements(key, "right", right)
	if fault == nil {
		fault = other
	}
	if fault != nil {
		if c.given && c.err == nil {
			c.err = fault
		}
		if !c.given && !model.Equal(left, right) {
			c.differ(left, right)
		}
		return
	}
	compare := func(i, j int) {
		step := model.Key{{Name: key, Value: ours[i].key}}
		c.below(step, func() { c.values(s.Element(), ours[i].value, theirs[j].value) })
	}
	for i, e := range ours {
		if j, ok := lastTheirs[e.key.ToAny()]; ok {
			compare(i, j)
		}
	}
	for j, e := range theirs {
		if i, ok := lastOurs[e.key.ToAny()]; ok && lastTheirs[e.key.ToAny()] != j {
			compare(i, j)
		}
	}
}

type keyedElement struct {
	key, value model.Value
}

// elements returns the elements of a keyed list, and by key the index of the
// last with it, or the fault of the first without key; null is a key, as it is to
// a cluster.
func (c *comparison) elements(key, document string, list model.Value) ([]keyedElement, map[any]int, error) {
	var all []keyedElement
	last := map[any]int{}
	for i, e := range list.Elements() {
		v, ok := e.Get(key)
		switch {
		case e.Kind() != model.Map:
			return nil, nil, c.fault(smp.WrongKind, document, i, "an element of a keyed list is no map")
		case !ok:
			return nil, nil, c.fault(smp.MissingMergeKey, document, i, fmt.Sprintf("merge key %q is missing", key))
		case !v.IsScalar() && v.Kind() != model.Null:
			return nil, nil, c.fault(smp.InvalidMergeKey, document, i, fmt.Sprintf("merge key %q is no scalar", key))
		default:
			last[v.ToAny()] = len(all)
			all = append(all, keyedElement{v, e})
		}
	}
	return all, last, nil
}

// fault returns that of an element. Its path has key steps for what was compared
// and an index for the element.
func (c *comparison) fault(kind smp.Kind, document string, index int, cause string) error {
	return &smp.Error{
		Kind: kind, Document: document, Path: c.path.Append(model.Index(index)),
		Rule: smp.RuleKeyedMerge, Cause: errors.New(cause),
	}
}
