package smp_test

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// withoutNulls returns v without null map members, which count as absent.
func withoutNulls(t testing.TB, v model.Value) model.Value {
	t.Helper()
	var out model.Value
	var err error
	switch v.Type() {
	case model.Map:
		var members []model.Member
		for name, m := range v.Members() {
			if m.Type() != model.Null {
				members = append(members, model.Member{Name: name, Value: withoutNulls(t, m)})
			}
		}
		out, err = model.NewMap(members...)
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, withoutNulls(t, e))
		}
		out, err = model.NewList(elements...)
	default:
		return v
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Rule diff-exact: applying the diff gives the modified document, for all documents. The diff
// of a document with itself is {}.
func TestDiffRoundTrip(t *testing.T) {
	refused := uint64(0)
	n := trials.Seeds(20000)
	for seed := range n {
		s, original, modified := trials.Related(t, seed)
		if patch, err := smp.Diff(s, modified, modified); err != nil || patch.Len() != 0 {
			t.Fatalf("seed %d: diff of a document with itself: %s, %v", seed, patch.JSON(), err)
		}
		patch, err := smp.Diff(s, original, modified)
		var e *smp.Error
		if errors.As(err, &e) && e.Code == smp.NotRepresentable {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, err := smp.Apply(s, original, patch)
		if err != nil {
			t.Fatalf("seed %d: the patch is rejected: %v\noriginal %s\nmodified %s\npatch %s", seed, err, original.JSON(), modified.JSON(), patch.JSON())
		}
		if !model.Equal(withoutNulls(t, got), withoutNulls(t, modified)) {
			t.Fatalf("seed %d:\noriginal %s\nmodified %s\npatch    %s\ngot      %s", seed, original.Canonical(), modified.Canonical(), patch.Canonical(), got.Canonical())
		}
	}
	if refused > n/5 {
		t.Errorf("%d of %d diffs are not representable", refused, n)
	}
}

// Traced and untraced calls give the same patch. A traced call compares all parts of the documents.
// An untraced call skips equal parts.
func TestDiffTold(t *testing.T) {
	for seed := range trials.Seeds(20000) {
		s, original, modified := trials.Related(t, seed)
		original, modified = model.MustParse(original.JSON()), model.MustParse(modified.JSON())
		if seed%2 > 0 { // the same document with other spellings and in another order
			modified = model.MustParse(modified.Canonical())
		}
		told, quiet := smp.Engine{Trace: func(smp.Event) {}}, smp.Engine{}
		want, wantErr := told.Diff(s, original, modified, smp.DiffOptions{})
		got, err := quiet.Diff(s, original, modified, smp.DiffOptions{})
		if got.JSON() != want.JSON() || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("seed %d:\noriginal %s\nmodified %s\npatch    %s, %v\ntold     %s, %v", seed, original.JSON(), modified.JSON(), got.JSON(), err, want.JSON(), wantErr)
		}
		want, wantErr = told.ThreeWay(s, original, modified, original, smp.ThreeWayOptions{})
		got, err = quiet.ThreeWay(s, original, modified, original, smp.ThreeWayOptions{})
		if got.JSON() != want.JSON() || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("seed %d, three-way:\noriginal %s\nmodified %s\npatch    %s, %v\ntold     %s, %v", seed, original.JSON(), modified.JSON(), got.JSON(), err, want.JSON(), wantErr)
		}
	}
}

// A patch does not depend on earlier calls, although calls reuse memory.
func TestDiffAnew(t *testing.T) {
	for seed := range trials.Seeds(1000) {
		s, original, modified := trials.Related(t, seed)
		var engine smp.Engine
		opts := smp.DiffOptions{Omit: []smp.Directives{0, smp.PatchMergeKey, smp.SetElementOrder, smp.RetainKeys}[seed%4]}
		again, againErr := engine.Diff(s, original, modified, opts)
		againThree, againThreeErr := engine.ThreeWay(s, original, modified, original, smp.ThreeWayOptions{DiffOptions: opts})
		runtime.GC()
		runtime.GC() // the pools are empty now
		got, err := engine.Diff(s, original, modified, opts)
		runtime.GC()
		runtime.GC()
		three, threeErr := engine.ThreeWay(s, original, modified, original, smp.ThreeWayOptions{DiffOptions: opts})
		if got.JSON() != again.JSON() || fmt.Sprint(err) != fmt.Sprint(againErr) {
			t.Fatalf("seed %d: %s, %v, anew %s, %v", seed, again.JSON(), againErr, got.JSON(), err)
		}
		if three.JSON() != againThree.JSON() || fmt.Sprint(threeErr) != fmt.Sprint(againThreeErr) {
			t.Fatalf("seed %d, three-way: %s, %v, anew %s, %v", seed, againThree.JSON(), againThreeErr, three.JSON(), threeErr)
		}
	}
}

// Elements of a set that differ only in null fields are equal, so the set is not replaced.
func TestDiffOfSetsThatDifferInNulls(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{"set": {Type: smp.ListType, Strategy: smp.Merge}}))
	got, err := smp.Diff(s, model.MustParse(`{"set":[{}]}`), model.MustParse(`{"set":[{"a":null}]}`))
	if err != nil || got.JSON() != `{}` {
		t.Errorf("got %s, %v", got.JSON(), err)
	}
}
