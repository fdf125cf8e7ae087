package upstream_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/upstream"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Every input of a diff or a three-way merge has the answer of the specification, by the rule
// that it names, and its patch has the intended effect.
func TestDiffInputs(t *testing.T) {
	counts := map[corpus.Op]int{}
	for _, in := range readInputs(t) {
		if in.op() == corpus.OpApply {
			continue
		}
		counts[in.op()]++
		t.Run(in.name, func(t *testing.T) {
			s, err := in.schema(t)
			var out corpus.Outcome
			if err == nil {
				out = corpus.Engine().Run(in.input(s))
				err = out.Err
			}
			if rejection, ok := strings.CutPrefix(in.want, "error "); ok {
				in.checkRejection(t, rejection, err)
				return
			}
			if places, ok := strings.CutPrefix(in.want, "conflict "); ok {
				in.checkConflicts(t, strings.Fields(places), err)
				return
			}
			if err != nil || !model.Equal(out.Result, model.MustParse(in.want)) {
				t.Fatalf("got %s, %v\nwant %s: %s", out.Result.JSON(), err, in.want, in.why)
			}
			if !slices.Contains(out.Rules, smp.Rule(in.rule)) {
				t.Errorf("decided by %q, not by %s", out.Rules, in.rule)
			}
			in.checkPatch(t, s, out.Result)
		})
	}
	if counts[corpus.OpDiff] != 26 || counts[corpus.OpThreeWay] != 26 {
		t.Errorf("there are %v inputs, expected 26 of each", counts)
	}
}

// input returns the input in the form for a subject of package corpus.
func (in input) input(s smp.Schema) corpus.Input {
	out := corpus.Input{
		Op:      in.op(),
		Schema:  s,
		Options: corpus.Options{Overwrite: in.overwrite == "true"},
		Text:    map[string]string{"original": in.original, "modified": in.modified},
	}
	if in.current != "" {
		out.Text["current"] = in.current
	}
	return out
}

// checkConflicts compares the conflicts in an error with the expected places.
func (in input) checkConflicts(t *testing.T, want []string, err error) {
	t.Helper()
	var e *smp.ConflictError
	if !errors.As(err, &e) {
		t.Fatalf("got error %v, want conflicts at %q: %s", err, want, in.why)
	}
	var got []string
	for _, c := range e.Conflicts {
		got = append(got, c.Path.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got conflicts at %q\nwant %q: %s", got, want, in.why)
	}
}

// checkPatch applies a patch. The patch of a diff must give modified. After the patch of a
// three-way merge, a second merge must give an empty patch.
func (in input) checkPatch(t *testing.T, s smp.Schema, patch model.Value) {
	t.Helper()
	if in.op() == corpus.OpDiff {
		got, err := smp.Apply(s, model.MustParse(in.original), patch)
		rest, diffErr := smp.Diff(s, got, model.MustParse(in.modified))
		// A null in modified removes a field, and is sent unless the document already has a
		// null there.
		if err != nil || diffErr != nil || rest.Len() > 0 && !model.MustParse(in.modified).HasNull() {
			t.Errorf("applied the patch gives %s, %v\nnot %s", got.JSON(), err, in.modified)
		}
		return
	}
	got, err := smp.Apply(s, model.MustParse(in.current), patch)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := smp.Engine{}.ThreeWay(s, model.MustParse(in.original), model.MustParse(in.modified), got, smp.ThreeWayOptions{Overwrite: true})
	if err != nil || rest.Len() > 0 {
		t.Errorf("after the patch there is %s, %v left to send", rest.JSON(), err)
	}
}

// shippedPatch returns apimachinery's patch for an input. A panic is an error of
// type *upstream.Panic.
func (in input) shippedPatch(t *testing.T) (patch []byte, err error) {
	t.Helper()
	meta, err := strategicpatch.NewPatchMetaFromStruct(reflect.Zero(in.goType(t)).Interface())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if p := recover(); p != nil {
			err = &upstream.Panic{Value: p}
		}
	}()
	original, modified := []byte(in.original), []byte(in.modified)
	if in.op() == corpus.OpDiff {
		return strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta(original, modified, meta)
	}
	return strategicpatch.CreateThreeWayMergePatch(original, modified, []byte(in.current), meta, in.overwrite == "true")
}
