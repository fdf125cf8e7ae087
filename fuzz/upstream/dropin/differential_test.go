package dropin_test

import (
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/dropin"
)

// rounds is how many trials a test makes of each object; .ci/long sets more.
func rounds(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("DROPIN_ROUNDS"))
	if err != nil || n < 1 {
		return 2
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

// patchFor returns the patch that takes an object to an edited one, with
// directives put in where hostile is set.
func patchFor(o dropin.Object, c *dropin.Choices, original map[string]any, hostile bool) []byte {
	modified := dropin.Edit(c, original, 4)
	patch, err := dropin.Ours.Diff(dropin.Encode(original), dropin.Encode(modified), o.Schema)
	if err != nil {
		patch = dropin.Encode(modified)
	}
	if !hostile {
		return patch
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

func TestApplyGivesTheSame(t *testing.T) { trialsOf(t, objects(t), tryApply) }

func TestApplyOfFilledObjects(t *testing.T) { trialsOf(t, filledObjects(t), tryApply) }

// Schemas of OpenAPI documents give what they give there, which is not always
// what Go types give.
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
	needs(t, diffHasDialect)
	trialsOf(t, objects(t), tryDiff)
}

func TestDiffOfFilledObjects(t *testing.T) {
	needs(t, diffHasDialect)
	trialsOf(t, filledObjects(t), tryDiff)
}

func TestThreeWayGivesTheSame(t *testing.T) {
	needs(t, diffHasDialect)
	trialsOf(t, objects(t), tryThreeWay)
}

func TestThreeWayOfFilledObjects(t *testing.T) {
	needs(t, diffHasDialect)
	trialsOf(t, filledObjects(t), tryThreeWay)
}

func TestConflictsAreTheSame(t *testing.T) {
	needs(t, diffHasDialect)
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
