package gen_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

func TestNoChoicesGiveTheSimplestCase(t *testing.T) {
	c := gen.Apply(gen.FromBytes(nil))
	if !c.Schema.Equal(smp.Schemaless) || c.Original.JSON() != "{}" || c.Patch.JSON() != "{}" || c.Odds != 0 {
		t.Errorf("got schema kind %v, original %s, patch %s, odds %d", c.Schema.Type(), c.Original.JSON(), c.Patch.JSON(), c.Odds)
	}
}

// Any bytes give a valid case. The generator would panic if NewSchema rejected a definition,
// or if a text could not be parsed.
func TestAnyBytesGiveACase(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		data := make([]byte, random.IntN(600))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		gen.Apply(gen.FromBytes(data))
	}
}

func TestEqualChoicesGiveEqualCases(t *testing.T) {
	for seed := range uint64(200) {
		a, b := gen.Apply(gen.FromSeed(seed)), gen.Apply(gen.FromSeed(seed))
		if !a.Schema.Equal(b.Schema) || a.Original.JSON() != b.Original.JSON() || a.Patch.JSON() != b.Patch.JSON() ||
			a.Engine.Strict != b.Engine.Strict || a.Engine.Ignore != b.Engine.Ignore {
			t.Errorf("seed %d gives two cases", seed)
		}
	}
}

// Documents and patches are represented as text, as unusual text, as edits and as built
// values. In all of these forms, the JSON text of a value is read as an equal value.
func TestFormsReadBack(t *testing.T) {
	for seed := range uint64(3000) {
		c := gen.Apply(gen.FromSeed(seed))
		for _, v := range []model.Value{c.Original, c.Patch} {
			if v.Type() == model.Absent {
				continue
			}
			again, err := model.Parse(v.AppendJSON(nil))
			if err != nil || !model.Equal(v, again) {
				t.Fatalf("seed %d: %#v reads back as %#v, %v", seed, v, again, err)
			}
		}
	}
}

// These properties must occur among many cases. A property counts only if it occurs for
// enough seeds.
func TestCasesHaveVariety(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes thousands of inputs")
	}
	const seeds = 4000
	count := map[string]int{}
	for seed := range uint64(seeds) {
		c := gen.Apply(gen.FromSeed(seed))
		seen := map[string]bool{
			"clean":       c.Odds == 0,
			"strict":      c.Engine.Strict,
			"older level": c.Engine.Ignore != 0,
			"directive":   c.Patch.HasDollar(),
			"null":        c.Patch.HasNull(),
			"big patch":   len(c.Patch.AppendJSON(nil)) > 200,
			"long patch":  longest(c.Patch) >= 10,
		}
		look(c.Schema, 8, seen)
		measure(c.Original, false, seen)
		seen["list again"] = again(c.Original, map[string]bool{})
		markedIn(c.Schema, c.Original, seen)
		unionsIn(c.Schema, c.Original, "original ", seen)
		unionsIn(c.Schema, c.Patch, "patch ", seen)
		for what, is := range seen {
			if is {
				count[what]++
			}
		}
	}
	for what, floor := range map[string]int{
		"clean": 1200, "strict": 400, "older level": 400, "directive": 1500, "null": 800, "big patch": 600,
		"keyed": 1000, "several keys": 250, "strange key": 150, "recommended": 400, "map keys": 300, "key default": 100,
		"set": 600, "atomic list": 800, "atomic map": 400, "list of lists": 40, "retainKeys": 300,
		"free-form map": 800, "values beside fields": 200, "any": 400, "int-or-string": 300, "integer": 300, "recursive": 400,
		"union": 800, "union of groups": 300, "discriminator": 400, "several unions": 150, "unions that share fields": 50, "unset value": 250, "union of lists": 300, "union in union": 40,
		"original union": 500, "original union, ill-formed": 60, "original union, discriminated": 200, "original unset": 20,
		"patch union": 400, "patch union, ill-formed": 60, "patch union, discriminated": 100, "patch unset": 20,
		"marks": 400, "marked key": 150, "alias": 100, "key as discriminator": 25,
		"zero not stored": 100, "empty text filled in": 50, "null filled in": 60, "quantity": 40, "time": 15, "empty key": 150, "duplicate behind": 40,
		"long list": 160, "long map": 160, "long in long": 60, "long patch": 80, "list again": 60,
	} {
		if count[what] < floor {
			t.Errorf("%s: %d of %d cases, want at least %d", what, count[what], seeds, floor)
		}
	}
	t.Log(count)
}

// markedIn records which marked values, empty keys and duplicates a document contains.
func markedIn(s smp.Schema, v model.Value, seen map[string]bool) {
	marks, text := s.Marks(), v.Type() == model.String
	empty := text && v.Text() == ""
	zero := empty || v.Type() != model.Null && v.Len() == 0 && !v.IsScalar() || model.Equal(v, model.NewInt(0)) || model.Equal(v, model.NewBool(false))
	for what, is := range map[string]bool{
		"zero not stored": marks.NotStored && zero, "empty text filled in": marks.FilledIn && empty, "null filled in": marks.FilledIn && v.Type() == model.Null,
		"quantity": marks.Quantity && v.IsScalar(), "time": marks.Time && text,
	} {
		seen[what] = seen[what] || is
	}
	for name, m := range v.Members() {
		field, _ := s.Member(name)
		markedIn(field, m, seen)
	}
	before := map[string]bool{}
	for i, e := range v.Elements() {
		markedIn(s.Element(), e, seen)
		if !s.Keyed() || e.Type() != model.Map {
			continue
		}
		k, _ := e.Get(s.Keys()[0])
		seen["empty key"] = seen["empty key"] || k.Type() == model.String && k.Text() == ""
		seen["duplicate behind"] = seen["duplicate behind"] || i > 8 && before[k.JSON()]
		before[k.JSON()] = true
	}
}

