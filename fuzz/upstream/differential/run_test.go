package differential_test

import (
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/differential"
)

// executions returns the number of comparisons of a test. It is the value of SMP_DIFFERENTIAL
// or, if that is not set, the argument.
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

// run calls compare for every seed from 0, on all processors. It fails the test with the
// first unexplained differences. It returns the counts.
func run(t *testing.T, short int, compare func(seed uint64, r *differential.Record) string) *differential.Record {
	t.Helper()
	const (
		enough  = 5
		portion = 1000
		report  = 100 * portion
	)
	n := uint64(executions(t, short))
	var next, found atomic.Uint64
	var lock sync.Mutex
	total := differential.NewRecord()
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for found.Load() < enough {
				first := next.Add(portion) - portion
				if first >= n {
					return
				}
				r := differential.NewRecord()
				for seed := first; seed < min(first+portion, n); seed++ {
					if text := compare(seed, r); text != "" {
						found.Add(1)
						t.Errorf("seed %d:\n%s", seed, text)
					}
				}
				lock.Lock()
				total.Add(r)
				if first > 0 && first%report == 0 {
					t.Logf("so far %s", total.Verdict())
				}
				lock.Unlock()
			}
		})
	}
	wait.Wait()
	t.Log(total)
	return total
}
