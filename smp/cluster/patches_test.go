package cluster_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// A writer makes patches, as both packages do.
type writer interface {
	Diff(s smp.Schema, original, modified model.Value, opts smp.DiffOptions) (model.Value, error)
	ThreeWay(s smp.Schema, original, modified, current model.Value, opts smp.ThreeWayOptions) (model.Value, error)
	DiffJSON(s smp.Schema, original, modified []byte, opts smp.DiffOptions) ([]byte, error)
	ThreeWayJSON(s smp.Schema, original, modified, current []byte, opts smp.ThreeWayOptions) ([]byte, error)
}

// written returns the patch that a writer makes for an input, from values and from text, and
// the places that it replaces.
func written(w writer, in corpus.Input) string {
	var wide []model.Path
	opts := smp.DiffOptions{Omit: in.Options.Omit, Unchanged: in.Options.Preconditions, NoWide: in.Options.NoWide, Wide: &wide}
	var patch model.Value
	var raw []byte
	var err, rawErr error
	json := func(v model.Value) []byte { return []byte(v.JSON()) }
	if in.Op == corpus.OpDiff {
		patch, err = w.Diff(in.Schema, in.Original, in.Modified, opts)
		raw, rawErr = w.DiffJSON(in.Schema, json(in.Original), json(in.Modified), opts)
	} else {
		three := smp.ThreeWayOptions{DiffOptions: opts, Overwrite: in.Options.Overwrite, Resend: in.Options.Resend}
		patch, err = w.ThreeWay(in.Schema, in.Original, in.Modified, in.Current, three)
		raw, rawErr = w.ThreeWayJSON(in.Schema, json(in.Original), json(in.Modified), json(in.Current), three)
	}
	return strings.Join([]string{text(patch), errText(err), compact(raw), errText(rawErr), fmt.Sprint(wide)}, "\n")
}

// comparePatches returns how the patches of both packages differ; empty if they do not.
func comparePatches(dialect int, in corpus.Input) string {
	d, o := dialects[dialect], in.Options
	own := d.ours
	own.Ignore, own.Strict = o.Ignore, o.Strict
	want := written(smp.Engine{Dialect: d.theirs, Ignore: o.Ignore, Strict: o.Strict}, in)
	if got := written(own, in); got != want {
		return fmt.Sprintf("got\n%s\nwant\n%s\nfrom %s\nto %s\nwith %s", got, want, text(in.Original), text(in.Modified), text(in.Current))
	}
	return ""
}

// Diff and ThreeWay write the patches of the dialects of package smp.
func TestPatches(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for d := range dialects {
		for _, c := range cases {
			in := c.Input
			if in.Err() != nil || in.Op != corpus.OpDiff && in.Op != corpus.OpThreeWay {
				continue
			}
			if difference := comparePatches(d, in); difference != "" {
				t.Errorf("%s, dialect %d: %s", c.Name, d, difference)
			}
		}
		for seed := range checks(300) {
			for _, op := range []corpus.Op{corpus.OpDiff, corpus.OpThreeWay} {
				if difference := comparePatches(d, gen.For(op, gen.FromSeed(seed)).Input()); difference != "" {
					t.Fatalf("%s, seed %d, dialect %d: %s", op, seed, d, difference)
				}
			}
		}
	}
}
