package dropin_test

import (
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"

	theirs "k8s.io/apimachinery/pkg/util/mergepatch"

	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/fuzz/upstream/dropin"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	ours "github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/structtag"
)

// rounds returns the number of trials for each object. .ci/long sets a larger number.
func rounds(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("DROPIN_ROUNDS"))
	if err != nil || n < 1 {
		return 1
	}
	return n
}

func objects(t testing.TB) []dropin.Object {
	t.Helper()
	all, err := dropin.Objects()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func choices(seed uint64) *dropin.Choices {
	r := rand.New(rand.NewPCG(seed, 0))
	data := make([]byte, 96)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return dropin.NewChoices(data)
}

// trialsOf runs a comparison on edited objects, and counts reasons.
func trialsOf(t *testing.T, objects []dropin.Object, compare func(o dropin.Object, c *dropin.Choices) (dropin.Reason, error)) {
	counts := map[dropin.Reason]int{}
	seed := uint64(0)
	for range rounds(t) {
		for _, o := range objects {
			seed++
			reason, err := compare(o, choices(seed))
			if err != nil {
				t.Errorf("%s, seed %d: %.3000v", o.Name, seed, err)
			}
			counts[reason]++
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%7d %s", counts[reason], reason)
	}
	if counts[dropin.Same] == 0 {
		t.Error("no answers were the same")
	}
}

// patchFor returns the patch from an object to an edited object. If hostile is true, the
// patch contains additional directives.
func patchFor(o dropin.Object, c *dropin.Choices, original map[string]any, hostile bool) []byte {
	modified := dropin.Edit(c, original, 4)
	patch, err := dropin.Ours.Diff(dropin.Encode(original), dropin.Encode(modified), o.Schema)
	if err != nil {
		patch = dropin.Encode(modified)
	}
	switch {
	case !hostile:
		return patch
	case c.Of(3) == 0:
		if v, err := model.Parse(dropin.Encode(original)); err == nil {
			return differential.NewEditor(uint64(c.Of(1<<16))).Patch(schemaOf(o), v).AppendJSON(nil)
		}
	}
	return dropin.Encode(dropin.Harass(c, dropin.Decode(patch), 4))
}

func filledObjects(t *testing.T) []dropin.Object {
	var all []dropin.Object
	for seed := range int64(8) {
		all = append(all, filled(t, seed)...)
	}
	return all
}

func tryApply(o dropin.Object, c *dropin.Choices) (dropin.Reason, error) {
	original := dropin.Edit(c, o.Document, 3)
	return dropin.Trial{
		Schema: o.Schema, Original: dropin.Encode(original), Patch: patchFor(o, c, original, c.Of(2) == 0),
	}.Apply()
}

func tryDiff(o dropin.Object, c *dropin.Choices) (dropin.Reason, error) {
	original := dropin.Edit(c, o.Document, 3)
	return dropin.Trial{
		Schema: o.Schema, Original: dropin.Encode(original), Modified: dropin.Encode(dropin.Edit(c, original, 4)),
	}.Diff()
}

func tryThreeWay(o dropin.Object, c *dropin.Choices) (dropin.Reason, error) {
	original := dropin.Edit(c, o.Document, 2)
	return dropin.Trial{
		Schema: o.Schema, Original: dropin.Encode(original),
		Modified: dropin.Encode(dropin.Edit(c, original, 3)), Current: dropin.Encode(dropin.Edit(c, original, 3)),
	}.ThreeWay()
}

// schemaOf returns the schema of an object, if its type has one.
func schemaOf(o dropin.Object) smp.Schema {
	if l, ok := o.Schema.(dropin.Lookup); ok {
		return l.Schema
	}
	s, _ := structtag.OfType(reflect.TypeOf(o.Schema))
	return s
}

func TestApplyGivesTheSame(t *testing.T) { trialsOf(t, objects(t), tryApply) }

func TestApplyOfFilledObjects(t *testing.T) { trialsOf(t, filledObjects(t), tryApply) }

// Schemas of OpenAPI documents give the same results as in apimachinery, even if they differ
// from the schemas of Go types.
func TestOpenAPISchemasGiveTheSame(t *testing.T) {
	all, err := dropin.OpenAPIObjects()
	if err != nil {
		t.Fatal(err)
	}
	trialsOf(t, all, tryApply)
}

func TestBlemishedTextGivesTheSame(t *testing.T) {
	trialsOf(t, objects(t), func(o dropin.Object, c *dropin.Choices) (dropin.Reason, error) {
		original := dropin.Edit(c, o.Document, 3)
		return dropin.Trial{
			Schema: o.Schema, Original: dropin.Blemish(c, dropin.Encode(original)), Patch: dropin.Blemish(c, patchFor(o, c, original, false)),
		}.Apply()
	})
}

func TestDiffGivesTheSame(t *testing.T) {
	trialsOf(t, objects(t), tryDiff)
}

func TestDiffOfFilledObjects(t *testing.T) {
	trialsOf(t, filledObjects(t), tryDiff)
}

func TestThreeWayGivesTheSame(t *testing.T) {
	trialsOf(t, objects(t), tryThreeWay)
}

func TestThreeWayOfFilledObjects(t *testing.T) {
	trialsOf(t, filledObjects(t), tryThreeWay)
}

func TestConflictsAreTheSame(t *testing.T) {
	trialsOf(t, objects(t), func(o dropin.Object, c *dropin.Choices) (dropin.Reason, error) {
		original := dropin.Edit(c, o.Document, 2)
		modified := dropin.Edit(c, original, 2)
		from := []map[string]any{original, modified, o.Document}[c.Of(3)]
		return dropin.Trial{
			Schema: o.Schema, Original: dropin.Encode(original),
			Modified: dropin.Encode(modified), Current: dropin.Encode(dropin.Edit(c, from, 2)),
		}.Conflict()
	})
}

func TestPreconditionsAreTheSame(t *testing.T) {
	trialsOf(t, objects(t), func(o dropin.Object, c *dropin.Choices) (dropin.Reason, error) {
		original := dropin.Edit(c, o.Document, 2)
		fields := slices.Sorted(maps.Keys(o.Document))
		return dropin.Trial{
			Schema: o.Schema, Original: dropin.Encode(original),
			Modified: dropin.Encode(dropin.Edit(c, original, 3)), Current: dropin.Encode(dropin.Edit(c, original, 3)),
		}.Preconditions(fields[:c.Of(len(fields)+1)], []string{"name", "labels", "finalizers"}[:c.Of(4)])
	})
}

func TestConflictsOfPatchesAreTheSame(t *testing.T) {
	trialsOf(t, objects(t), func(o dropin.Object, c *dropin.Choices) (dropin.Reason, error) {
		original := dropin.Edit(c, o.Document, 2)
		var patches [2]map[string]any
		for i := range patches {
			patches[i] = dropin.Shipped.DiffOrNone(original, dropin.Edit(c, original, 5), o.Schema)
		}
		return dropin.Trial{Schema: o.Schema}.MapConflicts(patches[0], patches[1])
	})
}

func TestHasConflictsIsTheSame(t *testing.T) {
	for seed, o := range objects(t) {
		c := choices(uint64(seed))
		left := dropin.Edit(c, o.Document, 1)
		right := dropin.Edit(c, []map[string]any{o.Document, left}[c.Of(2)], 1)
		got, err := ours.HasConflicts(left, right)
		want, wantErr := theirs.HasConflicts(left, right)
		if got != want || err != nil || wantErr != nil {
			t.Errorf("%s, seed %d: %t, %v, but shipped %t, %v", o.Name, seed, got, err, want, wantErr)
		}
	}
}

func TestComposedPatchesApplyAsInTurn(t *testing.T) {
	trialsOf(t, objects(t), func(o dropin.Object, c *dropin.Choices) (dropin.Reason, error) {
		documents := []map[string]any{dropin.Edit(c, o.Document, 2)}
		var patches []map[string]any
		for len(patches) < 2 {
			before := documents[len(patches)]
			after := dropin.Edit(c, before, 3)
			patch, err := dropin.Ours.Diff(dropin.Encode(before), dropin.Encode(after), o.Schema)
			if err != nil {
				after, patch = before, []byte("{}")
			}
			documents, patches = append(documents, after), append(patches, dropin.Decode(patch))
		}
		return dropin.Trial{Schema: o.Schema, Original: dropin.Encode(documents[0])}.Compose(patches[0], patches[1])
	})
}
