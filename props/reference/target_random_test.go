package reference_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// A triple consists of original, modified and current, which are made from the same document
// by some patches.
type triple struct {
	schema                      smp.Schema
	original, modified, current model.Value
}

func newTriple(seed uint64) triple {
	src := gen.FromSeed(seed)
	typ, definitions := gen.Schema(src)
	s, err := smp.NewSchema(typ, func(name string) (smp.Definition, bool) {
		t, ok := definitions[name]
		return t, ok
	})
	if err != nil {
		panic(err)
	}
	edited := func(v model.Value) model.Value {
		for range src.Intn("patches", 4) {
			if result, err := reference.Apply(smp.Engine{}, s, v, gen.Patch(src, s, v)); err == nil {
				v = result
			}
		}
		return v
	}
	base := gen.Document(src, s)
	t := triple{s, edited(base), edited(base), edited(base)}
	if src.Intn("another modified", 8) == 0 {
		t.modified = gen.Document(src, s)
	}
	if src.Intn("current from modified", 8) == 0 {
		t.current = edited(t.modified)
	}
	return t
}

// A second merge changes nothing. The target is modified if nobody else changed anything, or
// if there was no object before.
func TestTargetLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts what thousands of inputs do")
	}
	empty, beside, merged := value(`{}`), 0, 0
	for seed := range uint64(4000) {
		c := newTriple(seed)
		target := func(original, modified, current model.Value) model.Value {
			v, err := reference.Target(c.schema, original, modified, current)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			return v
		}
		want, got := withoutNulls(c.modified), target(c.original, c.modified, c.current)
		for _, law := range []struct {
			name      string
			got, want model.Value
		}{
			{"nobody else changed anything", target(c.original, c.modified, c.original), want},
			{"there was nothing", target(c.original, c.modified, empty), want},
			{"it is there", target(c.original, c.modified, c.modified), want},
			{"modified as original", target(c.modified, c.modified, got), got},
			{"again", target(c.original, c.modified, got), got},
		} {
			if law.name != "again" && emptyKeys(c.schema, c.modified) {
				continue // the element may lose its key, or keep that of current
			}
			if law.name == "again" && (besideFilledIn(c.schema, c.current) || hasDuplicates(c.schema, c.current)) {
				beside++
				continue
			}
			if !model.Equal(law.got, law.want) {
				t.Fatalf("%s, seed %d: original %s, modified %s, current %s\n got %s\nwant %s", law.name, seed,
					c.original.Canonical(), c.modified.Canonical(), c.current.Canonical(), law.got.Canonical(), law.want.Canonical())
			}
		}
		if !model.Equal(got, want) && !model.Equal(got, withoutNulls(c.current)) {
			merged++
		}
	}
	if beside > 1600 || merged < 500 {
		t.Errorf("of 4000 inputs %d were left out of one law, %d had something to merge", beside, merged)
	}
}

// withoutNulls returns a value without null map members.
func withoutNulls(v model.Value) model.Value {
	made, err := v, error(nil)
	switch v.Type() {
	case model.Map:
		var members []model.Member
		for name, member := range v.Members() {
			if member.Type() != model.Null {
				members = append(members, model.Member{Name: name, Value: withoutNulls(member)})
			}
		}
		made, err = model.NewMap(members...)
	case model.List:
		var elements []model.Value
		for _, element := range v.Elements() {
			elements = append(elements, withoutNulls(element))
		}
		made, err = model.NewList(elements...)
	}
	if err != nil {
		panic(err)
	}
	return made
}

// In a merge for a cluster, a second merge changes nothing either. If all three documents are
// equal, nothing changes.
func TestTargetLawsWithMarks(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts what thousands of inputs do")
	}
	different := 0
	for seed := range uint64(4000) {
		c := newTriple(seed)
		if !hasMarks(c.schema, 5) {
			continue
		}
		target := func(original, modified, current model.Value) model.Value {
			v, err := reference.TargetOptions{Marks: true}.Target(c.schema, original, modified, current)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			return v
		}
		got := target(c.original, c.modified, c.current)
		if again := target(c.modified, c.modified, got); !model.Equal(again, got) {
			t.Fatalf("seed %d: original %s, modified %s, current %s\nfirst %s\n then %s", seed,
				c.original.Canonical(), c.modified.Canonical(), c.current.Canonical(), got.Canonical(), again.Canonical())
		}
		if same := target(c.original, c.original, c.original); !emptyKeys(c.schema, c.original) && !model.Equal(same, withoutNulls(c.original)) {
			t.Fatalf("seed %d: all are %s\n but got %s", seed, c.original.Canonical(), same.Canonical())
		}
		if plain, err := reference.Target(c.schema, c.original, c.modified, c.current); err != nil || !model.Equal(plain, got) {
			different++
		}
	}
	if different < 100 {
		t.Errorf("marks count in %d inputs only", different)
	}
}

// hasMarks reports whether a field of a schema has marks, down to a depth.
func hasMarks(s smp.Schema, depth int) bool {
	if depth == 0 || s.Marks() != (smp.Marks{}) {
		return depth > 0
	}
	for _, field := range s.Fields() {
		if hasMarks(field, depth-1) {
			return true
		}
	}
	values, free := s.Values()
	return free && hasMarks(values, depth-1) || s.Type() == smp.ListType && hasMarks(s.Element(), depth-1)
}

