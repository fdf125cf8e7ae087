package gen

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A generator turns choices into inputs.
type generator struct {
	src Source
	// odds determines how rare rule violations are: one decision in odds breaks a rule. If it
	// is zero, none does.
	odds int
	// wide generates long lists and large maps with few different keys, so that many elements
	// match, and changes large parts of them.
	wide bool
	// sparse generates lists and maps with many different keys, and changes few places in
	// them. long is the number of lists and maps that may still become long.
	sparse bool
	long   int
	// orderly generates keyed lists of a sparse input in a realistic form: long, with
	// unique keys. Elements are changed in place.
	orderly bool
	// alone generates documents of one merging list with few keys, and changes that
	// list in every patch, so that elements of all documents match.
	alone bool
	// marks gives marks to the fields of a schema.
	marks       bool
	definitions map[string]smp.Definition
	// lists holds the first list that was generated for each schema. The list may be used
	// again elsewhere: in another element, or in a map inside the list.
	lists map[smp.Schema]model.Value
}

// newGenerator chooses how odd and how large the input will be, and which kind of input.
func newGenerator(src Source) *generator {
	g := &generator{src: src, lists: map[smp.Schema]model.Value{}}
	switch g.weighted("size", 26, 1, 5, 5) {
	case 1:
		g.wide = true
	case 2:
		g.sparse, g.long = true, 2
		if g.oneIn("orderly", 2) {
			g.orderly, g.long = true, 1
		}
	case 3:
		g.alone = true
	}
	g.odds = []int{0, 60, 20, 8}[g.weighted("odds", 30, 20, 30, 20)]
	if g.alone && g.odds < 60 {
		g.odds = 0 // most of these inputs should be accepted
	}
	return g
}

func (g *generator) intn(label string, n int) int { return g.src.Intn(label, n) }

// oneIn returns true once in n times.
func (g *generator) oneIn(label string, n int) bool { return g.intn(label, n) == n-1 }

// percent returns true p times in a hundred.
func (g *generator) percent(label string, p int) bool { return g.intn(label, 100) >= 100-p }

// odd decides whether to break a rule here.
func (g *generator) odd(label string) bool { return g.odds > 0 && g.oneIn(label, g.odds) }

// quiteOdd is like odd, but more frequent. It is used in elements and directives, because
// they need few decisions.
func (g *generator) quiteOdd(label string) bool {
	return g.odds > 0 && g.oneIn(label, max(g.odds/4, 2))
}

// count chooses the number of elements or fields at a depth: fewer than few or, near the root
// of a wide input, many.
func (g *generator) count(label string, few, depth int) int {
	if g.wide && depth >= documentDepth-1 && g.oneIn("many", 2) {
		return few + g.intn(label, 40)
	}
	return g.intn(label, few)
}

// weighted returns an index, with a probability proportional to its weight.
func (g *generator) weighted(label string, weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	n := g.intn(label, total)
	for i, w := range weights {
		if n < w {
			return i
		}
		n -= w
	}
	panic("unreachable: the weights are used up")
}

func pick[T any](g *generator, label string, from []T) T {
	return from[g.intn(label, len(from))]
}

// shuffle puts the items into a chosen order. If all choices are zero, the order stays
// the same.
func shuffle[T any](g *generator, label string, items []T) {
	if g.sparse && len(items) > few {
		moved(g, label, items)
		return
	}
	for i := 0; i+1 < len(items); i++ {
		j := i + g.intn(label, len(items)-i)
		items[i], items[j] = items[j], items[i]
	}
}

// newMap builds a map that is never too deep.
func newMap(members ...model.Member) model.Value {
	v, err := model.NewMap(members...)
	if err != nil {
		panic(err)
	}
	return v
}

// newList builds a list that is never too deep.
func newList(elements ...model.Value) model.Value {
	v, err := model.NewList(elements...)
	if err != nil {
		panic(err)
	}
	return v
}

// newNumber builds a number from its spelling.
func newNumber(text string) model.Value {
	v, err := model.NewNumber(text)
	if err != nil {
		panic(err)
	}
	return v
}
