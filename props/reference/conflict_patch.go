package reference

import (
	"cmp"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// PatchConflicts returns the reasons why the order of two patches matters, sorted by path. If there
// is no reason, both orders give the same result for every document to which both patches can be
// applied, except for the order of elements in merging lists. A value of a conflict is the result
// of evaluating a patch against empty. The answer is not meaningful for patches that Apply would
// reject. PatchConflicts uses the fields Strict and Unions of e. See rule conflict-list.
func PatchConflicts(e smp.Engine, s smp.Schema, left, right model.Value) []smp.Conflict {
	a, b := read(left, &place{document: "left"}), read(right, &place{document: "right"})
	if !a.is(model.Map) || !b.is(model.Map) || len(a.fields) == 0 || len(b.fields) == 0 {
		return nil
	}
	r := &run{strict: e.Strict, unions: e.Unions}
	if isDeletion(a) || isDeletion(b) {
		return r.turnConflicts(s, nil, turn{patch: a}, turn{patch: b})
	}
	return sorted(r.mapConflicts(s, nil, a, b))
}

// turnConflicts compares two patches at one field. Equal patches do not conflict.
// Removals and replacements are compared as a whole.
func (r *run) turnConflicts(s smp.Schema, path model.Path, left, right turn) []smp.Conflict {
	a, b := left.patch, right.patch
	whole := func(n *node) bool { return removes(n) || !merges(s, n) || n.is(model.List) && replaces(s, n) }
	switch {
	case alike(a, b) && alike(left.order, right.order):
		return nil
	case s.Merging() && (r.keeps(s, left, right) || r.keeps(s, right, left)):
		return nil
	case a == nil || b == nil || a.is(model.List) && b.is(model.List) && !whole(a) && !whole(b):
		found := slices.Concat(r.listConflicts(s, path, left, b), swapped(r.listConflicts(s, path, right, a)))
		return slices.Concat(found, r.elementConflicts(s, path, a, b))
	case a.is(model.Map) && b.is(model.Map) && !whole(a) && !whole(b):
		return r.mapConflicts(s, path, a, b)
	case whole(a) && whole(b) && alike(r.made(s, a), r.made(s, b)):
		return nil
	}
	return []smp.Conflict{conflict(path, r.made(s, a), r.made(s, b))}
}

// conflict returns the conflict between two sides that give the value at a path these values.
func conflict(path model.Path, left, right *node) smp.Conflict {
	return smp.Conflict{Path: path, Code: kindOf(left, right), Left: left.value(), Right: right.value()}
}

// keeps reports whether one patch replaces a map or list with a value that the other patch
// does not change, except for the order of elements. If Strict is set, it returns false,
// because the other patch may be rejected.
func (r *run) keeps(s smp.Schema, replacing, other turn) bool {
	a, b := replacing.patch, other.patch
	maps := a.is(model.Map) && b.is(model.Map) && a.fields[patchName] != nil && !isDeletion(a) && !isDeletion(b)
	lists := s.Merging() && a.is(model.List) && replaces(s, a) && (b == nil || b.is(model.List))
	if r.strict || !maps && !lists {
		return false
	}
	trial := &run{unions: r.unions}
	v := trial.turn(s, nil, replacing)
	after := trial.turn(s, v, other)
	return len(trial.faults) == 0 && alikeInAnyOrder(s, v, after)
}

func removes(n *node) bool { return n.is(model.Null) || isDeletion(n) }

// made returns the result of evaluating a patch value against empty, without Strict.
func (r *run) made(s smp.Schema, n *node) *node {
	lenient := *r
	lenient.strict = false
	return lenient.evaluate(s, nil, turn{patch: n})
}

func swapped(found []smp.Conflict) []smp.Conflict {
	for i, c := range found {
		found[i].Left, found[i].Right = c.Right, c.Left
		switch c.Code {
		case smp.LeftDeleted:
			found[i].Code = smp.RightDeleted
		case smp.RightDeleted:
			found[i].Code = smp.LeftDeleted
		}
	}
	return found
}

// mapConflicts compares two patch maps, neither of which is a deletion. $patch: replace
// conflicts with everything in the other map. $retainKeys conflicts with the fields that it
// does not list and the other map sets.
func (r *run) mapConflicts(s smp.Schema, path model.Path, a, b *node) []smp.Conflict {
	if alike(a, b) {
		return nil
	}
	wipes := func(n, other *node) bool { return n.fields[patchName] != nil && len(other.fields) > 0 }
	if wipes(a, b) || wipes(b, a) {
		if r.keeps(s, turn{patch: a}, turn{patch: b}) || r.keeps(s, turn{patch: b}, turn{patch: a}) {
			return nil
		}
		return []smp.Conflict{conflict(path, r.made(s, a), r.made(s, b))}
	}
	var found []smp.Conflict
	left, leftKeys := r.split(s, a)
	right, rightKeys := r.split(s, b)
	both := maps.Clone(left)
	maps.Copy(both, right)
	for name := range both {
		field, _ := s.Member(name)
		x, y, at := turn{name: name}, turn{name: name}, path.Append(model.Field(name))
		if left[name] != nil {
			x = *left[name]
		}
		if right[name] != nil {
			y = *right[name]
		}
		clears := func(keys *node, t turn) bool {
			listed := func(n *node) bool { return n.isText(name) }
			return keys != nil && !slices.ContainsFunc(keys.items, listed) && t.patch != nil && !removes(t.patch)
		}
		if clears(leftKeys, y) || clears(rightKeys, x) {
			found = append(found, conflict(at, r.made(field, x.patch), r.made(field, y.patch)))
		} else {
			found = append(found, r.turnConflicts(field, at, x, y)...)
		}
	}
	if !r.unions {
		return found
	}
	found = append(found, r.unionConflicts(s, path, a, b, rightKeys)...)
	found = append(found, swapped(r.unionConflicts(s, path, b, a, leftKeys))...)
	slices.SortStableFunc(found, func(a, b smp.Conflict) int { return cmp.Compare(a.Path.String(), b.Path.String()) })
	return slices.CompactFunc(found, func(a, b smp.Conflict) bool { return a.Path.Equal(b.Path) })
}

// unionConflicts returns the values that one patch sets in a union and the other clears:
// fields of members that the other patch does not choose, and the discriminator of a member.
// The argument retained is the $retainKeys of the other patch, or nil.
func (r *run) unionConflicts(s smp.Schema, path model.Path, one, other, retained *node) []smp.Conflict {
	var found []smp.Conflict
	for _, u := range s.Unions() {
		set, theirs := setBy(u, said(one)), setBy(u, said(other))
		if stays := chosen(u, said(other)); stays != nil {
			for _, m := range u.Members {
				for _, name := range m.Fields {
					value := said(one)[name]
					if !stays(m) && sets(m, value) && other.fields[name] == nil {
						field, _ := s.Field(name)
						found = append(found, conflict(path.Append(model.Field(name)), r.made(field, value), nil))
					}
				}
			}
		}
		discriminator, says := other.fields[u.Discriminator], func(n *node) bool { return n.isText(u.Discriminator) }
		cleared := discriminator != nil && removes(discriminator) ||
			discriminator == nil && retained != nil && !slices.ContainsFunc(retained.items, says) && len(theirs) == 0
		if u.Discriminator != "" && len(set) == 1 && one.fields[u.Discriminator] == nil && cleared {
			value := &node{kind: model.String, scalar: model.NewString(set[0].Value), at: one.at}
			found = append(found, conflict(path.Append(model.Field(u.Discriminator)), value, nil))
		}
	}
	return found
}

// listConflicts compares the delete list and the order list of one patch with the list of the
// other patch. A value that one patch deletes and the other adds is a conflict. An element
// with more keys in the order list than in the patch list is also a conflict, because the
// order may decide which element is found.
func (r *run) listConflicts(s smp.Schema, path model.Path, t turn, list *node) []smp.Conflict {
	var found []smp.Conflict
	if list == nil || removes(list) {
		return nil
	}
	if r.strict && t.order != nil && t.patch == nil && s.Merging() && list.is(model.List) && replaces(s, list) {
		return []smp.Conflict{conflict(path, t.order, r.made(s, list))} // with Strict, the elements are read even if the list is replaced
	}
	if t.delete != nil && !list.is(model.List) {
		return []smp.Conflict{conflict(path, nil, r.made(s, list))}
	}
	for _, item := range list.items {
		switch {
		case t.delete != nil && !isMarker(item) && !item.isScalar():
			found = append(found, conflict(path, nil, r.made(s, list)))
		case t.delete != nil && index(t.delete.items, item) >= 0 && index(t.patch.orEmpty().items, item) < 0:
			if !s.Set() {
				return []smp.Conflict{conflict(path, nil, r.made(s, list))} // an atomic list is a single value
			}
			found = append(found, conflict(path.Append(model.SetValue{Value: item.scalar}), nil, item))
		case t.order != nil && s.Keyed() && !replaces(s, list) && !isDeletion(item):
			k := r.readKey(s, item, smp.RuleKeyedMerge)
			if slices.ContainsFunc(r.readOrder(s, t.order), func(e key) bool { return e.meets(k) && !e.within(k) }) {
				found = append(found, conflict(path.Append(r.step(s, item)), nil, r.made(s.Element(), item)))
			}
		}
	}
	return found
}

// elementConflicts compares the elements of two patches that may refer to the same
// element.
func (r *run) elementConflicts(s smp.Schema, path model.Path, a, b *node) []smp.Conflict {
	var found []smp.Conflict
	if !s.Keyed() || a == nil || b == nil {
		return nil
	}
	for _, x := range a.items {
		for _, y := range b.items {
			k, other := r.readKey(s, x, smp.RuleKeyedMerge), r.readKey(s, y, smp.RuleKeyedMerge)
			later, otherLater := r.united(s, x, k), r.united(s, y, other)
			moves := !k.sameAs(later) || !other.sameAs(otherLater)
			met := k.meets(other) || moves && (later.meets(other) || k.meets(otherLater) || later.meets(otherLater))
			if !met || isDeletion(x) && isDeletion(y) {
				continue
			}
			at, left, right := path.Append(r.step(s, x)), r.withoutSelection(s, x), r.withoutSelection(s, y)
			if !moves && k.within(other) && other.within(k) && len(k.deleted)+len(other.deleted) == 0 {
				found = append(found, r.unclear(s, at, x, y)...)
				found = append(found, r.turnConflicts(s.Element(), at, turn{patch: left}, turn{patch: right})...)
			} else {
				found = append(found, conflict(at, r.made(s.Element(), left), r.made(s.Element(), right)))
			}
		}
	}
	return found
}

// unclear returns the recommended keys that only one of two patch elements sets, if Strict is
// set. After this element is applied, the other one is rejected. See rule keys-recommended.
func (r *run) unclear(s smp.Schema, at model.Path, x, y *node) []smp.Conflict {
	change := func(n *node) bool { return n.is(model.Map) && merges(s.Element(), n) && n.fields[patchName] == nil }
	if !r.strict || !change(x) || !change(y) || r.selection(s, x) != nil && r.selection(s, y) != nil {
		return nil
	}
	var found []smp.Conflict
	for _, name := range s.Recommended() {
		a, b := x.fields[name], y.fields[name]
		if (a == nil) != (b == nil) && !alike(keyValue(s, x, name), keyValue(s, y, name)) {
			found = append(found, conflict(at.Append(model.Field(name)), a, b))
		}
	}
	return found
}

// united returns the key of an element after its patch is applied. Setting a member of
// a union changes the discriminator, which may be a key.
func (r *run) united(s smp.Schema, element *node, k key) key {
	fields := maps.Clone(k.fields)
	for _, u := range s.Element().Unions() {
		value, isKey := fields[u.Discriminator]
		set := setBy(u, said(element))
		if r.unions && isKey && !isDeletion(element) && len(set) == 1 && element.fields[u.Discriminator] == nil && !value.isText(set[0].Value) {
			fields[u.Discriminator] = &node{kind: model.String, scalar: model.NewString(set[0].Value), at: element.at}
		}
	}
	k.fields = fields
	return k
}

// meets reports whether one element may have both keys.
func (k key) meets(other key) bool {
	for name, value := range k.fields {
		if v, ok := other.fields[name]; ok && !same(value, v) {
			return false
		}
	}
	return true
}

// within reports whether the other key selects by all fields by which this key selects.
func (k key) within(other key) bool {
	for name := range k.fields {
		if _, ok := other.fields[name]; !ok {
			return false
		}
	}
	return true
}

// step returns the step to an element. It consists of the keys by which the element selects,
// without those that it deletes.
func (r *run) step(s smp.Schema, element *node) model.Key {
	var k model.Key
	for _, name := range r.keyNames(s, element) {
		if !element.fields[name].is(model.Null) {
			k = append(k, model.KeyField{Name: name, Value: keyValue(s, element, name).value()})
		}
	}
	return k
}
