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

// A trial is one generated input, with the choices from which simpler inputs can be
// generated.
type trial struct {
	op corpus.Op
	// kind is the built-in kind of the documents. It is zero if the schema was generated, too.
	kind    kubernetes.Kind
	choices []int
	input   corpus.Input
}

// generate returns the input for a list of choices.
func (t trial) generate(choices []int) corpus.Input {
	src := gen.FromChoices(choices)
	if t.kind == (kubernetes.Kind{}) {
		return gen.For(t.op, src).Input()
	}
	in := gen.ForSchema(t.op, schemaOf(t.kind), src).Input()
	in.Original, in.Patch = withoutKind(in.Original), withoutKind(in.Patch)
	return in
}

// withoutKind returns a document without apiVersion and kind. In generated documents, these
// fields have arbitrary values, which a client would reject.
func withoutKind(v model.Value) model.Value {
	if v.Type() != model.Map {
		return v
	}
	kept := slices.DeleteFunc(v.AppendMembers(nil), func(m model.Member) bool { return m.Name == "apiVersion" || m.Name == "kind" })
	without, err := model.NewMap(kept...)
	if err != nil {
		return v // cannot happen: the value is no deeper than before
	}
	return without
}

// schemaOf returns this module's schema of a kind.
func schemaOf(kind kubernetes.Kind) smp.Schema {
	s, ok := kubernetes.Lookup(kind.APIVersion, kind.Kind)
	if !ok {
		panic(fmt.Sprintf("there is no kind %s", kind))
	}
	return s
}

// ops are the operations of generated inputs. Operations on patches are rarer, because only
// one engine supports them.
var ops = []corpus.Op{
	corpus.OpApply, corpus.OpApply, corpus.OpApply, corpus.OpDiff, corpus.OpDiff,
	corpus.OpThreeWay, corpus.OpThreeWay, corpus.OpCompose, corpus.OpConflicts, corpus.OpLint,
}

// kinds are the built-in kinds of generated inputs. They have lists with one and with two
// keys, sets, maps and unions.
var kinds = []kubernetes.Kind{
	{APIVersion: "v1", Kind: "Service"}, {APIVersion: "v1", Kind: "Pod"},
	{APIVersion: "apps/v1", Kind: "Deployment"}, {APIVersion: "v1", Kind: "ServiceAccount"},
}

// trials returns the inputs for a size: first patches for built-in kinds, then inputs of
// every operation with generated schemas.
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

// A Size determines the number of inputs.
type Size struct {
	// Kinds is the number of inputs for built-in kinds, and Schemas the number of inputs with
	// generated schemas.
	Kinds, Schemas int
	// Shrink is the number of simpler inputs to try for a counterexample, for each of the two
	// ways to shrink.
	Shrink int
	// Cases, if greater than 1, is a number n: only every n-th case is used.
	Cases int
}

// Full returns the size for the page in the repository.
func Full() Size { return Size{Kinds: 200, Schemas: 1000, Shrink: 500} }
