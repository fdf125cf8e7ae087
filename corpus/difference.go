package corpus

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Difference is one place where a result differs from the wanted result.
type Difference struct {
	// Path is the place in the wanted result. Elements are addressed by ElementStep.
	Path model.Path
	// Code is the class of the difference.
	Code DifferenceCode
	// InAtomicList is set if the place is an element of an atomic list.
	InAtomicList bool
	// How describes the difference without quoting the documents, such as "the order of
	// a keyed list" or "a missing field". The text may change at any time.
	How string
}

// A DifferenceCode is the class of a [Difference].
type DifferenceCode uint8

const (
	// OtherValue: a scalar has another value.
	OtherValue DifferenceCode = iota
	// OtherType: a value has another type.
	OtherType
	// Missing: the result lacks a field or an element.
	Missing
	// Additional: the result has a field or an element that the wanted result lacks.
	Additional
	// Reordered: a list has the same elements in another order.
	Reordered
)

// Differences returns the differences of the result got from the wanted result want. Elements with
// equal keys are compared with each other, even at different positions in the list. If the order of
// a list differs, this is a separate difference. If several elements have the same keys, they are
// compared in their order: the first with the first, the second with the second.
func Differences(s smp.Schema, want, got model.Value) []Difference {
	return comparison{}.differences(s, want, got)
}

// DifferencesOfDuplicates is like Differences, but if either of two keyed lists has duplicates
// (elements with the same merge keys), it compares their elements by value, because keys do not
// identify duplicates.
func DifferencesOfDuplicates(s smp.Schema, want, got model.Value) []Difference {
	return comparison{duplicatesByValue: true}.differences(s, want, got)
}

// A comparison collects the differences between two values.
type comparison struct {
	duplicatesByValue bool
	report            func(Difference)
}

func (c comparison) differences(s smp.Schema, want, got model.Value) []Difference {
	var found []Difference
	c.report = func(d Difference) { found = append(found, d) }
	c.values(s, want, got, nil)
	return found
}

func (c comparison) values(s smp.Schema, want, got model.Value, path model.Path) {
	switch {
	case model.Equal(want, got):
	case want.Type() != got.Type():
		c.report(Difference{Path: path, Code: OtherType, How: fmt.Sprintf("a %s instead of a %s", got.Type(), want.Type())})
	case want.Type() == model.Map:
		c.members(s, want, got, path)
	case want.Type() == model.List:
		c.elements(s, want, got, path)
	default:
		c.report(Difference{Path: path, Code: OtherValue, How: "another " + want.Type().String()})
	}
}

func (c comparison) members(s smp.Schema, want, got model.Value, path model.Path) {
	for name, v := range want.SortedMembers() {
		at := path.Append(model.Field(name))
		member, _ := s.Member(name)
		if other, ok := got.Get(name); ok {
			c.values(member, v, other, at)
		} else {
			c.report(Difference{Path: at, Code: Missing, How: "a missing field"})
		}
	}
	for name := range got.SortedMembers() {
		if _, ok := want.Get(name); !ok {
			c.report(Difference{Path: path.Append(model.Field(name)), Code: Additional, How: "an additional field"})
		}
	}
}

func (c comparison) elements(s smp.Schema, want, got model.Value, path model.Path) {
	list, atomic := "an atomic list", false
	switch {
	case s.Keyed():
		list = "a keyed list"
	case s.Set():
		list = "a set"
	default:
		atomic = true
	}
	byValue := c.duplicatesByValue && (hasDuplicates(s, want) || hasDuplicates(s, got))
	all := newIdentities()
	wantIDs, gotIDs := all.elementIDs(s, want, byValue), all.elementIDs(s, got, byValue)
	inWant, inGot := indexes(wantIDs), indexes(gotIDs)
	var wantOrder, gotOrder []elementID // the order of the elements that are in both lists
	for i, id := range wantIDs {
		j, ok := inGot[id]
		if !ok {
			c.report(Difference{Path: path.Append(ElementStep(s, want, i)), Code: Missing, InAtomicList: atomic, How: "a missing element of " + list})
			continue
		}
		wantOrder = append(wantOrder, id)
		c.values(s.Element(), want.At(i), got.At(j), path.Append(ElementStep(s, want, i)))
	}
	for j, id := range gotIDs {
		if _, ok := inWant[id]; ok {
			gotOrder = append(gotOrder, id)
		} else {
			c.report(Difference{Path: path.Append(ElementStep(s, got, j)), Code: Additional, InAtomicList: atomic, How: "an additional element of " + list})
		}
	}
	if !slices.Equal(wantOrder, gotOrder) {
		c.report(Difference{Path: path, Code: Reordered, How: "the order of " + list})
	}
}

