package upstream_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	theirs "github.com/evanphx/json-patch/v5"

	"github.com/strategicpatch/smp/model"
	ours "github.com/strategicpatch/smp/smp/jsonpatch"
)

// A JSON Patch gives the same result as in the next version of the library of API servers,
// without extensions, or an error in both. The documents are maps or lists. No operation is
// at the root, because the library treats the root as a map with an empty field name.
func TestJSONPatchesAreThoseOfTheLibrary(t *testing.T) {
	applied, refused, itself, nulls := 0, 0, 0, 0
	for seed := range uint64(30000) {
		r := rand.New(rand.NewPCG(seed, 2))
		original := model.MustParse(randomJSON(r, 3, true))
		modified := model.MustParse(randomJSON(r, 3, true))
		for _, patch := range []ours.Patch{randomPatch(r, original, modified), ours.Diff(original, modified)} {
			if len(patch) > 0 && patch[0].Path == "" {
				continue // the document has another type, or a list is replaced
			}
			value, err := patch.Value()
			if err != nil {
				t.Fatal(err)
			}
			got, err := patch.Apply(original)
			want, fault := byLibrary(value.JSON(), original.JSON())
			var e *ours.Error
			switch {
			case errors.As(err, &e) && e.Code == ours.InvalidPatch: // a value is moved into itself, which RFC 6902 forbids and the library accepts
				itself++
			case (err == nil) != (fault == nil) && testsNull(patch): // the library treats absent values as null, and panics at nulls in lists
				nulls++
			case (err == nil) != (fault == nil):
				t.Fatalf("seed %d: %s of %s: %s, %v; the library: %s, %v", seed, value.JSON(), original.JSON(), got.JSON(), err, want, fault)
			case err != nil:
				if errors.Is(fault, theirs.ErrTestFailed) && e.Code != ours.TestFailed {
					t.Errorf("seed %d: %s of %s: %v; the library: %v", seed, value.JSON(), original.JSON(), err, fault)
				}
				refused++
			case !model.Equal(got, model.MustParse(string(want))):
				t.Fatalf("seed %d: %s of %s: %s; the library: %s", seed, value.JSON(), original.JSON(), got.JSON(), want)
			default:
				applied++
			}
		}
	}
	t.Logf("%d patches were applied and %d refused, alike; %d move something into itself, %d test nulls, differently", applied, refused, itself, nulls)
	if applied < 10000 || refused < 5000 || itself == 0 || nulls == 0 || nulls > 1000 {
		t.Error("too few")
	}
}

func testsNull(patch ours.Patch) bool {
	return slices.ContainsFunc(patch, func(o ours.Operation) bool {
		return o.Op == ours.Test && strings.Contains(o.Value.JSON(), "null")
	})
}

var errPanic = errors.New("the library panics")

// recovered returns errPanic if the library panics.
func recovered(err *error) {
	if recover() != nil {
		*err = errPanic
	}
}

func byLibrary(patch, document string) (result []byte, err error) {
	defer recovered(&err)
	decoded, err := theirs.DecodePatch([]byte(patch))
	if err != nil {
		return nil, err
	}
	options := theirs.NewApplyOptions()
	options.SupportNegativeIndices = false
	return decoded.ApplyWithOptions([]byte(document), options)
}

func randomJSON(r *rand.Rand, depth int, whole bool) string {
	kind := r.IntN(9)
	if depth == 0 {
		kind %= 5
	} else if whole {
		kind = 5 + r.IntN(4)
	}
	switch kind {
	case 0:
		return "null"
	case 1:
		return "true"
	case 2:
		return strconv.Itoa(r.IntN(3))
	case 3, 4:
		return []string{`""`, `"a"`, `"1"`, `"é\n"`}[r.IntN(4)]
	}
	var parts []string
	names := []string{`"a"`, `"b"`, `"-"`, `"0"`, `"m/n"`, `"~"`, `"~1"`}
	for _, i := range r.Perm(len(names))[:r.IntN(5)] {
		below := randomJSON(r, depth-1, false)
		if kind < 7 {
			below = names[i] + ":" + below
		}
		parts = append(parts, below)
	}
	if kind < 7 {
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func randomPatch(r *rand.Rand, documents ...model.Value) ours.Patch {
	var places []string
	var values []model.Value
	var collect func(at string, v model.Value)
	collect = func(at string, v model.Value) {
		places, values = append(places, at), append(values, v)
		for name, m := range v.Members() {
			collect(at+ours.Pointer(name), m)
		}
		for i, e := range v.Elements() {
			collect(fmt.Sprint(at, "/", i), e)
		}
	}
	for _, d := range documents {
		collect("", d)
	}
	place := func() string {
		at := places[r.IntN(len(places))]
		if at == "" || r.IntN(3) == 0 {
			at += []string{"/-", "/0", "/1", "/a", "/b", "/7", "/-1", "/-2"}[r.IntN(8)]
		}
		return at
	}
	patch := make(ours.Patch, 1+r.IntN(4))
	for i := range patch {
		op := []ours.Op{ours.Add, ours.Remove, ours.Replace, ours.Move, ours.Copy, ours.Test}[r.IntN(6)]
		patch[i] = ours.Operation{Op: op, Path: place(), From: place(), Value: values[r.IntN(len(values))]}
	}
	return patch
}
