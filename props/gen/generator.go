package gen

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A generator turns choices into inputs.
type generator struct {
	src Source
	// odds is how often a decision takes a form that breaks a rule: once in
	// odds, never when zero.
	odds int
	// wide makes long lists and large maps of the few keys that there are, which
	// meet all the time, and changes much of them.
	wide bool
	// sparse makes lists and maps of many keys, and changes few places in them;
	// long is how many more may be long.
	sparse bool
	long   int
	// orderly makes keyed lists of a sparse input as people have them: long, each
	// element with its own keys; and changes elements in their place.
	orderly bool
	// alone makes documents of one merging list with few keys, and changes that list
	// in every patch, so that elements of all documents meet.
	alone bool
	// marks gives the fields of a schema marks.
	marks       bool
	definitions map[string]smp.Definition
	// lists has the first list that was made of each schema, to stand elsewhere too:
	// in another element, or in a map inside.
	lists map[smp.Schema]model.Value
}

// newGenerator chooses how odd the input will be, and how large.
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
		g.odds = 0 // most of them are to be accepted
	}
	return g
}

func (g *generator) intn(label string, n int) int { return g.src.Intn(label, n) }

// oneIn is true once in n times.
func (g *generator) oneIn(label string, n int) bool { return g.intn(label, n) == n-1 }

// percent is true p times in a hundred.
func (g *generator) percent(label string, p int) bool { return g.intn(label, 100) >= 100-p }

// odd decides whether to break a rule here.
func (g *generator) odd(label string) bool { return g.odds > 0 && g.oneIn(label, g.odds) }

// quiteOdd is odd where decisions are few: in elements and in directives.
func (g *generator) quiteOdd(label string) bool {
	return g.odds > 0 && g.oneIn(label, max(g.odds/4, 2))
}

// count returns how many elements or members to make at a depth: fewer than
// few, or many near the root of a wide input.
func (g *generator) count(label string, few, depth int) int {
	if g.wide && depth >= documentDepth-1 && g.oneIn("many", 2) {
		return few + g.intn(label, 40)
	}
	return g.intn(label, few)
}

// weighted returns an index, each as likely as its weight says.
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

// shuffle puts the items in a chosen order; all zero choices keep it.
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

// newMap builds a map that is far from any limit of depth.
func newMap(members ...model.Member) model.Value {
	v, err := model.NewMap(members...)
	if err != nil {
		panic(err)
	}
	return v
}

// newList builds a list that is far from any limit of depth.
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