// measure records the long parts of a document, and whether they are inside of other long
// parts.
func measure(v model.Value, inside bool, seen map[string]bool) {
	if long := map[model.Type]int{model.List: 10, model.Map: 30}[v.Type()]; long > 0 && v.Len() >= long {
		seen["long list"] = seen["long list"] || v.Type() == model.List
		seen["long map"] = seen["long map"] || v.Type() == model.Map
		seen["long in long"] = seen["long in long"] || inside
		inside = true
	}
	for _, e := range v.Elements() {
		measure(e, inside, seen)
	}
	for _, m := range v.Members() {
		measure(m, inside, seen)
	}
}

// again reports whether a document has the same list of maps twice.
func again(v model.Value, before map[string]bool) bool {
	text := v.JSON()
	if v.Type() == model.List && v.At(0).Len() > 0 && before[text] {
		return true
	}
	before[text] = true
	for _, m := range v.Members() {
		if again(m, before) {
			return true
		}
	}
	return slices.ContainsFunc(v.AppendElements(nil), func(e model.Value) bool { return again(e, before) })
}

// longest returns the length of the longest list in a value.
func longest(v model.Value) int {
	n := 0
	if v.Type() == model.List {
		n = v.Len()
	}
	for _, e := range v.Elements() {
		n = max(n, longest(e))
	}
	for _, m := range v.Members() {
		n = max(n, longest(m))
	}
	return n
}

// Long lists also have differences far from their beginning.
func TestChangesAreAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes thousands of inputs")
	}
	const seeds, floor = 8000, 50
	count, far := map[int]int{}, 0
	for seed := range uint64(seeds) {
		c := gen.Diff(gen.FromSeed(seed))
		differing(c.Original, c.Modified, count)
	}
	for i, n := range count {
		if i >= 8 {
			far += n
		}
	}
	if far < floor {
		t.Errorf("the first element that differs comes after seven others %d times, want at least %d: %v", far, floor, count)
	}
}

// differing counts the index of the first difference between long lists.
func differing(a, b model.Value, count map[int]int) {
	for name, m := range a.Members() {
		other, _ := b.Get(name)
		differing(m, other, count)
	}
	if a.Type() != model.List || b.Type() != model.List {
		return
	}
	for i, e := range a.Elements() {
		if other := b.At(i); !model.Equal(e, other) {
			differing(e, other, count)
			if a.Len() >= 10 {
				count[i]++
			}
			return
		}
	}
}

// look records the properties of a schema, with at most depth levels.
func look(s smp.Schema, depth int, seen map[string]bool) {
	if depth == 0 {
		seen["recursive"] = true
		return
	}
	seen["retainKeys"] = seen["retainKeys"] || s.RetainKeys()
	seen["marks"] = seen["marks"] || s.Marks() != smp.Marks{}
	seen["alias"] = seen["alias"] || s.Marks().AliasOf != ""
	switch s.Type() {
	case smp.AnyType:
		seen["any"] = true
	case smp.ScalarType:
		seen["int-or-string"] = seen["int-or-string"] || s.Scalars() == smp.StringScalar|smp.IntegerScalar
		seen["integer"] = seen["integer"] || s.Scalars() == smp.IntegerScalar
	case smp.ListType:
		lookList(s, depth, seen)
	case smp.MapType:
		lookUnions(s, seen)
		fields := 0
		for _, field := range s.Fields() {
			fields++
			look(field, depth-1, seen)
		}
		seen["atomic map"] = seen["atomic map"] || s.Strategy() == smp.Replace
		if values, free := s.Values(); free {
			seen["free-form map"] = true
			seen["values beside fields"] = seen["values beside fields"] || fields > 0
			look(values, depth-1, seen)
		}
	}
}

func lookList(s smp.Schema, depth int, seen map[string]bool) {
	switch {
	case s.Set():
		seen["set"] = true
	case !s.Keyed():
		seen["atomic list"] = true
		seen["list of lists"] = seen["list of lists"] || s.Element().Type() == smp.ListType
	default:
		seen["keyed"] = true
		seen["several keys"] = seen["several keys"] || len(s.Keys()) > 1
		seen["recommended"] = seen["recommended"] || s.Recommended() != nil
		seen["map keys"] = seen["map keys"] || s.MapKeys()
		for _, u := range s.Element().Unions() {
			seen["key as discriminator"] = seen["key as discriminator"] || slices.Contains(s.Keys(), u.Discriminator)
		}
		for _, name := range s.Keys() {
			field, _ := s.Element().Member(name)
			seen["marked key"] = seen["marked key"] || field.Marks() != smp.Marks{}
			seen["strange key"] = seen["strange key"] || !strings.Contains("kpq", name)
			_, hasDefault := s.KeyDefault(name)
			seen["key default"] = seen["key default"] || hasDefault
		}
	}
	look(s.Element(), depth-1, seen)
}
