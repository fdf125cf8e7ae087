package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/smp"
)

// A shape is a set of hard documents that grow with a number.
type shape struct {
	// name describes the difficulty.
	name string
	// original, modified and patch return JSON texts of size n. The patch applies to the
	// original.
	original, modified, patch func(n int) string
	// max is the largest possible n. Zero means that there is no limit.
	max int
}

// schema returns the schema for the documents of all shapes. The field list is keyed by k,
// and pairs is keyed by k and the recommended key l. The field set is a set, atomic is an
// atomic list, and map is a free-form map. The field deep contains itself, directly and in a
// keyed list.
func schema() smp.Schema {
	scalar := smp.Definition{Type: smp.ScalarType}
	element := func(keys ...string) smp.Definition {
		t := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
			"v": scalar, "marked": {Type: smp.ScalarType, Marks: smp.Marks{NotStored: true}}, "quantity": {Type: smp.ScalarType, Marks: smp.Marks{Quantity: true}},
		}}
		for _, key := range keys {
			t.Fields[key] = scalar
		}
		return t
	}
	keyed, paired, deep := element("k"), element("k", "l"), smp.Definition{Ref: "deep"}
	root := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"list":   {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"k"}, Element: &keyed},
		"pairs":  {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"k"}, Recommended: []string{"k", "l"}, Element: &paired},
		"set":    {Type: smp.ListType, Strategy: smp.Merge, Element: &scalar},
		"atomic": {Type: smp.ListType, Element: &scalar},
		"map":    {Type: smp.MapType, Values: &scalar},
		"text":   scalar,
		"deep":   {Ref: "deep"},
	}}
	s, err := smp.NewSchema(root, func(name string) (smp.Definition, bool) {
		down := smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"k"}, Element: &deep}
		return smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"deep": deep, "down": down, "k": scalar, "v": scalar}}, name == "deep"
	})
	if err != nil {
		panic(err)
	}
	return s
}

