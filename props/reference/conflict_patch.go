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
// applied, except for the order of elements in merging lists. The values of a conflict are those
// of the patches. The answer is not meaningful for patches that Apply would reject. PatchConflicts
// uses the fields Strict and Unions of e. See rule conflict-list.
func PatchConflicts(e smp.Engine, s smp.Schema, left, right model.Value) []smp.Conflict {
	a, b := read(left, &place{document: "left"}), read(right, &place{document: "right"})
	if !a.is(model.Map) || !b.is(model.Map) || len(a.fields) == 0 || len(b.fields) == 0 {
		return nil
	}
	r := &run{strict: e.Strict, unions: e.Unions}
	if a.fields[patchName] == nil && b.fields[patchName] == nil { // the root is never atomic
		return sorted(differing(r.mapConflicts(s, nil, a, b)))
	}
	document := func(r *run, original *node, t turn) *node {
		return cmp.Or(r.document(s, original, t.patch), t.patch.withFields(map[string]*node{}))
	}
	return r.effectConflicts(s, nil, document, turn{patch: a}, turn{patch: b})
}

// differing returns the conflicts without repetitions. Duplicates of one patch may conflict with an
// element of the other one in the same values. Paths with different spellings of a number differ.
func differing(found []smp.Conflict) []smp.Conflict {
	var kept []smp.Conflict
	for _, c := range found {
		same := func(k smp.Conflict) bool {
			return k.Path.String() == c.Path.String() && k.Code == c.Code && model.Equal(k.Left, c.Left) && model.Equal(k.Right, c.Right)
		}
		if !slices.ContainsFunc(kept, same) {
			kept = append(kept, c)
		}
	}
	return kept
}

// fieldConflicts compares two patches of a field by steps 1 to 4 of section 12.2.
func (r *run) fieldConflicts(s smp.Schema, path model.Path, left, right turn) []smp.Conflict {
	a, b := left.patch, right.patch
	switch {
	case mergesMap(s, a) && mergesMap(s, b):
		return r.mapConflicts(s, path, a, b)
	case mergesList(s, a) && mergesList(s, b) && s.Set():
		return slices.Concat(setConflicts(path, left, right), swapped(setConflicts(path, right, left)))
	case mergesList(s, a) && mergesList(s, b):
		return r.keyedConflicts(s, path, left, right)
	}
	field := func(r *run, original *node, t turn) *node { return r.turn(s, original, t) }
	return r.effectConflicts(s, path, field, left, right)
}

// mergesMap reports whether a patch merges a map or element.
func mergesMap(s smp.Schema, patch *node) bool {
	return patch.is(model.Map) && patch.fields[patchName] == nil && !atomicMap(s)
}

// mergesList reports whether a patch merges a list. The patch is nil if there is only a delete or
// order list.
func mergesList(s smp.Schema, patch *node) bool {
	return s.Merging() && (patch == nil || patch.is(model.List) && !replaces(s, patch))
}

// conflict returns the conflict of two patches that have these values at a path.
func conflict(path model.Path, left, right *node) smp.Conflict {
	kind := kindOf(left, right)
	if removes(left) {
		kind = smp.LeftDeleted
	} else if removes(right) {
		kind = smp.RightDeleted
	}
	return smp.Conflict{Path: path, Code: kind, Left: left.value(), Right: right.value()}
}

// removes reports whether a patch value is null or has $patch: delete.
func removes(n *node) bool { return n.is(model.Null) || isDeletion(n) }

// swapped returns the conflicts of right and left as those of left and right.
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