func indexes(ids []elementID) map[elementID]int {
	at := map[elementID]int{}
	for i, id := range ids {
		at[id] = i
	}
	return at
}

// hasDuplicates reports whether two elements of a keyed list have the same merge keys.
// Recommended keys do not count.
func hasDuplicates(s smp.Schema, list model.Value) bool {
	seen := newIdentities()
	for _, e := range list.Elements() {
		key := keysOf(s, s.Keys(), e)
		if before := seen.count; len(key) > 0 && seen.number(key, model.Value{}) < before {
			return true
		}
	}
	return false
}

// An elementID identifies an element of two lists: its identity, and a number that
// distinguishes elements with the same identity.
type elementID struct{ identity, number int }

// identities numbers the keys and values that identify elements. Equal ones have the same number,
// even if they are spelled differently.
type identities struct {
	known map[uint64][]identity // by their hashes
	count int
}

func newIdentities() *identities { return &identities{known: map[uint64][]identity{}} }

type identity struct {
	keys   model.Path  // empty if the value identifies the element
	value  model.Value // absent if the keys identify the element
	number int
}

// number returns the number of an identity: keys or, if there are none, a value.
func (n *identities) number(keys model.Key, value model.Value) int {
	one := identity{number: n.count}
	var hash uint64
	if len(keys) > 0 {
		one.keys = model.Path{keys}
		for _, field := range keys {
			hash = hash*31 + field.Value.Hash()
		}
	} else {
		one.value, hash = value, value.Hash()
	}
	for _, other := range n.known[hash] {
		if one.keys.Equal(other.keys) && model.Equal(one.value, other.value) {
			return other.number
		}
	}
	n.known[hash] = append(n.known[hash], one)
	n.count++
	return one.number
}

// elementIDs returns a unique id for each element of a list.
func (n *identities) elementIDs(s smp.Schema, list model.Value, byValue bool) []elementID {
	seen := map[int]int{}
	var ids []elementID
	for i := range list.Len() {
		keys, _ := ElementStep(s, list, i).(model.Key)
		if byValue {
			keys = nil
		}
		one := n.number(keys, list.At(i))
		seen[one]++
		ids = append(ids, elementID{one, seen[one]})
	}
	return ids
}

// ElementStep returns the step to an element: its keys in a keyed list (missing ones
// with their default values), its value in a set, and its index in any other list.
func ElementStep(s smp.Schema, list model.Value, i int) model.Step {
	e := list.At(i)
	keys := s.Recommended()
	if keys == nil {
		keys = s.Keys()
	}
	if key := keysOf(s, keys, e); len(key) > 0 {
		return key
	}
	if s.Set() && e.IsScalar() {
		return model.SetValue{Value: e}
	}
	return model.Index(i)
}

// keysOf returns the values of these fields of a map, with defaults for missing ones.
// Values that are not scalars are left out.
func keysOf(s smp.Schema, fields []string, e model.Value) (key model.Key) {
	for _, name := range fields {
		v, ok := e.Get(name)
		if !ok {
			v, _ = s.KeyDefault(name)
		}
		if v.IsScalar() && e.Type() == model.Map {
			key = append(key, model.KeyField{Name: name, Value: v})
		}
	}
	return key
}