// shapes returns all shapes.
func shapes() []shape {
	field := func(name, open, end string, element func(i int) string) func(int) string {
		return func(n int) string { return `{"` + name + `":` + open + each(n, element) + end + `}` }
	}
	list := func(name string, element func(i int) string) func(int) string { return field(name, "[", "]", element) }
	backwards := func(n int, element func(i int) string) string {
		return each(n, func(i int) string { return element(n - 1 - i) })
	}
	return []shape{
		{
			name:     "equal values in a set",
			original: list("set", always(`"a"`)), modified: list("set", always(`"b"`)), patch: list("set", always(`"c"`)),
		},
		{
			name:     "duplicates in a keyed list",
			original: list("list", always(`{"k":1}`)), modified: list("list", always(`{"k":1,"v":1}`)), patch: list("list", always(`{"k":1,"v":2}`)),
		},
		{
			name:     "duplicates that differ inside a list",
			original: list("list", listing("o")), modified: list("list", listing("m")), patch: list("list", listing("p")),
		},
		{
			name:     "duplicates that differ in a marked field",
			original: list("list", marked(0)), modified: list("list", marked(1)), patch: list("list", marked(2)),
		},
		{
			name:     "duplicates that differ in empty maps",
			original: list("list", emptyMap("o")), modified: list("list", emptyMap("m")), patch: list("list", emptyMap("p")),
		},
		{
			name:     "elements that begin alike",
			original: list("list", beginsAlike(0)), modified: list("list", beginsAlike(1)), patch: list("list", beginsAlike(2)),
		},
		{
			name:     "a long key before short ones",
			original: longKeyFirst(0), modified: longKeyFirst(1), patch: longKeyFirst(2),
		},
		{
			name:     "a keyed list in reverse order",
			original: list("list", numbered),
			modified: func(n int) string { return `{"list":[` + backwards(n, numbered) + `]}` },
			patch: func(n int) string {
				return `{"list":[` + backwards(n, changedNumber) + `],"$setElementOrder/list":[` + backwards(n, numbered) + `]}`
			},
		},
		{
			name:     "a set in reverse order",
			original: list("set", strconv.Itoa),
			modified: func(n int) string { return `{"set":[` + backwards(n, strconv.Itoa) + `]}` },
			patch: func(n int) string {
				return `{"$deleteFromPrimitiveList/set":[` + each(n/2, strconv.Itoa) + `],"$setElementOrder/set":[` + backwards(n, strconv.Itoa) + `]}`
			},
		},
		{
			name:     "deletions of every element",
			original: list("list", numbered), modified: func(int) string { return `{"list":[]}` },
			patch: list("list", func(i int) string { return fmt.Sprintf(`{"$patch":"delete","k":%d}`, i) }),
		},
		{
			name:     "deletions by keys that are maps",
			original: list("list", numbered), modified: list("list", changedNumber),
			patch: list("list", func(i int) string { return fmt.Sprintf(`{"$patch":"delete","k":{"a":%d}}`, i) }),
		},
		{
			name:     "directives where there are none, in every element",
			original: list("list", func(i int) string { return fmt.Sprintf(`{"$x":1,"k":%d}`, i) }), modified: list("list", changedNumber),
			patch: list("list", func(i int) string { return fmt.Sprintf(`{"$y":1,"k":%d}`, i) }),
		},
		{
			name:     "elements that select by different keys",
			original: list("pairs", func(i int) string { return fmt.Sprintf(`{"k":%d,"l":%d}`, i/4, i%4) }),
			modified: list("pairs", func(i int) string { return fmt.Sprintf(`{"k":%d,"l":%d,"v":1}`, i/4, i%4) }),
			patch: list("pairs", func(i int) string {
				if i%2 == 0 {
					return fmt.Sprintf(`{"k":%d,"v":2}`, i/4)
				}
				return fmt.Sprintf(`{"$patchMergeKey":["k","l"],"k":%d,"l":%d,"v":3}`, i/4, i%4)
			}),
		},
		{
			name:     "keys that are changed in turn",
			original: list("pairs", func(i int) string { return fmt.Sprintf(`{"k":1,"l":%d}`, i) }),
			modified: list("pairs", func(i int) string { return fmt.Sprintf(`{"k":1,"l":%d}`, i+1) }),
			patch: list("pairs", func(i int) string {
				if i%2 == 0 {
					return fmt.Sprintf(`{"$patchMergeKey":["k"],"k":1,"l":%d}`, -i)
				}
				return fmt.Sprintf(`{"$patchMergeKey":["k","l"],"k":1,"l":%d,"v":1}`, i)
			}),
		},
		{
			name:     "one key listed again and again",
			original: list("list", always(`{"k":1}`)), modified: list("list", numbered),
			patch: func(n int) string {
				return `{"list":[{"k":1,"v":2}],"$setElementOrder/list":[` + each(n, always(`{"k":1}`)) + `]}`
			},
		},
		{
			name:     "a wide map",
			original: field("map", "{", "}", member), modified: field("map", "{", "}", func(i int) string { return member(i + 1) }),
			patch: func(n int) string {
				return `{"map":{` + backwards(n, func(i int) string { return fmt.Sprintf(`"m%d":null`, 2*i) }) + `}}`
			},
		},
		{
			name:     "a long name around many members",
			original: longName(0), modified: longName(1), patch: longName(2),
		},
		{
			name:     "many names to retain",
			original: field("map", "{", "}", member), modified: func(int) string { return `{"map":{}}` },
			patch: func(n int) string {
				return `{"map":{"$retainKeys":[` + backwards(n, func(i int) string { return fmt.Sprintf(`"m%d"`, 2*i) }) + `]}}`
			},
		},
		{
			name:     "names of one length and simple hash",
			original: field("map", "{", "}", colliding), modified: field("map", "{", "}", func(i int) string { return colliding(i + 1) }),
			patch: func(n int) string { return `{"map":{` + backwards(n, colliding) + `}}` },
		},
		{
			name:     "integers that are one float",
			original: list("set", oneFloat), modified: func(n int) string { return `{"set":[` + backwards(n, oneFloat) + `]}` },
			patch: list("set", func(i int) string { return oneFloat(i) + ".0" }),
		},
		{
			name:     "floats of one simple hash",
			original: list("set", collidingFloat), modified: list("set", func(i int) string { return collidingFloat(i + 1) }),
			patch: func(n int) string { return `{"set":[` + backwards(n, collidingFloat) + `]}` },
		},
		{
			name:     "numbers with many digits",
			original: func(n int) string { return `{"set":[1` + strings.Repeat("0", n) + `],"text":1}` },
			modified: func(n int) string {
				return `{"set":[1` + strings.Repeat("0", n) + `],"text":1.` + strings.Repeat("0", n) + `}`
			},
			patch: func(n int) string {
				return `{"set":[1e` + strconv.Itoa(n) + `],"text":0.` + strings.Repeat("9", n) + `}`
			},
		},
		{
			name:     "escapes",
			original: func(n int) string { return `{"text":"` + strings.Repeat(`\ud83d\ude00`, n) + `"}` },
			modified: func(n int) string { return `{"text":"` + strings.Repeat("😀", n) + `"}` },
			patch:    func(n int) string { return `{"text":"` + strings.Repeat(`\u0000`, n) + `"}` },
		},
		{
			name:     "a text in which every second line changes",
			original: lines(0), modified: lines(1), patch: lines(2),
		},
		{
			name: "deep maps", max: 900,
			original: func(n int) string { return deep(n, `1`) }, modified: func(n int) string { return deep(n, `2`) }, patch: func(n int) string { return deep(n, `3`) },
		},
		{
			name: "deep lists", max: 900,
			original: func(n int) string { return nested(n, `1`) }, modified: func(n int) string { return nested(n, `2`) }, patch: func(n int) string { return nested(n, `null`) },
		},
		{
			name: "duplicates in duplicates", max: 100,
			original: down(`{"k":1},`, ``, `1`), modified: down(`{"k":1},`, ``, `2`), patch: down(``, ``, `3`),
		},
		{
			name: "duplicates apart in duplicates apart", max: 100,
			original: down(``, `,{"k":2},{"k":1}`, `1`), modified: down(``, `,{"k":2},{"k":1}`, `2`), patch: down(``, `,{"k":2}`, `3`),
		},
		{
			name: "new duplicates in new duplicates", max: 100,
			original: down(`{"k":1},`, ``, `1`), modified: down(`{"k":1},`, `,{"k":1}`, `2`), patch: down(``, ``, `3`),
		},
		{
			name: "elements without keys in lists of such", max: 100,
			original: down(`{"v":3},`, ``, `1`), modified: down(`{"v":3},`, ``, `2`), patch: down(``, ``, `3`),
		},
		{
			name:     "elements without keys",
			original: list("list", func(i int) string { return fmt.Sprintf(`{"v":%d}`, i) }), modified: list("list", func(i int) string { return fmt.Sprintf(`{"v":%d}`, i+1) }), patch: list("list", numbered),
		},
	}
}

