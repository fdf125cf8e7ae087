package props

import (
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// Seeds are Count consecutive numbers, beginning with First. A seed gives the same input on every
// platform.
type Seeds struct{ First, Count uint64 }

// SeedsAsked returns the seeds that the environment selects. SMP_CHECKS is the number of seeds. If
// it is not set, the number is the argument otherwise. SMP_SEED is the first seed. Its default is
// 0. The test fails if a variable is not a number.
func SeedsAsked(t *testing.T, otherwise uint64) Seeds {
	return Seeds{First: environment(t, "SMP_SEED", 0), Count: environment(t, "SMP_CHECKS", otherwise)}
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

// Each calls check with every seed, in parallel on all processors, and reports the first few failures.
// It does not make them smaller. For inputs of package gen, call [Seeds.EachInput].
func (s Seeds) Each(t *testing.T, check func(seed uint64) error) {
	t.Helper()
	s.each(t, 3, check)
}

// each is Each with a limit for the number of failures. The checks that run in parallel may exceed it.
func (s Seeds) each(t *testing.T, limit uint64, check func(seed uint64) error) {
	t.Helper()
	start := time.Now()
	var next, failures atomic.Uint64
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for failures.Load() < limit {
				i := next.Add(1) - 1
				if i >= s.Count {
					return
				}
				if err := check(s.First + i); err != nil {
					failures.Add(1)
					if err != errReported {
						t.Errorf("seed %d: %v", s.First+i, err)
					}
				}
			}
		}()
	}
	wait.Wait()
	t.Logf("%d checks in %v", s.Count, time.Since(start).Round(time.Millisecond))
}

// RunSeeds checks every law on the subject, like Run, with one input per seed for each operation.
// RunSeeds is much faster than Run. Its inputs are also spread more evenly. It calls the subject from
// GOMAXPROCS goroutines, even with -parallel 1. It reports the first failure of each law. To check only
// one operation, use -run TestLaws/apply. To replay a reported case, check its law (see [Smallest]).
func RunSeeds(t *testing.T, subject corpus.Subject, seeds Seeds, known ...Known) {
	runLaws(t, subject, seeds, known, func(t *testing.T, op corpus.Op, all *tallies) {
		input := func(seed uint64) corpus.Input { return gen.For(op, gen.FromSeed(seed)).Input() }
		var reported sync.Map // names of laws
		seeds.each(t, uint64(len(all.laws)), func(seed uint64) error {
			v := all.check(subject, input(seed), func(law laws.Law) bool {
				_, done := reported.Load(law.Name)
				return done
			})
			if v.Status != laws.Broken {
				return nil
			}
			if _, done := reported.LoadOrStore(v.Law, true); done {
				return nil
			}
			return smallest(v, func(in corpus.Input) laws.Verdict {
				return all.check(subject, in, func(law laws.Law) bool { return law.Name != v.Law })
			})
		})
	})
}
