package smp_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/variant"
)

// Every dialect answers every input: without a panic, the same again,
// without a change to the documents.
func TestAnyDialectAnswers(t *testing.T) {
	for seed := range uint64(inShort(20000)) {
		c := gen.Apply(gen.FromSeed(seed))
		e := c.Engine
		e.Dialect = anyDialect(seed)
		before := c.Original.JSON() + c.Patch.JSON()
		first, firstErr := e.Apply(c.Schema, c.Original, c.Patch)
		e.Trace = func(smp.Event) {}
		again, err := e.Apply(c.Schema, c.Original, c.Patch)
		if (err == nil) != (firstErr == nil) || !model.Equal(first, again) {
			t.Fatalf("seed %d, dialect %s: %s, %v, and when it is traced %s, %v", seed, e.Dialect, first.Canonical(), firstErr, again.Canonical(), err)
		}
		if after := c.Original.JSON() + c.Patch.JSON(); after != before {
			t.Fatalf("seed %d, dialect %s: the documents were\n%s, and are\n%s", seed, e.Dialect, before, after)
		}
		if firstErr == nil && first.Type() != model.Map {
			t.Fatalf("seed %d, dialect %s: the result is a %s", seed, e.Dialect, first.Type())
		}
	}
}

// The error of any operation names a place in a document that it has.
func TestErrorsInAnyDialect(t *testing.T) {
	props.Seeds{Count: 3000}.Each(t, func(seed uint64) error {
		for _, op := range laws.Ops() {
			in := gen.For(op, gen.FromSeed(seed)).Input()
			if err := laws.ErrorPath(corpus.EngineOf(anyDialect(seed)), in).Err(); err != nil {
				return err
			}
		}
		return nil
	})
}

// anyDialect returns one of the dialects of Kubernetes.
func anyDialect(seed uint64) smp.Dialect {
	all := []smp.Dialect{smp.Kubernetes, smp.KubernetesBeforeDecoding, smp.Dialect(variant.OpenAPIV2), smp.Dialect(variant.OpenAPIV3)}
	return all[seed%uint64(len(all))]
}
