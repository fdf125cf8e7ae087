package threeway

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/pair"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/spelling"
	"github.com/strategicpatch/smp/smp/internal/stored"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// A Conflict is one value that two sides changed differently. Package smp documents it.
type Conflict struct {
	pair.Conflict
	Derived bool
}

// Conflicts returns the conflicts of three documents, sorted by path.
func Conflicts(u *schema.Node, original, modified, current model.Value, server stored.Server) []Conflict {
	f := conflictFinder{target: newTargetBuilder(Options{Server: server}, new(Memory))}
	f.inMaps(u, original, modified, current, nil, false) // the root is never atomic
	sortConflicts(f.found)
	return f.found
}

// sortConflicts sorts conflicts by the text of their paths.
func sortConflicts(conflicts []Conflict) {
	slices.SortStableFunc(conflicts, func(a, b Conflict) int { return spelling.ComparePaths(a.Path, b.Path) })
}

// A conflictFinder compares three documents and collects the conflicts (rule threeway-conflict).
type conflictFinder struct {
	target *targetBuilder // matches elements, and compares values as servers store them
	path   model.Path
	// derived is set inside a value that original lacks, and that a server may have filled in.
	derived bool
	found   []Conflict
}

// find compares the changes of both sides to one value. Null map members count as absent, with one
// exception. If original lacks a member that is null in modified, the null means that current's
// value must be deleted. keys are the merge keys if the value is an element of a list. A null for
// one of these keys has no effect. typeChanged reports whether original has a value of another type
// at this place or around it.
func (f *conflictFinder) find(u *schema.Node, o, m, c model.Value, keys []string, typeChanged bool) {
	deletes := m.Type() == model.Null && o.Type() == model.Absent
	o, m, c = nulls.AsAbsent(o), nulls.AsAbsent(m), nulls.AsAbsent(c)
	if !f.derived && u.Marks.Derived && o.Type() == model.Absent {
		f.derived = true
		defer func() { f.derived = false }()
	}
	if !u.AtomicMap() && f.inMaps(u, o, m, c, keys, typeChanged) {
		return // the members of the maps were compared one by one
	}
	byKeys := u.EmptyKeys != nil // an empty key and an absent key may identify different elements of equal lists
	same := f.target.server.StoresAlike(u, m, o) && !deletes
	if same && !m.HasNull() && !byKeys {
		return
	}
	alike := f.target.server.StoresAlike(u, m, c)
	if u.Merging() && (!alike || byKeys) && f.inLists(u, o, m, c, typeChanged) {
		return // the elements were compared one by one
	}
	if same || alike || f.hasOnlyDefaults(u, o, c) || m.Type() != model.Absent && f.hasOnlyDefaults(u, m, c) {
		return
	}
	code := pair.BothChanged
	switch {
	case m.Type() == model.Absent:
		code = pair.LeftDeleted
	case c.Type() == model.Absent:
		code = pair.RightDeleted
	case o.Type() == model.Absent && !typeChanged:
		code = pair.BothAdded
	}
	f.found = append(f.found, Conflict{Conflict: pair.Conflict{Path: f.path.Append(), Code: code, Left: m, Right: c}, Derived: f.derived && c.Type() != model.Absent})
}

// hasOnlyDefaults reports whether c is the value v after a server has filled in the defaults of
// fields that v lacks. If v is absent, c is the default of the field, or a map of such defaults.
func (f *conflictFinder) hasOnlyDefaults(u *schema.Node, v, c model.Value) bool {
	v, c = nulls.AsAbsent(v), nulls.AsAbsent(c)
	switch {
	case c.Type() == model.Map && (v.Type() == model.Map || v.Type() == model.Absent && nulls.HasMore(c, nulls.EmptyMap)):
		had, have := v.Finder(), c.Finder()
		for name, w := range c.Members() {
			if was, _ := had.Get(name); !f.hasOnlyDefaults(u.OfMember(name), was, w) {
				return false
			}
		}
		for name, was := range v.Members() {
			if w, _ := have.Get(name); nulls.Present(was) && !nulls.Present(w) && !f.target.server.StoresAlike(u.OfMember(name), was, w) {
				return false
			}
		}
		return true
	case c.Type() == model.List && v.Type() == model.List && v.Len() == c.Len():
		for i, was := range v.Elements() {
			if have := c.At(i); nulls.Present(was) != nulls.Present(have) || !f.hasOnlyDefaults(u.OfElement(), was, have) {
				return false
			}
		}
		return true
	case c.IsScalar() && v.Type() == model.Absent && f.target.server.StoresAlike(u, u.Default, c):
		return true
	default:
		return f.target.server.StoresAlike(u, v, c)
	}
}

