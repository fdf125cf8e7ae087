package differential_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/differential"
)

// executions returns how many comparisons a test makes: so many, unless
// SMP_DIFFERENTIAL says otherwise.
func executions(t testing.TB, short int) int {
	text := os.Getenv("SMP_DIFFERENTIAL")
	if text == "" {
		return short
	}
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		t.Fatalf("SMP_DIFFERENTIAL is %q, not a number of executions", text)
	}
	return n
}

// run compares for every seed from 0, on all processors, and fails with the
// first differences that have no explanation.
func run(t *testing.T, short int, compare func(seed uint64, r *differential.Record) string) {
	t.Helper()
	const enough = 5
	n := uint64(executions(t, short))
	var next, found atomic.Uint64
	var lock sync.Mutex
	total := differential.NewRecord()
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			r := differential.NewRecord()
			for seed := next.Add(1) - 1; seed < n && found.Load() < enough; seed = next.Add(1) - 1 {
				if text := compare(seed, r); text != "" {
					found.Add(1)
					lock.Lock()
					t.Errorf("seed %d:\n%s", seed, text)
					lock.Unlock()
				}
			}
			lock.Lock()
			total.Add(r)
			lock.Unlock()
		})
	}
	wait.Wait()
	t.Log(fmt.Sprint(total))
}
