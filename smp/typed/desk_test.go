//go:build !race && !smp_poison

package typed_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/typed"
)

// A call that returns nothing but text or a Go value uses memory again. A call with a trace, or with
// results besides the text, does not.
func TestTypedCallsAreOnDesks(t *testing.T) {
	type pod struct {
		Rules []rule `json:"rules,omitempty" patchStrategy:"merge" patchMergeKey:"port"`
	}
	var was, wanted pod
	for i := range 30 {
		was.Rules = append(was.Rules, rule{Port: i, To: fmt.Sprint("name of ", i)})
	}
	wanted.Rules = append(wanted.Rules, was.Rules...)
	wanted.Rules[20].To = "x"
	patch := []byte(`{"rules":[{"port":20,"to":"x"}]}`)
	bytes := func(call func() error) uint64 {
		t.Helper()
		var before, after runtime.MemStats
		for n := range 120 {
			if n == 20 {
				runtime.ReadMemStats(&before)
			}
			if err := call(); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / 100
	}
	var e typed.Engine[pod]
	traced := typed.Engine[pod]{Engine: smp.Engine{Trace: func(smp.Event) {}}}
	for _, test := range []struct {
		name           string
		desk, ordinary func() error
	}{
		{"Apply",
			func() error { _, err := e.Apply(was, patch); return err },
			func() error { _, err := traced.Apply(was, patch); return err }},
		{"Diff",
			func() error { _, err := e.Diff(was, wanted, smp.DiffOptions{}); return err },
			func() error { _, err := e.Diff(was, wanted, smp.DiffOptions{Wide: new([]model.Path)}); return err }},
		{"ThreeWay",
			func() error { _, err := e.ThreeWay(was, wanted, was, smp.ThreeWayOptions{}); return err },
			func() error {
				_, err := e.ThreeWay(was, wanted, was, smp.ThreeWayOptions{DiffOptions: smp.DiffOptions{Wide: new([]model.Path)}})
				return err
			}},
	} {
		// The rest are the texts, which encoding/json makes, and tables of elements.
		if desk, ordinary := bytes(test.desk), bytes(test.ordinary); 10*desk > 8*ordinary {
			t.Errorf("%s: %d bytes on a desk, %d in ordinary memory", test.name, desk, ordinary)
		} else {
			t.Logf("%s: %d and %d bytes", test.name, desk, ordinary)
		}
	}
}
