package comparison

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A trial is one generated input, and how simpler ones are made.
type trial struct {
	op corpus.Op
	// kind is the built-in kind of the documents; zero where the schema was
	// generated too.
	kind    kubernetes.Kind
	choices []int
	input   corpus.Input
}

// generate makes the input of choices.
func (t trial) generate(choices []int) corpus.Input {
	src := gen.FromChoices(choices)
	if t.kind == (kubernetes.Kind{}) {
		return gen.For(t.op, src).Input()
	}
	in := gen.ForSchema(t.op, schemaOf(t.kind), src).Input()
	in.Original, in.Patch = withoutKind(in.Original), withoutKind(in.Patch)
	return in
}

// withoutKind returns a document that does not say its kind: generated ones say
// anything, which a client would not let pass.
func withoutKind(v model.Value) model.Value {
	if v.Type() != model.Map {
		return v
	}
	kept := slices.DeleteFunc(v.AppendMembers(nil), func(m model.Member) bool { return m.Name == "apiVersion" || m.Name == "kind" })
	without, err := model.NewMap(kept...)
	if err != nil {
		return v // it is no deeper than it was
	}
	return without
}

// schemaOf returns the schema of a kind of ours.
func schemaOf(kind kubernetes.Kind) smp.Schema {
	s, ok := kubernetes.Lookup(kind.APIVersion, kind.Kind)
	if !ok {
		panic(fmt.Sprintf("there is no kind %s", kind))
	}
	return s
}

// ops are the operations that inputs are made for. Those on patches are fewer:
// only one engine has them.
var ops = []corpus.Op{
	corpus.OpApply, corpus.OpApply, corpus.OpApply, corpus.OpDiff, corpus.OpDiff,
	corpus.OpThreeWay, corpus.OpThreeWay, corpus.OpCompose, corpus.OpConflicts, corpus.OpLint,
}

// kinds are the built-in kinds that inputs are made for: lists with one key and
// with two, sets, maps, unions.
var kinds = []kubernetes.Kind{
	{APIVersion: "v1", Kind: "Service"}, {APIVersion: "v1", Kind: "Pod"},
	{APIVersion: "apps/v1", Kind: "Deployment"}, {APIVersion: "v1", Kind: "ServiceAccount"},
}

// trials returns the inputs of some sizes: patches for built-in kinds first,
// then inputs of every operation with generated schemas.
func trials(s Size) []trial {
	var all []trial
	for seed := range s.Kinds {
		t := trial{op: corpus.OpApply, kind: kinds[seed%len(kinds)]}
		t.choices = gen.Record(gen.FromSeed(uint64(seed)), func(src gen.Source) { gen.ForSchema(t.op, schemaOf(t.kind), src) })
		t.input = t.generate(t.choices)
		all = append(all, t)
	}
	for seed := range s.Schemas {
		t := trial{op: ops[seed%len(ops)]}
		t.choices = gen.Record(gen.FromSeed(uint64(seed)), func(src gen.Source) { t.input = gen.For(t.op, src).Input() })
		all = append(all, t)
	}
	return all
}

// A Size says how much is tried.
type Size struct {
	// Kinds and Schemas are how many inputs are made for built-in kinds and
	// with generated schemas.
	Kinds, Schemas int
	// Shrink is how many simpler inputs are tried for one that breaks a law, by
	// each of two ways to find them.
	Shrink int
	// Cases leaves out all cases but every n-th, where it is more than 1.
	Cases int
}

// Full returns the size of the page that is in the repository.
func Full() Size { return Size{Kinds: 200, Schemas: 1000, Shrink: 500} }
