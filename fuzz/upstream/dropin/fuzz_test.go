package dropin_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/fuzz/fuzzing"
	"github.com/strategicpatch/smp/fuzz/upstream/dropin"
)

func TestMain(m *testing.M) { fuzzing.Main(m) }

var fuzzedObjects = sync.OnceValues(dropin.Objects)

// FuzzDropIn compares both packages. The bytes determine a kind, an operation, related
// documents, and damage to their texts.
func FuzzDropIn(f *testing.F) {
	for seed := range uint64(32) {
		r := rand.New(rand.NewPCG(seed, 1))
		data := make([]byte, 96)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 512 {
			t.Skip("longer than choices are read")
		}
		all, err := fuzzedObjects()
		if err != nil {
			t.Fatal(err)
		}
		c := dropin.NewChoices(data)
		o := all[c.Of(len(all))]
		if reason, err := tryAny(o, c); err != nil {
			t.Errorf("%s: %v %.5000v", o.Name, reason, err)
		}
	})
}

// tryAny compares one operation. In one of four calls, Blemish damages a text.
func tryAny(o dropin.Object, c *dropin.Choices) (dropin.Reason, error) {
	original := dropin.Edit(c, o.Document, 3)
	operation, blemished := c.Of(5), c.Of(4) == 1
	trial := dropin.Trial{Schema: o.Schema, Original: dropin.Encode(original)}
	if operation < 2 {
		trial.Patch = patchFor(o, c, original, operation == 1)
	} else {
		trial.Modified = dropin.Encode(dropin.Edit(c, original, 3))
		trial.Current = dropin.Encode(dropin.Edit(c, original, 3))
	}
	if blemished {
		texts := []*[]byte{&trial.Original, &trial.Patch, &trial.Modified, &trial.Current}
		text := texts[c.Of(len(texts))]
		*text = dropin.Blemish(c, *text)
	}
	switch operation {
	case 2:
		return trial.Diff()
	case 3:
		return trial.ThreeWay()
	case 4:
		return trial.Conflict()
	default:
		return trial.Apply()
	}
}
