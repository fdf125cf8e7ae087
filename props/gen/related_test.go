package gen_test

import (
	"math/rand/v2"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
)

var operations = []corpus.Op{corpus.OpDiff, corpus.OpThreeWay, corpus.OpCompose, corpus.OpConflicts, corpus.OpLint}

func TestNoChoicesGiveTheSimplestInput(t *testing.T) {
	for _, op := range operations {
		in := gen.For(op, gen.FromBytes(nil)).Input()
		if in.Op != op {
			t.Errorf("an input of %s is for %q", op, in.Op)
		}
		for _, d := range in.Documents() {
			if d.Value.JSON() != "{}" {
				t.Errorf("%s: %s is %s", op, d.Name, d.Value.JSON())
			}
		}
	}
}

func TestAnyBytesGiveAnInput(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		data := make([]byte, random.IntN(600))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		gen.For(operations[i%len(operations)], gen.FromBytes(data))
	}
}

// These properties must occur among many pairs and triples of documents.
func TestDocumentsAreRelated(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes thousands of inputs")
	}
	const seeds = 3000
	count := map[string]int{}
	note := func(what string, is bool) {
		if is {
			count[what]++
		}
	}
	for seed := range uint64(seeds) {
		in := gen.ThreeWay(gen.FromSeed(seed)).Input()
		o, m, c := in.Original, in.Modified, in.Current
		note("nothing changed", model.Equal(o, m))
		note("current changed only", model.Equal(o, m) && !model.Equal(o, c))
		note("both changed", !model.Equal(o, m) && !model.Equal(o, c) && !model.Equal(m, c))
		note("a field in common", shares(o, m) && shares(o, c))
		note("another order", reordered(o, m))
		note("explicit null", m.HasNull())
		note("overwrite", in.Options.Overwrite)
		note("older level", in.Options.Omit != 0)
	}
	for what, floor := range map[string]int{
		"nothing changed": 150, "current changed only": 100, "both changed": 1200, "a field in common": 700,
		"another order": 100, "explicit null": 400, "overwrite": 700, "older level": 300,
	} {
		if count[what] < floor {
			t.Errorf("%s: %d of %d, want at least %d", what, count[what], seeds, floor)
		}
	}
	t.Log(count)
}

// shares reports whether two documents have an equal member.
func shares(a, b model.Value) bool {
	for name, member := range a.Members() {
		if other, ok := b.Get(name); ok && model.Equal(member, other) {
			return true
		}
	}
	return false
}

// reordered reports whether two documents have a list of the same elements in
// another order.
func reordered(a, b model.Value) bool {
	for name, x := range a.Members() {
		y, _ := b.Get(name)
		if x.Type() == model.List && x.Len() == y.Len() && !model.Equal(x, y) && sameElements(x, y) {
			return true
		}
	}
	return false
}

func sameElements(a, b model.Value) bool {
	rest := b.AppendElements(nil)
	for _, element := range a.Elements() {
		for i, other := range rest {
			if model.Equal(element, other) {
				rest = append(rest[:i:i], rest[i+1:]...)
				break
			}
		}
	}
	return len(rest) == 0
}
