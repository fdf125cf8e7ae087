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
	c.maps(r.schema, []model.Value{ours.Value}, []model.Value{theirs.Value})
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

// verb says what a patch does with a value, without the value.
func verb(v model.Value) string {
	directive, _ := v.Get(patchDirective)
	if v.Type() == model.Null || directive.Text() == "delete" {
		return "deleted"
	}
	return "set"
}

// A comparison collects where two patches differ, and the first fault of their
// lists. What it compares are all values that a patch has for one place: more than one
// where a list has duplicates.
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

// unequal returns the indexes of a value on the left and one on the right that differ,
// and -1 if all are equal. No side is empty.
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

// directivesOf returns the directive $patch of each map, absent where there is none.
func directivesOf(maps []model.Value) []model.Value {
	directives := make([]model.Value, len(maps))
	for i, m := range maps {
		directives[i], _ = m.Get(patchDirective)
	}
	return directives
}

func atomicMap(s smp.Schema) bool { return s.Type() != smp.ListType && s.Strategy() == smp.Replace }

// isMergingList reports whether a value is a list of which a patch does not say that it
// replaces the whole list.
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

// membersOf returns what maps have under each name.
func membersOf(values []model.Value) map[string][]model.Value {
	members := map[string][]model.Value{}
	for _, v := range values {
		for name, member := range v.Members() {
			members[name] = append(members[name], member)
		}
	}
	return members
}

// listDirective reports whether a member orders a list or deletes from one.
// Other members with such names are data.
func listDirective(name string, v model.Value) bool {
	return v.Type() == model.List && (strings.HasPrefix(name, orderPrefix) || strings.HasPrefix(name, deleteListPrefix))
}

// addedAndDeleted compares a member of the left patch with the list by which
// the right one deletes from it, or the other way round.
func (c *comparison) addedAndDeleted(name string, ours []model.Value, right map[string][]model.Value) {
	field, deletes := strings.CutPrefix(name, deleteListPrefix)
	counterpart := field
	if !deletes {
		counterpart = deleteListPrefix + name
	}
	theirs := map[any]model.Value{} // the list, by what is in it
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

// elements returns the elements of keyed lists by key, and the keys in order; or the
// fault of the first element without key. null is a key, as it is to a cluster.
func (c *comparison) elements(key, document string, lists []model.Value) (by map[any][]model.Value, keys []model.Value, err error) {
	by = map[any][]model.Value{}
	for _, list := range lists {
		for i, e := range list.Elements() {
			v, ok := e.Get(key)
			switch {
			case e.Type() != model.Map:
				return nil, nil, c.fault(smp.WrongType, document, i, "an element of a keyed list is no map")
			case !ok:
				return nil, nil, c.fault(smp.MissingMergeKey, document, i, fmt.Sprintf("merge key %q is missing", key))
			case !v.IsScalar() && v.Type() != model.Null:
				return nil, nil, c.fault(smp.InvalidMergeKey, document, i, fmt.Sprintf("merge key %q is no scalar", key))
			}
			if by[v.ToAny()] == nil {
				keys = append(keys, v)
			}
			by[v.ToAny()] = append(by[v.ToAny()], e)
		}
	}
	return by, keys, nil
}

// fault returns that of an element. Its path has key steps for what was compared
// and an index for the element.
func (c *comparison) fault(kind smp.Code, document string, index int, cause string) error {
	return &smp.Error{
		Code: kind, Document: document, Path: c.path.Append(model.Index(index)),
		Rule: smp.RuleKeyedMerge, Cause: errors.New(cause),
	}
}
