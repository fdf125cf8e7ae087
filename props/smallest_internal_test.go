package props

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
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