// listing returns a function that makes element i. All elements have the same key. A list in them is
// different in each element and version.
func listing(version string) func(i int) string {
	return func(i int) string { return fmt.Sprintf(`{"k":1,"x":["%s",%d]}`, version, i) }
}

// marked returns a function that makes element i. All elements have the same key. In every second
// element, a field that a server may drop differs, and in the others a quantity.
func marked(version int) func(i int) string {
	return func(i int) string {
		field := "marked"
		if i%2 > 0 {
			field = "quantity"
		}
		return fmt.Sprintf(`{"k":1,"%s":"%d"}`, field, 3*i+version)
	}
}

// emptyMap returns a function that makes element i. All elements have the same key, and each has an
// empty map in another field.
func emptyMap(version string) func(i int) string {
	return func(i int) string { return fmt.Sprintf(`{"k":1,"%s%d":{}}`, version, i) }
}

// lines returns a function that makes a text of n lines. Even lines contain their number, and
// odd lines are different in each version.
func lines(version int) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `line %d of it\n`, i+i%2*version*n)
		}
		return `{"text":"` + b.String() + `"}`
	}
}

func each(n int, element func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(element(i))
	}
	return b.String()
}

// beginsAlike returns a function that makes elements that begin with the same long text and
// end with a number.
func beginsAlike(from int) func(i int) string {
	long := strings.Repeat("x", 100)
	return func(i int) string {
		return fmt.Sprintf(`{"v":"%s","w":[[{"a":"%s%d"}]],"k":%d}`, long, long, i%3, i+from)
	}
}