// mapConflicts compares two patches that merge a map, field by field. A patch that sets a field
// conflicts with a $retainKeys that clears it. See step 1 of section 12.2.
func (r *run) mapConflicts(s smp.Schema, path model.Path, a, b *node) []smp.Conflict {
	if s.Type() != smp.MapType {
		s = smp.Schemaless
	}
	left, leftKeys := r.split(s, a)
	right, rightKeys := r.split(s, b)
	cleared := func(keys *node, t turn) bool {
		listed := func(n *node) bool { return n.isText(t.name) }
		return keys != nil && !slices.ContainsFunc(keys.items, listed) && t.patch != nil && !removes(t.patch)
	}
	has := func(t turn) bool { return t.patch != nil || t.delete != nil || t.order != nil }
	both := maps.Clone(left)
	maps.Copy(both, right)
	var found []smp.Conflict
	for _, name := range slices.Sorted(maps.Keys(both)) {
		field, _ := s.Member(name)
		x, y, at := *cmp.Or(left[name], &turn{}), *cmp.Or(right[name], &turn{}), path.Append(model.Field(name))
		equal := alike(x.patch, y.patch) && alike(x.delete, y.delete) && alike(x.order, y.order)
		switch {
		case cleared(rightKeys, x):
			found = append(found, conflict(at, x.patch, nil))
		case cleared(leftKeys, y):
			found = append(found, conflict(at, nil, y.patch))
		case has(x) && has(y) && !equal:
			found = append(found, r.fieldConflicts(field, at, x, y)...)
		}
	}
	if r.unions {
		found = append(found, r.unionConflicts(s, path, a, b, rightKeys)...)
		found = append(found, swapped(r.unionConflicts(s, path, b, a, leftKeys))...)
	}
	return found
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
						found = append(found, conflict(path.Append(model.Field(name)), value, nil))
					}
				}
			}
		}
		discriminator, says := other.fields[u.Discriminator], func(n *node) bool { return n.isText(u.Discriminator) }
		cleared := discriminator != nil && removes(discriminator) ||
			discriminator == nil && retained != nil && !slices.ContainsFunc(retained.items, says) && len(theirs) == 0
		if u.Discriminator != "" && len(set) == 1 && one.fields[u.Discriminator] == nil && cleared {
			c := conflict(path.Append(model.Field(u.Discriminator)), nil, discriminator)
			c.Code = smp.RightDeleted // one has no value here, but its member sets the discriminator
			found = append(found, c)
		}
	}
	return found
}

// setConflicts returns the values of a set that one patch adds, and that the other one deletes and
// does not add, in all their spellings. See step 2 of section 12.2.
func setConflicts(path model.Path, one, other turn) []smp.Conflict {
	var found []smp.Conflict
	for _, value := range one.patch.orEmpty().items {
		if index(other.delete.orEmpty().items, value) >= 0 && index(other.patch.orEmpty().items, value) < 0 {
			found = append(found, conflict(path.Append(model.SetValue{Value: value.scalar}), value, nil))
		}
	}
	return found
}

// keyedConflicts compares the elements of two patches that may be the same element. If they select
// by other keys or by a null key, or if a union moves one of them, the order decides which element
// is found. See step 3 of section 12.2.
func (r *run) keyedConflicts(s smp.Schema, path model.Path, left, right turn) []smp.Conflict {
	found := slices.Concat(r.orderConflicts(s, path, left, right), swapped(r.orderConflicts(s, path, right, left)))
	place := func(x claim) model.Path { return path.Append(r.step(s, x.element)) }
	differ := func(x, y claim) { found = append(found, conflict(place(x), x.element, y.element)) }
	a, b := r.claims(s, left.patch), r.claims(s, right.patch)
	for i, x := range a {
		for j, y := range b {
			compared, later := pairOf(a, b, i, j)
			equal := alike(x.element, y.element) || isDeletion(x.element) && isDeletion(y.element)
			switch {
			case later || compared && !equal && !x.sameKeys(y):
				differ(x, y)
			case compared && !equal:
				found = append(found, r.elementConflicts(s, place(x), x.element, y.element)...)
			}
		}
	}
	for _, x := range a {
		for _, y := range x.movedOnto(b) {
			differ(x, y)
		}
	}
	for _, y := range b {
		for _, x := range y.movedOnto(a) {
			differ(x, y)
		}
	}
	return found
}

