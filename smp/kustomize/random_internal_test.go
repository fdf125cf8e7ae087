package kustomize

import (
	"cmp"
	"slices"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// TestCases merges the cases of the corpus, each with its schema.
func TestCases(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, c := range cases {
		in := c.Input
		if in.Op != corpus.OpApply || in.Err() != nil || in.Options.Strict || in.Options.Unions || in.Options.Ignore != 0 {
			continue
		}
		if mergesAsApply(t, c.Name, in.Schema, in.Original, in.Patch) {
			tried++
		}
	}
	t.Logf("%d cases", tried)
	if tried < 600 {
		t.Errorf("only %d cases", tried)
	}
}

func TestSeeds(t *testing.T) {
	n, tried := uint64(5000), 0
	if testing.Short() {
		n = 500
	}
	for seed := range n {
		if c := gen.Apply(gen.FromSeed(seed)); mergesAsApply(t, "seed", c.Schema, c.Original, c.Patch) {
			tried++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if tried < int(n)/2 {
		t.Errorf("only %d of %d seeds", tried, n)
	}
}

// mergesAsApply checks that a merge has the result of Apply. It also checks that the merge does not
// change the node of the patch, and that it changes the node of the original only if it succeeds.
// The result is false if YAML cannot represent the documents.
func mergesAsApply(t *testing.T, name string, s smp.Schema, original, patch model.Value) bool {
	t.Helper()
	for _, options := range []yaml.MergeOptions{
		{ListIncreaseDirection: yaml.MergeOptionsListAppend}, {ListIncreaseDirection: yaml.MergeOptionsListPrepend},
	} {
		before, ok := parsed(original)
		change, fine := parsed(patch)
		if !ok || !fine {
			return false
		}
		want, wantErr := smp.Apply(s, before.value, change.value)
		got, err := merged(s, before, change, options)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%s: got %v, Apply %v", name, err, wantErr)
		}
		if v, err := valueOrAbsent(change.node); err != nil || !model.Equal(v, change.value) {
			t.Errorf("%s: the patch became %s, %v", name, v.JSON(), err)
		}
		if wantErr != nil {
			got, want = before.node, before.value
		}
		v, err := valueOrAbsent(got)
		if options.ListIncreaseDirection == yaml.MergeOptionsListPrepend {
			want, v = unordered(want), unordered(v)
		}
		if err != nil || !model.Equal(v, want) {
			t.Errorf("%s: got %s, %v, want %s", name, v.JSON(), err, want.JSON())
		}
	}
	return true
}

// valueOrAbsent is like valueOf, but returns an absent value for a document that is missing.
func valueOrAbsent(n *yaml.Node) (model.Value, error) {
	if n == nil {
		return model.Value{}, nil
	}
	return valueOf(yaml.NewRNode(n))
}

// unordered returns a value whose lists are sorted.
func unordered(v model.Value) model.Value {
	members, elements := v.AppendMembers(nil), v.AppendElements(nil)
	switch v.Type() {
	case model.Map:
		for i := range members {
			members[i].Value = unordered(members[i].Value)
		}
		v, _ = model.NewMap(members...)
	case model.List:
		for i := range elements {
			elements[i] = unordered(elements[i])
		}
		slices.SortFunc(elements, func(a, b model.Value) int { return cmp.Compare(a.Hash(), b.Hash()) })
		v, _ = model.NewList(elements...)
	}
	return v
}

// parsed returns a value as a node. It returns false if kyaml reads the text as a different value.
func parsed(v model.Value) (part, bool) {
	if v.Type() == model.Absent || v.Type() == model.Null {
		return part{}, v.Type() == model.Absent
	}
	n, err := yaml.Parse(v.JSON())
	if err != nil {
		return part{}, false
	}
	p, err := document("document", n)
	return p, err == nil && model.Equal(p.value, v)
}