func longKeyFirst(value int) func(n int) string {
	return func(n int) string {
		long := strings.Repeat("x", 8*n)
		return fmt.Sprintf(`{"list":[{"k":"%s","v":%d},%s]}`, long, value, each(n, func(i int) string { return fmt.Sprintf(`{"k":"a%d"}`, i) }))
	}
}

func longName(value int) func(n int) string {
	return func(n int) string {
		return `{"` + strings.Repeat("x", 8*n) + `":{` + each(n, func(i int) string { return fmt.Sprintf(`"m%d":%d`, i, value) }) + `}}`
	}
}

func always(text string) func(int) string { return func(int) string { return text } }

func numbered(i int) string      { return fmt.Sprintf(`{"k":%d}`, i) }
func changedNumber(i int) string { return fmt.Sprintf(`{"k":%d,"v":1}`, i) }
func member(i int) string        { return fmt.Sprintf(`"m%d":%d`, i, i) }
func oneFloat(i int) string {
	return strconv.Itoa(9_007_199_254_740_993_000_000/1_000_000) + fmt.Sprintf("%06d", i)
}

// colliding returns fields whose names consist of Aa and BB. A hash that multiplies by 31 and
// adds is the same for all these names.
func colliding(i int) string {
	var b strings.Builder
	for bit := range 20 {
		b.WriteString([]string{"Aa", "BB"}[i>>bit&1])
	}
	return `"common beginning ` + b.String() + ` common end":1`
}

// collidingFloat returns floats that may have the same hash in a table whose hash function
// has no secret: multiplied by the golden ratio and folded, their bits end with 32 zeros.
func collidingFloat(i int) string {
	const golden, inverse = 0x9e3779b97f4a7c15, 0xf1de83e19937733d
	var product uint64 = golden
	if product *= inverse; product != 1 {
		panic("the two numbers are not inverses")
	}
	for n := uint64(i + 1); ; n += 1 << 24 {
		half := n * 2654435761 & math.MaxUint32
		if f := math.Float64frombits((half<<32 | half) * inverse); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return strconv.FormatFloat(f, 'e', -1, 64)
		}
	}
}

func deep(n int, leaf string) string {
	return strings.Repeat(`{"deep":`, n) + `{"v":` + leaf + `}` + strings.Repeat(`}`, n)
}

// down returns a function that makes lists nested in elements of lists. The texts before
// and after are further elements of each list.
func down(before, after, leaf string) func(n int) string {
	return func(n int) string {
		return `{"deep":{"down":[` + strings.Repeat(before+`{"k":1,"down":[`, n) + `{"k":1,"v":` + leaf + `}` + strings.Repeat(`]}`+after, n) + `]}}`
	}
}

func nested(n int, leaf string) string {
	return `{"atomic":` + strings.Repeat(`[`, n) + leaf + strings.Repeat(`]`, n) + `}`
}
