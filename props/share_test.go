package props_test

import (
	"sync"
	"testing"

	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// Schemas and documents may be shared: concurrent calls give the same answers, without data
// races.
func TestInputsAreShared(t *testing.T) {
	for seed := range uint64(300) {
		op := laws.Ops()[seed%uint64(len(laws.Ops()))]
		in := gen.For(op, gen.FromSeed(seed)).Input()
		var wait sync.WaitGroup
		for range 4 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				if err := laws.Agree(engine, engine, in).Err(); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
				if err := laws.InputsUnchanged(engine, in).Err(); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			}()
		}
		wait.Wait()
	}
}
