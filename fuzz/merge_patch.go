package fuzz

import (
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// MergePatch checks the JSON Merge Patch between the two documents of a Diff, with bytes like
// those of Apply. When it is applied by RFC 7386, it must turn the first document into the
// second. It must be {} if they are equal.
func MergePatch(data []byte) error {
	in, err := Input(corpus.OpDiff, data)
	if err != nil {
		return err
	}
	patch, err := smp.AsMergePatch(in.Original, in.Modified)
	if err != nil {
		if in.Original.Type() != model.Map && refusal(err, "original", smp.WrongType) == nil {
			return nil
		}
		return refusal(err, "result", smp.WrongType, smp.NotRepresentable)
	}
	original, want := mapOrEmpty(in.Original), mapOrEmpty(in.Modified)
	got := mergedBy(original, patch)
	switch {
	case !model.Equal(got, want):
		return fmt.Errorf("the merge patch %s makes %s of %s, not %s", patch.JSON(), got.JSON(), original.JSON(), want.JSON())
	case model.Equal(original, want) && patch.Len() > 0:
		return fmt.Errorf("the merge patch of %s to itself is %s", want.JSON(), patch.JSON())
	}
	return nil
}

// mergedBy is a literal implementation of the algorithm in RFC 7386.
func mergedBy(target, patch model.Value) model.Value {
	if patch.Type() != model.Map {
		return patch
	}
	target = mapOrEmpty(target)
	for name, value := range patch.Members() {
		change := model.Member{Name: name}
		if value.Type() != model.Null {
			below, _ := target.Get(name)
			change.Value = mergedBy(below, value)
		}
		target = must(target.WithMembers(change))
	}
	return target
}

func mapOrEmpty(v model.Value) model.Value {
	if v.Type() == model.Map {
		return v
	}
	return must(model.NewMap())
}

// must returns a value that cannot exceed a limit.
func must(v model.Value, err error) model.Value {
	if err != nil {
		panic(err)
	}
	return v
}