// pairOf reports whether element i of left and element j of right are compared, because they may be
// the same element. If several elements of left that are like i may be j, and several elements of
// right that are like j may be i, a later element of left is only compared with the first one of
// right. The result later reports whether this is such a pair.
func pairOf(left, right []claim, i, j int) (compared, later bool) {
	x, y := left[i], right[j]
	compared = x.before.meets(y.before)
	earlier := func(z claim) bool { return z.selectsLike(x) && z.before.meets(y.before) }
	other := func(z claim) bool { return z.selectsLike(y) && z.before.meets(x.before) }
	before, after := slices.ContainsFunc(right[:j], other), slices.ContainsFunc(right[j+1:], other)
	if !compared || !slices.ContainsFunc(left[:i], earlier) || !before && !after {
		return compared, false
	}
	return !before, !before
}

// elementConflicts compares two patches of one element of a keyed list that select by the same
// keys. The second patch applies to the element even if a union in the first one moves it, so a
// deletion conflicts with such an element, too. See steps 3 and 4 of section 12.2.
func (r *run) elementConflicts(list smp.Schema, at model.Path, x, y *node) []smp.Conflict {
	s := list.Element()
	if mergesMap(s, x) && mergesMap(s, y) {
		found := r.mapConflicts(s, at, r.withoutSelection(list, x), r.withoutSelection(list, y))
		return slices.Concat(found, r.unclear(list, at, x, y), swapped(r.unclear(list, at, y, x)))
	}
	element := func(r *run, original *node, t turn) *node {
		return r.evaluate(s, original, turn{patch: r.withoutSelection(list, t.patch)})
	}
	return r.effectConflicts(s, at, element, turn{patch: x}, turn{patch: y})
}

// orderConflicts returns the elements of one patch that have fewer keys than an entry in the order
// list of the other patch. The order decides which element is found. A deletion removes all
// elements with its keys.
func (r *run) orderConflicts(s smp.Schema, path model.Path, one, other turn) []smp.Conflict {
	if other.order == nil {
		return nil
	}
	var found []smp.Conflict
	for _, x := range r.claims(s, one.patch) {
		more := func(entry key) bool { return entry.meets(x.before) && !entry.within(x.before) }
		if !isDeletion(x.element) && slices.ContainsFunc(r.readOrder(s, other.order), more) {
			found = append(found, conflict(path.Append(r.step(s, x.element)), x.element, other.order))
		}
	}
	return found
}

// effectConflicts compares two patches of a place by effect: the function apply applies a patch to
// the place, which the original does not have. There is a conflict if one of the orders gives an
// error, or if the results differ. Strict only counts if they do not. See step 4 of section 12.2.
func (r *run) effectConflicts(s smp.Schema, path model.Path, apply func(r *run, original *node, t turn) *node, left, right turn) []smp.Conflict {
	trial := &run{unions: r.unions}
	one := apply(trial, apply(trial, nil, left), right)
	other := apply(trial, apply(trial, nil, right), left)
	switch {
	case len(trial.faults) > 0 || !sameResult(s, one, other):
		return []smp.Conflict{conflict(path, left.patch, right.patch)}
	case r.strict:
		return slices.Concat(intoReplaced(s, path, left, right), swapped(intoReplaced(s, path, right, left)))
	}
	return nil
}

// sameResult compares two results as JSON values. Either may be absent. Elements of merging lists
// may be in any order, even in atomic maps and lists.
func sameResult(s smp.Schema, a, b *node) bool {
	items := func(x, y *node) bool { return sameResult(s.Element(), x, y) }
	switch {
	case a.is(model.Map) && b.is(model.Map):
		return !slices.ContainsFunc(names(a, b), func(name string) bool {
			field, _ := s.Member(name)
			return !sameResult(field, a.fields[name], b.fields[name])
		})
	case a.is(model.List) && b.is(model.List) && s.Merging():
		return sameItems(a.items, b.items, items)
	case a.is(model.List) && b.is(model.List):
		return slices.EqualFunc(a.items, b.items, items)
	}
	return alike(a, b)
}