// emptyKeys reports whether a list has an element with a merge key that is empty and
// has marks, or that lacks an optional key with a default.
func emptyKeys(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); emptyKeys(field, member) {
			return true
		}
	}
	for _, element := range v.Elements() {
		for _, name := range slices.Concat(s.Keys(), s.Recommended()) {
			field, _ := s.Element().Member(name)
			key, spelled := element.Get(name)
			if spelled && field.Marks() != (smp.Marks{}) && (key.Type() == model.Null || key.Type() == model.String && key.Text() == "") {
				return true
			}
			optional := field.Marks().NotStored || field.Marks().FilledIn
			if _, hasDefault := s.KeyDefault(name); optional && hasDefault && !spelled {
				return true
			}
		}
		if emptyKeys(s.Element(), element) {
			return true
		}
	}
	return false
}

// hasDuplicates reports whether a merging list has elements that are equal, or have equal
// keys. If original has such an element and modified lacks it, each run removes another
// duplicate.
func hasDuplicates(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); hasDuplicates(field, member) {
			return true
		}
	}
	for i, a := range v.Elements() {
		if hasDuplicates(s.Element(), a) {
			return true
		}
		for j, b := range v.Elements() {
			sameKey := func(name string) bool { return model.Equal(keyOf(s, a, name), keyOf(s, b, name)) }
			keys := s.Recommended()
			if keys == nil {
				keys = s.Keys()
			}
			if i < j && s.Merging() && (model.Equal(withoutNulls(a), withoutNulls(b)) || len(keys) > 0 && a.Type() == b.Type() &&
				!slices.ContainsFunc(keys, func(name string) bool { return !sameKey(name) })) {
				return true
			}
		}
	}
	return false
}

// keyOf returns the value of an element's key, or its default, or an absent value.
func keyOf(s smp.Schema, element model.Value, name string) model.Value {
	k, _ := element.Get(name)
	if k.Type() == model.Null || k.Type() == model.Absent {
		k, _ = s.KeyDefault(name)
	}
	return k
}

// besideFilledIn reports whether a list has an element that lacks recommended keys and an
// otherwise equal element that has them. A server that fills in keys never stores such lists.
func besideFilledIn(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); besideFilledIn(field, member) {
			return true
		}
	}
	for i, few := range v.Elements() {
		for j, all := range v.Elements() {
			agree, fewer := 0, false
			for _, name := range s.Recommended() {
				if k := keyOf(s, few, name); k.Type() == model.Absent || model.Equal(k, keyOf(s, all, name)) {
					agree++
					fewer = fewer || k.Type() != keyOf(s, all, name).Type()
				}
			}
			if i != j && fewer && agree == len(s.Recommended()) {
				return true
			}
		}
		if besideFilledIn(s.Element(), few) {
			return true
		}
	}
	return false
}

// The target has the order that results from the patch of a client, which contains an order
// list only if it is necessary.
func TestTargetOrderIsThatOfApply(t *testing.T) {
	random, s := rand.New(rand.NewPCG(1, 2)), testSchema()
	list := func() []string { // an element such as a1 consists of a name and a value
		var elements []string
		for _, i := range random.Perm(5)[:random.IntN(6)] {
			elements = append(elements, fmt.Sprintf("%c%d", 'a'+i, random.IntN(2)))
		}
		return elements
	}
	find := func(elements []string, x string) int {
		return slices.IndexFunc(elements, func(y string) bool { return x[0] == y[0] })
	}
	document := func(elements []string) string {
		var items []string
		for _, x := range elements {
			items = append(items, fmt.Sprintf(`{"name":"%c","value":"%c"}`, x[0], x[1]))
		}
		return `{"list":[` + strings.Join(items, ",") + `]}`
	}
	directed := 0
	for range 4000 {
		original, modified, current := list(), list(), list()
		var items, order []string
		for _, x := range modified {
			if !slices.Contains(current, x) {
				items = append(items, fmt.Sprintf(`{"name":"%c","value":"%c"}`, x[0], x[1]))
			}
			order = append(order, fmt.Sprintf(`{"name":"%c"}`, x[0]))
		}
		for _, x := range original {
			if find(modified, x) < 0 {
				items = append(items, fmt.Sprintf(`{"name":"%c","$patch":"delete"}`, x[0]))
			}
		}
		patch := `{"list":[` + strings.Join(items, ",") + `]`
		want, err := reference.Apply(smp.Engine{}, s, value(document(current)), value(patch+`}`))
		if err != nil {
			t.Fatal(err)
		}
		var places []int
		elements, _ := want.Get("list")
		for _, element := range elements.Elements() {
			name, _ := element.Get("name")
			if i := find(modified, name.Text()); i >= 0 {
				places = append(places, i)
			}
		}
		if !slices.IsSorted(places) {
			directed++
			if want, err = reference.Apply(smp.Engine{}, s, value(document(current)), value(patch+`,"$setElementOrder/list":[`+strings.Join(order, ",")+`]}`)); err != nil {
				t.Fatal(err)
			}
		}
		got, err := reference.Target(s, value(document(original)), value(document(modified)), value(document(current)))
		if err != nil || !model.Equal(got, want) {
			t.Fatalf("Target(%s, %s, %s)\n got %s, %v\nwant %s", original, modified, current, got.JSON(), err, want.JSON())
		}
	}
	if directed < 500 {
		t.Errorf("only %d lists needed an order list", directed)
	}
}
