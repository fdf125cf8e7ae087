package props

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// A broken law is reported with the smallest case that breaks it. The report ends with a case
// file.
func TestSmallestCaseIsReported(t *testing.T) {
	check := func(in corpus.Input) laws.Verdict {
		v := laws.Verdict{Law: "no-nulls", Input: in, What: "found " + in.Patch.JSON()}
		if in.Patch.HasNull() {
			v.Status = laws.Broken
		}
		return v
	}
	found := 0
	for seed := range uint64(40) {
		v := check(gen.Apply(gen.FromSeed(seed)).Input())
		if v.Status != laws.Broken {
			continue
		}
		found++
		report := smallest(v, check).Error()
		head, file, ok := strings.Cut(report, "\n\n")
		c, err := corpus.Read("smallest.yaml", []byte(file))
		if !ok || err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, report)
		}
		if text := c.Input.Patch.JSON(); !c.Input.Patch.HasNull() || c.Input.Patch.Len() != 1 || len(text) > 40 || head != "law no-nulls is broken: found "+text {
			t.Errorf("seed %d: %s", seed, report)
		}
	}
	if found < 5 {
		t.Errorf("%d inputs break the law", found)
	}
}

// The wanted answer of the smallest case is the answer of the subject to this case.
func TestSmallestCaseHasItsAnswer(t *testing.T) {
	keepsLists := laws.Applier("mine", func(e smp.Engine, s smp.Schema, original, patch model.Value) (model.Value, error) {
		result, err := e.Apply(s, original, patch)
		for name, v := range original.Members() {
			if now, _ := result.Get(name); err == nil && v.Type() == model.List && now.Type() == model.List && !model.Equal(v, now) {
				result, err = result.WithMembers(model.Member{Name: name, Value: v})
			}
		}
		return result, err
	})
	check := func(in corpus.Input) laws.Verdict { return newTallies(in.Op, nil).check(keepsLists, in, nil) }
	found := 0
	for seed := uint64(0); seed < 400 && found < 5; seed++ {
		v := check(gen.Apply(gen.FromSeed(seed)).Input())
		if v.Status != laws.Broken {
			continue
		}
		found++
		small := Smallest(v, check)
		c := small.Case()
		answer := keepsLists.Run(c.Input)
		if small.Law != v.Law || small.Status != laws.Broken || !model.Equal(c.Want.Result, answer.Result) || (answer.Err == nil) != (c.Want.Rejection == nil) {
			t.Errorf("seed %d: law %s, want %s; the case wants %v, and the answer is %v", seed, small.Law, v.Law, c.Want, answer)
		}
		if size := len(c.Input.Original.JSON() + c.Input.Patch.JSON()); size > 60 {
			t.Errorf("seed %d: the documents have %d bytes", seed, size)
		}
	}
	if found < 5 {
		t.Errorf("%d inputs break a law", found)
	}
}

// A report always has a reason, even if the answers vary, or the smallest case breaks another law.
func TestSmallestAlwaysBreaksTheLaw(t *testing.T) {
	in := gen.Apply(gen.FromSeed(1)).Input()
	for broken := range 20 {
		for _, after := range []laws.Verdict{{Law: "steady", Status: laws.Held}, {Law: "other", Status: laws.Broken, What: "another fault"}} {
			calls := 0
			check := func(in corpus.Input) laws.Verdict {
				v := laws.Verdict{Law: "steady", Status: laws.Broken, Input: in, What: "the answers vary"}
				if calls++; calls > broken {
					v.Law, v.Status, v.What = after.Law, after.Status, after.What
				}
				return v
			}
			v := laws.Verdict{Law: "steady", Status: laws.Broken, Input: in, What: "the answers vary"}
			if small := Smallest(v, check); small.Law != v.Law || small.Status != laws.Broken || small.What != v.What {
				t.Errorf("%d broken, then %s: law %s %v: %q", broken, after.Law, small.Law, small.Status, small.What)
			}
		}
	}
}
