package smp_test

import (
	"strconv"
	"testing"

	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/smp"
)

// A largeSchema is the description of a schema of size n.
type largeSchema struct {
	name string
	// full is the largest size that is built.
	full int
	root func(n int) smp.Definition
	// definition returns the definition d<i> of a schema of size n, for i up to n.
	definition func(n, i int) smp.Definition
}

func ref(i int) smp.Definition { return smp.Definition{Ref: "d" + strconv.Itoa(i)} }

// manyFields returns a map of a name and n fields of one type.
func manyFields(n int, field smp.Definition) smp.Definition {
	fields := make(map[string]smp.Definition, n+1)
	for i := range n {
		fields["f"+strconv.Itoa(i)] = field
	}
	fields["name"] = text
	return mapOf(fields)
}

// next returns the definition after d<i>, or a scalar after the last one.
func next(n, i int) smp.Definition {
	if i == n {
		return text
	}
	return ref(i + 1)
}

var largeSchemas = []largeSchema{
	{
		name: "fields", full: 100_000,
		root: func(n int) smp.Definition { return manyFields(n, text) },
	},
	{
		name: "references to a definition of as many fields", full: 50_000,
		root:       func(n int) smp.Definition { return manyFields(n, ref(0)) },
		definition: func(n, i int) smp.Definition { return manyFields(n, text) },
	},
	{
		name: "keyed lists of elements of as many fields", full: 50_000,
		root:       func(n int) smp.Definition { return manyFields(n, keyedBy(ref(0), "name")) },
		definition: func(n, i int) smp.Definition { return manyFields(n, text) },
	},
	{
		name: "chain", full: 100_000,
		root:       func(n int) smp.Definition { return ref(0) },
		definition: func(n, i int) smp.Definition { return mapOf(map[string]smp.Definition{"next": next(n, i)}) },
	},
	{
		name: "chain of keyed lists", full: 20_000,
		root: func(n int) smp.Definition { return ref(0) },
		definition: func(n, i int) smp.Definition {
			if i == n {
				return manyFields(0, text)
			}
			return mapOf(map[string]smp.Definition{"name": text, "list": keyedBy(ref(i+1), "name")})
		},
	},
	{
		name: "chain that leads to a set", full: 100_000,
		root: func(n int) smp.Definition { return ref(0) },
		definition: func(n, i int) smp.Definition {
			if i == n {
				return mapOf(map[string]smp.Definition{"set": {Type: smp.ListType, Strategy: smp.Merge, Element: &text}})
			}
			return mapOf(map[string]smp.Definition{"a": ref(i + 1), "b": ref(i + 1)})
		},
	},
	{
		name: "definitions that all lead back to the first", full: 20_000,
		root: func(n int) smp.Definition { return ref(0) },
		definition: func(n, i int) smp.Definition {
			return mapOf(map[string]smp.Definition{"first": ref(0), "next": next(n, i), "retained": {Ref: "d0", RetainKeys: true}})
		},
	},
	{
		name: "definitions side by side", full: 20_000,
		root: func(n int) smp.Definition {
			fields := make(map[string]smp.Definition, n)
			for i := range n {
				fields["f"+strconv.Itoa(i)] = ref(i)
			}
			return mapOf(fields)
		},
		definition: func(n, i int) smp.Definition { return mapOf(map[string]smp.Definition{"a": text}) },
	},
}

// build builds the schema of size n, and returns the number of calls for definitions.
func (l largeSchema) build(t testing.TB, n int) (asked int) {
	_, err := smp.NewSchema(l.root(n), func(name string) (smp.Definition, bool) {
		asked++
		i, err := strconv.Atoi(name[1:])
		if err != nil {
			t.Fatal(err)
		}
		return l.definition(n, i), true
	})
	if err != nil {
		t.Fatalf("%s of size %d: %v", l.name, n, err)
	}
	return asked
}

// A description of twice the size takes about twice the work, regardless of the references
// between its definitions.
func TestNewSchemaIsLinear(t *testing.T) {
	const n = 500
	for _, l := range largeSchemas {
		work := func(n int) float64 { return testing.AllocsPerRun(2, func() { l.build(t, n) }) }
		if small, big := work(n), work(2*n); big > 2.3*small {
			t.Errorf("%s: %v allocations, %v for twice the size", l.name, small, big)
		}
		if asked := l.build(t, n); asked > n+1 {
			t.Errorf("%s: definitions were asked for %d times, there are %d", l.name, asked, n+1)
		}
	}
}

// The time to build a schema from a large description is linear in the size of the description.
func TestNewSchemaOfLargeDescriptions(t *testing.T) {
	if testing.Short() {
		t.Skip("TestNewSchemaIsLinear tells of small ones")
	}
	for _, l := range largeSchemas {
		t.Run(l.name, func(t *testing.T) {
			cputime.CheckGrowth(t, l.full/16, cputime.Built, func(n int) func() {
				return func() { l.build(t, n) }
			})
		})
	}
}
