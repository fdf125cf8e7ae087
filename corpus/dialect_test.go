package corpus_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// serverOf returns the engine that gives the answer under kubernetes in a case. It returns
// results before decoding, unless the case is about decoding.
func serverOf(c corpus.Case) cluster.Engine {
	decoded := c.Kubernetes != nil && c.Kubernetes.ID == cluster.DecodingDropsDirectives.String()
	return cluster.Engine{BeforeDecoding: !decoded}
}

// On a cluster, the answer to an apply case is the answer for clusters or, if the case has
// none, the answer of the specification.
func TestCasesInKubernetes(t *testing.T) {
	diverging := 0
	for _, c := range embeddedCases(t) {
		if c.Input.Options.Strict || c.Input.Options.Unions || c.Input.Options.Ignore != 0 {
			continue // apimachinery has no such options
		}
		if c.Input.Op != corpus.OpApply && c.Kubernetes == nil {
			continue // a patch for a cluster may differ
		}
		terms := corpus.Terms{Dialect: "kubernetes", AnyError: c.Kubernetes == nil}
		if c.Kubernetes != nil && c.Kubernetes.ID != "" {
			diverging++
			_, ok := cluster.DivergenceNamed(c.Kubernetes.ID)
			if !ok && !(c.Input.Op == corpus.OpThreeWay && c.Kubernetes.ID == string(smp.RuleThreeWayUnsent)) {
				t.Errorf("%s: there is no divergence %s", c.Name, c.Kubernetes.ID)
			}
		}
		if v := terms.Run(c, corpus.Cluster(serverOf(c))); !v.Passed() {
			t.Error(v)
		}
	}
	if diverging < 300 {
		t.Errorf("only %d cases diverge", diverging)
	}
}

// Every divergence has a case with two different answers, and is one of the reasons
// for the difference.
func TestEveryDivergenceHasItsCase(t *testing.T) {
	cases := map[string]corpus.Case{}
	for _, c := range embeddedCases(t) {
		cases[c.Name] = c
	}
	for _, v := range cluster.Divergences() {
		c, ok := cases[v.Case()]
		if !ok || c.Kubernetes == nil || c.Kubernetes.ID != v.String() {
			t.Errorf("%s: there is no case %s for it", v, v.Case())
			continue
		}
		in := c.Input
		decides := false
		e := serverOf(c)
		e.Trace = func(e cluster.Event) { decides = decides || e.Divergence == v }
		got, err := e.Apply(in.Schema, in.Original, in.Patch)
		documented, otherErr := smp.Apply(in.Schema, in.Original, in.Patch)
		if !decides || (err == nil) == (otherErr == nil) && model.Equal(got, documented) {
			t.Errorf("%s: is no reason for the answers of %s: %s, %v and %s, %v", v, c.Name, documented.JSON(), otherErr, got.JSON(), err)
		}
		e.BeforeDecoding = false
		if decoded, _ := e.Apply(in.Schema, in.Original, in.Patch); !model.Equal(decoded, got) {
			continue // decoding removes the difference
		}
		if all := cluster.Differences(in.Schema, in.Original, in.Patch); !slices.Contains(all, v) {
			t.Errorf("%s: is not among the differences %v of %s", v, all, c.Name)
		}
	}
}
