package props_test

import (
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// eachSeed runs check on as many seeds as SMP_CHECKS says, on all processors,
// and reports the first few failures.
func eachSeed(t *testing.T, checks uint64, check func(seed uint64) error) {
	checks = environment(t, "SMP_CHECKS", checks)
	first := environment(t, "SMP_SEED", 0)
	var next, failures atomic.Uint64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for failures.Load() < 5 {
				i := next.Add(1) - 1
				if i >= checks {
					return
				}
				if err := check(first + i); err != nil {
					failures.Add(1)
					t.Errorf("seed %d: %v", first+i, err)
				}
			}
		}()
	}
	wait.Wait()
}

func environment(t *testing.T, name string, otherwise uint64) uint64 {
	text, ok := os.LookupEnv(name)
	if !ok {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}
