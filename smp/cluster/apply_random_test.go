package cluster_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Engines do not panic and do not change the documents. The same input always gives the same result
// or error.
func TestEveryServerAnswers(t *testing.T) {
	for seed := range checks(2000) {
		c := gen.Apply(gen.FromSeed(seed))
		for name, e := range servers {
			e.Ignore, e.Strict = c.Engine.Ignore, c.Engine.Strict
			before := c.Original.JSON() + c.Patch.JSON()
			first, firstErr := e.Apply(c.Schema, c.Original, c.Patch)
			e.Trace = func(cluster.Event) {}
			again, err := e.Apply(c.Schema, c.Original, c.Patch)
			if (err == nil) != (firstErr == nil) || !model.Equal(first, again) {
				t.Fatalf("seed %d, %s: %s, %v, and when it is traced %s, %v", seed, name, first.Canonical(), firstErr, again.Canonical(), err)
			}
			if after := c.Original.JSON() + c.Patch.JSON(); after != before {
				t.Fatalf("seed %d, %s: the documents were\n%s, and are\n%s", seed, name, before, after)
			}
			if firstErr == nil && first.Type() != model.Map {
				t.Fatalf("seed %d, %s: the result is a %s", seed, name, first.Type())
			}
		}
	}
}

// A server accepts every patch without directives of the root for an empty object, because it copies
// the values. Compose and Conflicts take this for granted.
func TestPlainPatchesAreCopied(t *testing.T) {
	plain, rejected := 0, 0
	for seed := range trials.Seeds(6000) {
		c := gen.Apply(gen.FromSeed(seed))
		for name, e := range servers {
			e.BeforeDecoding = true
			_, err := e.Apply(c.Schema, model.MustParse("{}"), c.Patch)
			switch {
			case c.Patch.Type() != model.Map:
			case c.Patch.HasOwnDollar():
				if err != nil {
					rejected++
				}
			case err != nil:
				t.Fatalf("seed %d, %s: %s is rejected: %v", seed, name, c.Patch.JSON(), err)
			default:
				plain++
			}
		}
	}
	if plain < 1000 || rejected < 100 {
		t.Errorf("%d patches are plain, and %d with directives are rejected", plain, rejected)
	}
}

// The error of any operation has a path that exists in its document.
func TestErrorsHavePlaces(t *testing.T) {
	props.Seeds{Count: trials.Seeds(4000)}.Each(t, func(seed uint64) error {
		for _, op := range laws.Ops() {
			in := gen.For(op, gen.FromSeed(seed)).Input()
			for _, e := range servers {
				if err := laws.ErrorPath(corpus.Cluster(e), in).Err(); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
