package gen

import (
	"slices"
	"strconv"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A single choice makes a list or map long, so that it shrinks in one step. The additional
// elements differ only in their keys, and are mixed with the other elements. Patches contain
// few of them.

const (
	// few is the largest number of elements for which there is one choice per element.
	few = 12
	// These are the greatest numbers of additional elements and fields, and prime numbers for
	// numbering them.
	moreElements, elementNumbers = 60, 61
	moreMembers, memberNumbers   = 120, 127
)

// more chooses the number of additional elements or fields of a list or map: no more than
// the argument most, and often zero unless sure is true. It also returns a generator for
// the additional elements, which depends on the same choice.
func (g *generator) more(most int, sure bool) (int, *generator) {
	if g.long == 0 || !sure && (g.orderly || !g.oneIn("long", 2)) {
		return 0, nil
	}
	g.long--
	const looks = 256
	choice := g.intn("how long", most*looks)
	n, how := 1+choice/looks, *g
	how.src, how.long = FromSeed(uint64(choice%looks)), 0
	if how.intn("half", 3) > 0 {
		n = (n + 1) / 2
	}
	return n, &how
}

// numbering chooses how elements are numbered: in ascending, descending or mixed order, or
// with duplicates.
func (g *generator) numbering(all int) func(i int) int {
	step := pick(g, "step", []int{1, all - 1, 7, all/2 + 1})
	if g.oneIn("same numbers", 6) {
		all = 1 + g.intn("numbers", all)
	}
	return func(i int) int { return i * step % all }
}

// numbered returns a key with this number.
func numbered(kinds smp.Scalars, number int) model.Value {
	switch text := strconv.Itoa(number); {
	case kinds == 0 || kinds&smp.StringScalar != 0:
		return model.NewString("n" + text)
	case kinds&smp.NumberScalar != 0:
		return newNumber(text)
	default:
		return model.NewBool(number%2 == 1)
	}
}

// lengthened sometimes adds many elements to a list.
func (g *generator) lengthened(s smp.Schema, depth int, elements []model.Value) []model.Value {
	n, how := g.more(moreElements, false)
	if n == 0 {
		return elements
	}
	like, number := how.element(s, min(depth, 2)), how.numbering(elementNumbers)
	vary := func(number int) model.Value { return like }
	switch key := pick(how, "key", append(keysOf(s), "")); {
	case s.Keyed() && isMap(like) && key != "":
		field, _ := s.Element().Member(key)
		vary = func(number int) model.Value {
			return newMap(append(like.AppendMembers(nil), model.Member{Name: key, Value: numbered(scalarsOf(field), number)})...)
		}
	case like.IsScalar():
		vary = func(number int) model.Value { return numbered(scalarsOf(s.Element()), number) }
	}
	all := make([]model.Value, n)
	for i := range all {
		all[i] = vary(number(i))
	}
	return scattered(how, all, elements)
}

// inOrder returns n elements of a keyed list that have all required keys and differ in
// the first one.
func (g *generator) inOrder(s smp.Schema, depth, n int) []model.Value {
	members := g.members(s.Element(), depth-1)
	for _, name := range s.Keys() {
		members = append(members, model.Member{Name: name, Value: g.keyValue(s, name)})
	}
	like, first := newMap(members...), s.Keys()[0]
	field, _ := s.Element().Member(first)
	all, step := make([]model.Value, n), pick(g, "step", []int{1, elementNumbers - 1, 7})
	for i := range all {
		key := numbered(scalarsOf(field), i*step%elementNumbers)
		all[i] = newMap(append(like.AppendMembers(nil), model.Member{Name: first, Value: key})...)
	}
	return all
}

// changedInPlace returns the elements of a keyed list with a new value in a field that is not
// a key. The value is the same in one element, in every second element from there on, or in
// all elements from there on. If there are duplicates, the first changed element is often one
// of them.
func (g *generator) changedInPlace(s smp.Schema, elements []model.Value, depth int) []model.Value {
	at, step := g.intn("place", len(elements)), pick(g, "step", []int{len(elements), len(elements), 2, 1})
	if again := repeated(s, elements); len(again) > 0 && g.oneIn("duplicate", 2) {
		at = pick(g, "which duplicate", again)
	}
	now, ok := g.newField(s, elements[at], depth)
	for i := at; ok && i < len(elements); i += step {
		if isMap(elements[i]) {
			elements[i] = newMap(append(elements[i].AppendMembers(nil), now)...)
		}
	}
	return elements
}

// repeated returns the indexes of the elements with the keys of an earlier element.
func repeated(s smp.Schema, elements []model.Value) []int {
	var places []int
	for i, e := range elements {
		if slices.ContainsFunc(elements[:i], func(before model.Value) bool { return sameKeys(s, before, e) }) {
			places = append(places, i)
		}
	}
	return places
}

// newField generates a value for a field, other than a key, of an element of a keyed
// list. It returns false if there is no such field.
func (g *generator) newField(s smp.Schema, element model.Value, depth int) (model.Member, bool) {
	var names []string
	for name := range element.Members() {
		names = append(names, name)
	}
	for name := range s.Element().Fields() {
		names = append(names, name)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(keysOf(s), name) })
	if len(names) == 0 {
		return model.Member{}, false
	}
	name := pick(g, "field", names)
	field, _ := s.Element().Member(name)
	return model.Member{Name: name, Value: g.value(field, depth-1)}, true
}

// lengthenedMap sometimes adds many fields to a map with values of this schema.
func (g *generator) lengthenedMap(values smp.Schema, depth int, members []model.Member) []model.Member {
	n, how := g.more(moreMembers, false)
	if n == 0 {
		return members
	}
	like, number := how.value(values, min(depth, 2)-1), how.numbering(memberNumbers)
	all := make([]model.Member, n)
	for i := range all {
		all[i] = model.Member{Name: "n" + strconv.Itoa(number(i)), Value: like}
	}
	return scattered(how, all, members)
}

// scattered inserts items at random places among others.
func scattered[T any](g *generator, others, items []T) []T {
	for _, item := range items {
		others = slices.Insert(others, g.intn("place", len(others)+1), item)
	}
	return others
}

// some returns a function that reports for each of n things whether it is chosen. The
// function must be called for the things in order. The probability of each is hits/of. In a
// sparse input with more than a few things, only a handful are chosen or, if hits/of is more
// than a half, all but a handful.
func (g *generator) some(label string, n, hits, of int) func(i int) bool {
	if !g.sparse || n <= few {
		return func(int) bool { return g.intn(label, of) >= of-hits }
	}
	picked := map[int]bool{}
	for range 1 + g.intn(label, 3) {
		picked[g.intn("which", n)] = true
	}
	return func(i int) bool { return picked[i] != (2*hits > of) }
}

// moved moves a handful of items to other places.
func moved[T any](g *generator, label string, items []T) {
	for range 1 + g.intn(label, 3) {
		from, to := g.intn("from", len(items)), g.intn("to", len(items))
		item := items[from]
		copy(items[from:], items[from+1:])
		copy(items[to+1:], items[to:len(items)-1])
		items[to] = item
	}
}
