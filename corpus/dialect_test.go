package corpus_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// kubernetesFor returns the dialect whose answer the kubernetes part of a case
// gives: that of the shipped engine, and for what a server does beside it that
// of a cluster.
func kubernetesFor(c corpus.Case) smp.Dialect {
	if c.Kubernetes != nil && c.Kubernetes.ID == smp.DecodingDropsDirectives.String() {
		return smp.Kubernetes
	}
	return smp.KubernetesBeforeDecoding
}

// Where an apply case says nothing else, the kubernetes dialect answers as the
// rules do; where a case does, as it says.
func TestCasesInKubernetes(t *testing.T) {
	diverging := 0
	for _, c := range embeddedCases(t) {
		if c.Input.Options.Strict || c.Input.Options.Ignore != 0 {
			continue // what the shipped engine knows nothing of
		}
		if c.Input.Op != corpus.OpApply && c.Kubernetes == nil {
			continue // a patch for the dialect may be another one
		}
		terms := corpus.Terms{Dialect: "kubernetes", AnyError: c.Kubernetes == nil}
		if c.Kubernetes != nil && c.Kubernetes.ID != "" {
			diverging++
			if _, ok := smp.DivergenceNamed(c.Kubernetes.ID); !ok {
				t.Errorf("%s: there is no divergence %s", c.Name, c.Kubernetes.ID)
			}
		}
		if v := terms.Run(c, corpus.EngineOf(kubernetesFor(c))); !v.Passed() {
			t.Error(v)
		}
	}
	if diverging < 300 {
		t.Errorf("only %d cases diverge", diverging)
	}
}

// Every divergence has a case that shows both answers, and is what makes them
// differ: without it a cluster would answer otherwise, or with it alone the
// documented engine does.
func TestEveryDivergenceHasItsCase(t *testing.T) {
	cases := map[string]corpus.Case{}
	for _, c := range embeddedCases(t) {
		cases[c.Name] = c
	}
	for _, v := range smp.Divergences() {
		c, ok := cases[v.Case()]
		if !ok || c.Kubernetes == nil || c.Kubernetes.ID != v.String() {
			t.Errorf("%s: there is no case %s for it", v, v.Case())
			continue
		}
		without := kubernetesFor(c).Without(v)
		alone := smp.Documented.With(v)
		if answers(c, without, c.Kubernetes.Want) && answers(c, alone, c.Want) {
			t.Errorf("%s: the answers of %s are the same without it", v, c.Name)
		}
	}
}

// answers reports whether the engine gives this answer, errors all alike.
func answers(c corpus.Case, d smp.Dialect, want corpus.Answer) bool {
	got, err := smp.Engine{Dialect: d}.Apply(c.Input.Schema, c.Input.Original, c.Input.Patch)
	if err != nil || want.Rejection != nil {
		return err != nil && want.Rejection != nil
	}
	return model.Equal(got, want.Result)
}
