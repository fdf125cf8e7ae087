package strategicpatch

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/mergepatch"
)

// MergingMapsHaveConflicts reports whether two patches set different values at the same place. It
// compares fields that both of them have, elements of keyed lists with equal keys, and values of
// sets that one patch adds and the other one deletes. Atomic lists and scalars are compared as a
// whole. $retainKeys and the order of merging lists are ignored. The patches do not change.
//
// The error is an *smp.Error if a schema or a patch cannot be read, if an element of a keyed list
// is not a map, or if the merge key of an element is neither a scalar nor null. In these cases the
// first result is true.
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
	c.maps(r.schema, []model.Value{ours.Value}, []model.Value{theirs.Value})
	return c.count > 0 || c.err != nil, c.err
}

// conflictsWithChanges returns a mergepatch.ErrConflict if current has a value that differs from
// original, and the patch sets a different value at the same place.
func (r rules) conflictsWithChanges(patch, original, current model.Value) error {
	changes, err := r.engine.Diff(r.schema, original, current, smp.DiffOptions{NoWide: true})
	if err != nil {
		// The changes are only compared. The format of the specification can express some changes
		// that the format of clusters cannot.
		changes, err = smp.Diff(r.schema, original, current)
	}
	if err != nil {
		return err
	}
	var c comparison
	c.maps(r.schema, []model.Value{patch}, []model.Value{changes})
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

// verb returns the effect of a patch on a value, without the value.
func verb(v model.Value) string {
	directive, _ := v.Get(patchDirective)
	if v.Type() == model.Null || directive.Text() == "delete" {
		return "deleted"
	}
	return "set"
}

// A comparison collects the differences of two patches, and the first fault in their lists. It
// compares all values that a patch has for one place. There may be several values, because a list
// may have duplicates.
type comparison struct {
	// given reports whether the caller made the patches. In that case, adding and deleting the same
	// value of a set is a conflict, and an element without a key is a fault. In a patch that this
	// package made, an element without a key is in a new or replaced list, which is compared as a
	// whole.
	given bool
	path  model.Path
	found []difference // first differences, at most namedConflicts
	count int          // number of all differences
	err   error
}

// namedConflicts is the maximum number of places in the text of an error, because a path may be as
// long as a document.
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

// values compares the values that two patches have for one place.
func (c *comparison) values(s smp.Schema, left, right []model.Value) {
	switch {
	case all(isMap, left, right) && !atomicMap(s):
		if i, j := unequal(directivesOf(left), directivesOf(right)); i >= 0 {
			c.differ(left[i], right[j])
			return
		}
		c.maps(s, left, right)
	case s.Merging() && all(isMergingList, left, right):
		if s.Keyed() {
			c.keyed(s, left, right)
		}
	default:
		if i, j := unequal(left, right); i >= 0 {
			c.differ(left[i], right[j])
		}
	}
}

func all(is func(model.Value) bool, left, right []model.Value) bool {
	isNot := func(v model.Value) bool { return !is(v) }
	return !slices.ContainsFunc(left, isNot) && !slices.ContainsFunc(right, isNot)
}

func isMap(v model.Value) bool { return v.Type() == model.Map }

// unequal returns the indexes of a left value and a right value that differ. If all values are
// equal, it returns -1. left and right must not be empty.
func unequal(left, right []model.Value) (i, j int) {
	for j := range right {
		if !model.Equal(left[0], right[j]) {
			return 0, j
		}
	}
	for i := range left {
		if !model.Equal(left[i], right[0]) {
			return i, 0
		}
	}
	return -1, -1
}

// directivesOf returns the directive $patch of each map. If a map does not have the directive, the
// value is absent.
func directivesOf(maps []model.Value) []model.Value {
	directives := make([]model.Value, len(maps))
	for i, m := range maps {
		directives[i], _ = m.Get(patchDirective)
	}
	return directives
}

func atomicMap(s smp.Schema) bool { return s.Type() != smp.ListType && s.Strategy() == smp.Replace }

// isMergingList reports whether a value is a list without $patch: replace.
func isMergingList(v model.Value) bool {
	for _, e := range v.Elements() {
		if directive, ok := e.Get(patchDirective); ok && directive.Text() == "replace" {
			return false
		}
	}
	return v.Type() == model.List
}

func (c *comparison) maps(s smp.Schema, left, right []model.Value) {
	ours, theirs := membersOf(left), membersOf(right)
	for _, name := range slices.Sorted(maps.Keys(ours)) {
		if name == patchDirective || name == retainKeysDirective {
			continue
		}
		member, _ := s.Member(name)
		if err := member.Err(); err != nil && c.err == nil {
			c.err = err
		}
		isDirective := func(v model.Value) bool { return listDirective(name, v) }
		if theirs[name] != nil && !slices.ContainsFunc(ours[name], isDirective) {
			c.below(model.Field(name), func() { c.values(member, ours[name], theirs[name]) })
		}
		if c.given {
			c.addedAndDeleted(name, ours[name], theirs)
		}
	}
}

// membersOf returns all values that the maps have under each name.
func membersOf(values []model.Value) map[string][]model.Value {
	members := map[string][]model.Value{}
	for _, v := range values {
		for name, member := range v.Members() {
			members[name] = append(members[name], member)
		}
	}
	return members
}

// listDirective reports whether a member is an order list or a delete list. If its value is not a
// list, it is data.
func listDirective(name string, v model.Value) bool {
	return v.Type() == model.List && (strings.HasPrefix(name, orderPrefix) || strings.HasPrefix(name, deleteListPrefix))
}

// addedAndDeleted compares a member of the left patch with the delete list that the right patch has
// for the member. If the member is itself a delete list, it is compared with the list of the right
// patch.
func (c *comparison) addedAndDeleted(name string, ours []model.Value, right map[string][]model.Value) {
	field, deletes := strings.CutPrefix(name, deleteListPrefix)
	counterpart := field
	if !deletes {
		counterpart = deleteListPrefix + name
	}
	theirs := map[any]model.Value{} // by value, the list that contains it
	for _, list := range right[counterpart] {
		for _, v := range list.Elements() {
			if v.IsScalar() {
				theirs[v.ToAny()] = list
			}
		}
	}
	for _, list := range ours {
		for _, v := range list.Elements() {
			if !v.IsScalar() {
				continue
			}
			if other, ok := theirs[v.ToAny()]; ok {
				c.below(model.Field(field), func() {
					c.below(model.SetValue{Value: v}, func() { c.differ(list, other) })
				})
			}
		}
	}
}

// keyed compares the elements of keyed lists that have equal keys.
func (c *comparison) keyed(s smp.Schema, left, right []model.Value) {
	key := mergeKey(s)
	ours, keys, fault := c.elements(key, "left", left)
	theirs, _, other := c.elements(key, "right", right)
	if fault == nil {
		fault = other
	}
	if fault != nil {
		if c.given && c.err == nil {
			c.err = fault
		}
		if i, j := unequal(left, right); !c.given && i >= 0 {
			c.differ(left[i], right[j])
		}
		return
	}
	for _, v := range keys {
		if same := theirs[v.ToAny()]; same != nil {
			step := model.Key{{Name: key, Value: v}}
			c.below(step, func() { c.values(s.Element(), ours[v.ToAny()], same) })
		}
	}
}

// elements returns the elements of keyed lists by key, and the keys in order. If an element has no
// key, it returns the fault. As on a cluster, null is a key.
func (c *comparison) elements(key, document string, lists []model.Value) (by map[any][]model.Value, keys []model.Value, err error) {
	by = map[any][]model.Value{}
	for _, list := range lists {
		for i, e := range list.Elements() {
			v, ok := e.Get(key)
			switch {
			case e.Type() != model.Map:
				return nil, nil, c.fault(smp.WrongType, document, i, "expected a map, got "+e.Type().Noun())
			case !ok:
				return nil, nil, c.fault(smp.MissingMergeKey, document, i, fmt.Sprintf("missing merge key %q", key))
			case !v.IsScalar() && v.Type() != model.Null:
				return nil, nil, c.fault(smp.InvalidMergeKey, document, i, fmt.Sprintf("merge key %q: expected a scalar, got %s", key, v.Type().Noun()))
			}
			if by[v.ToAny()] == nil {
				keys = append(keys, v)
			}
			by[v.ToAny()] = append(by[v.ToAny()], e)
		}
	}
	return by, keys, nil
}

// fault returns the error for an element. The path of the error names elements around the list by
// key, and the element itself by index.
func (c *comparison) fault(code smp.Code, document string, index int, cause string) error {
	return &smp.Error{
		Code: code, Document: document, Path: c.path.Append(model.Index(index)),
		Rule: smp.RuleKeyedMerge, Cause: errors.New(cause),
	}
}
