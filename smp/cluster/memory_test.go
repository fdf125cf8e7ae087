package cluster_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// The values, errors and paths that a call returns for a generated input do not change after the
// call.
func TestAnswersStayAsTheyAre(t *testing.T) {
	var subjects []corpus.Subject
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		subjects = append(subjects, corpus.Untraced(corpus.Cluster(servers[name])))
	}
	said := func(o corpus.Outcome) string { return fmt.Sprint(o, o.Err, o.Wide) }
	var all sync.WaitGroup
	for g := range uint64(2) {
		all.Add(1)
		go func() {
			defer all.Done()
			var held []corpus.Outcome
			var was []string
			for seed := range trials.Seeds(4800) {
				ops := laws.Ops()
				in := gen.For(ops[seed%uint64(len(ops))], gen.FromSeed(2*seed+g)).Input()
				o := subjects[seed/uint64(len(ops))%uint64(len(subjects))].Run(in)
				held, was = append(held, o), append(was, said(o))
			}
			for i, o := range held {
				if now := said(o); now != was[i] {
					t.Errorf("seed %d: was %s\nis now %s", i, was[i], now)
				}
			}
		}()
	}
	all.Wait()
}