// intoReplaced returns the conflict at a map, element or merging list that one patch replaces, if
// the other one merges something into it. With Strict, this may be rejected after the replacement.
// A list that merges counts even if it is empty, because the keys of the other list are checked.
func intoReplaced(s smp.Schema, path model.Path, one, other turn) []smp.Conflict {
	a, b := one.patch, other.patch
	replaced := a.is(model.Map) && a.fields[patchName].isText("replace")
	marked := s.Merging() && a.is(model.List) && replaces(s, a)
	value := cmp.Or(b, other.order)
	merges := mergesMap(s, b) || len(path) == 0 && b.is(model.Map) && b.fields[patchName] == nil // the root is never atomic
	if replaced && merges && len(b.fields) > 0 || marked && mergesList(s, b) && value != nil {
		return []smp.Conflict{conflict(path, a, value)}
	}
	return nil
}

// unclear returns the recommended keys that one patch element sets and the other one lacks, if Strict
// is set. After them, an element without $patchMergeKey may be ambiguous. Before them, an absent key
// counts as its default, which changes. See rule keys-recommended.
func (r *run) unclear(s smp.Schema, at model.Path, one, other *node) []smp.Conflict {
	if !r.strict {
		return nil
	}
	named := r.selection(s, one) != nil || r.selection(s, other) != nil
	var found []smp.Conflict
	for _, name := range s.Recommended() {
		if _, hasDefault := s.KeyDefault(name); named && !hasDefault {
			continue
		}
		value := r.given(s.Element(), one, name)
		becomes := cmp.Or(present(value), keyValue(s, one, name))
		if value != nil && r.given(s.Element(), other, name) == nil && !alike(becomes, keyValue(s, other, name)) {
			found = append(found, conflict(at.Append(model.Field(name)), value, nil))
		}
	}
	return found
}

// given returns the value that a patch map gives to a field. Setting a member of a union gives a
// value to the discriminator.
func (r *run) given(s smp.Schema, patch *node, name string) *node {
	value := patch.fields[name]
	for _, u := range s.Unions() {
		set := setBy(u, said(patch))
		if r.unions && u.Discriminator == name && !isDeletion(patch) && len(set) == 1 && patch.fields[name] == nil {
			value = &node{kind: model.String, scalar: model.NewString(set[0].Value), at: patch.at}
		}
	}
	return value
}

// A claim is a patch element with its keys before and after the patch.
type claim struct {
	element       *node
	before, after key
}

// claims returns the elements of a patch list. A union may change a key, if this is the
// discriminator.
func (r *run) claims(s smp.Schema, list *node) []claim {
	var made []claim
	for _, element := range list.orEmpty().items {
		k := r.readKey(s, element, smp.RuleKeyedMerge)
		after := k
		after.fields = maps.Clone(k.fields)
		for name, value := range k.fields {
			after.fields[name] = cmp.Or(r.given(s.Element(), element, name), value)
		}
		made = append(made, claim{element: element, before: k, after: after})
	}
	return made
}

// sameKeys reports whether two patch elements select the same element by the same keys, none of
// which is null.
func (c claim) sameKeys(other claim) bool {
	return len(c.before.deleted)+len(other.before.deleted) == 0 && c.before.sameAs(other.before)
}

// selectsLike reports whether two patch elements select by keys of the same names. A null key is
// another one.
func (c claim) selectsLike(other claim) bool {
	k, l := c.before, other.before
	return k.within(l) && l.within(k) && slices.Equal(k.deleted, l.deleted)
}

// movedOnto returns the elements of the other patch that conflict with a patch element because a
// union changes its keys: those that may be the same element by the old or by the new keys. If
// several of them select by the same keys, only the first one conflicts, even if it is equal. See the
// text below the table of unions in section 12.2.
func (c claim) movedOnto(others []claim) []claim {
	var found []claim
	for _, k := range []key{c.before, c.after} {
		for j, y := range others {
			like := func(z claim) bool { return z.selectsLike(y) && k.meets(z.before) }
			first, single := !slices.ContainsFunc(others[:j], like), !slices.ContainsFunc(others[j+1:], like)
			if !c.before.sameAs(c.after) && like(y) && first && !(single && alike(c.element, y.element)) {
				found = append(found, y)
			}
		}
	}
	return found
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