// sides reports whether both sides have a value of type t. If they do not, it reports whether
// original and one side have such a value, and the other side has removed it. In that case, only
// members or elements of original can be in conflict.
func sides(t model.Type, o, m, c model.Value) (both, oneDropped bool) {
	switch {
	case m.Type() == t && c.Type() == t:
		return true, false
	case o.Type() != t:
		return false, false
	default:
		return false, m.Type() == t && c.Type() == model.Absent || m.Type() == model.Absent && c.Type() == t
	}
}

// inMaps finds the conflicts in the members of two maps. It reports false if there are no maps
// to compare (see sides).
func (f *conflictFinder) inMaps(u *schema.Node, o, m, c model.Value, keys []string, typeChanged bool) bool {
	both, oneDropped := sides(model.Map, o, m, c)
	if !both && !oneDropped {
		return false
	}
	typeChanged = hasOtherType(o, model.Map, typeChanged)
	o = nulls.OfType(o, model.Map)
	var excluded []string
	if u.Shape.Unions != nil {
		excluded = f.target.clearedByUnions(u, o, m, c)
	}
	originals, currents := o.Finder(), c.Finder()
	visit := func(name string, _, ours model.Value) bool {
		if !nulls.Present(ours) && slices.Contains(excluded, name) {
			return true // the member is cleared, no matter who changed it (rule union-target)
		}
		was, _ := originals.Get(name)
		theirs, _ := currents.Get(name)
		if slices.Contains(keys, name) {
			ours = nulls.AsAbsent(ours)
		}
		f.path = append(f.path, model.Field(name))
		f.find(u.OfMember(name), was, ours, theirs, nil, typeChanged)
		f.path = f.path[:len(f.path)-1]
		return true
	}
	if m.HasNull() {
		walk.Members(o, m, visit)
	} else {
		door.Shortcuts.DifferingMembers(o, m, visit)
	}
	return true
}

// inLists finds the conflicts in the elements of two keyed lists. Sets have no conflicts. It
// reports false if there are no lists to compare (see sides).
func (f *conflictFinder) inLists(u *schema.Node, o, m, c model.Value, typeChanged bool) bool {
	both, oneDropped := sides(model.List, o, m, c)
	if !both && !oneDropped {
		return false
	}
	if len(u.Keys) == 0 {
		return true
	}
	typeChanged = hasOtherType(o, model.List, typeChanged)
	b := f.target.newListTarget(u)
	defer b.done()
	b.number(nulls.OfType(o, model.List), nulls.OfType(m, model.List), nulls.OfType(c, model.List))
	all := b.findMatches()
	compare := func(o, m, c int, filledIn bool) {
		if at := max(o, m, c); at < 0 || oneDropped && o < 0 {
			return
		}
		f.path = append(f.path, b.step(o, m, c))
		was, want, have := b.original.At(o), b.modified.At(m), b.current.At(c)
		if u.Shape.Element.AtomicMap() {
			was, want = b.withFilledInKeys(was, have, filledIn), b.withFilledInKeys(want, have, filledIn)
		}
		f.find(u.Shape.Element, was, want, have, u.ByAllKeys.Names, typeChanged)
		f.path = f.path[:len(f.path)-1]
	}
	for i, with := range all.ofModified {
		if b.modified.IDs[i] < 0 {
			continue // elements without identity match only equal elements
		}
		compare(with.original, i, with.current, with.filledIn)
	}
	for at, was := range all.dropped {
		if was >= 0 && b.original.IDs[was] >= 0 {
			filledIn := b.current.Index.Find(b.original.Identity(was)) < 0 // nothing in current has only these keys
			compare(was, -1, at, filledIn)
		}
	}
	return true
}

// hasOtherType reports whether original has a value of another type than t. If original has no
// value at this place, hasOtherType returns around, which is its result for the enclosing value. If
// hasOtherType is true, a value on both sides was changed and not added.
func hasOtherType(o model.Value, t model.Type, around bool) bool {
	if nulls.Present(o) {
		return o.Type() != t
	}
	return around
}

// step returns the path step for an element that has the indexes o, m and c in the three lists.
// Keys are spelled as in original or, if original lacks the element, as in modified. Keys that the
// server filled in have their values in current.
func (b *listBuilder) step(o, m, c int) model.Step {
	list, at, written := b.original, o, b.asWritten[0]
	if o < 0 {
		list, at, written = b.modified, m, b.asWritten[1]
	}
	keys := slices.Clone(list.Identity(at))
	for i, name := range b.by.Names {
		v, _ := written.At(at).Get(name)
		switch {
		case v.IsScalar():
			keys[i] = v
		case keys[i].Type() == model.Absent && c >= 0:
			keys[i] = b.current.Identity(c)[i]
		}
	}
	return b.by.Step(keys)
}
