package cputime

import (
	"math"
	"testing"
	"time"
)

const (
	factor  = 16                   // the larger size is this multiple of the smaller one
	rounds  = 3                    // the maximum number of measurements of the larger size
	several = 4                    // so many of the smaller size, which is measured fast, for each of them
	shortly = 2 * time.Millisecond // shorter work is repeated
	enough  = 10 * time.Second     // if the measurements took longer, they are not repeated
)

// These are exponents of growth for [CheckGrowth].
const (
	Constant     = 0.5 // the time does not grow with n
	Proportional = 1.5 // it grows with n or n log n
	Built        = 1.7 // the same, for values that do not fit into caches: up to 1.4 is measured for n
)

// CheckGrowth fails the test if processor time grows with an exponent of more than most. For sizes n
// and 16n, prepare returns the work, which may be done several times. The sizes are measured in turns
// until the least times so far show that the growth is allowed, because other processes, the garbage
// collector and empty caches only add time.
func CheckGrowth(t testing.TB, n int, most float64, prepare func(n int) (work func())) {
	t.Helper()
	small, large := sample{work: prepare(n)}, sample{work: prepare(factor * n)}
	exponent := 0.0
	start := Used()
	for i := 0; i < rounds && Used()-start < enough; i++ {
		for range several {
			small.measure()
		}
		large.measure()
		if exponent = math.Log(large.least/small.least) / math.Log(factor); exponent <= most {
			return
		}
	}
	t.Errorf("processor time grows with the exponent %.1f: %.3gs for size %d, %.3gs for size %d; want at most %.1f",
		exponent, small.least, n, large.least, factor*n, most)
}

// A sample is the least processor time of some work, in seconds.
type sample struct {
	work  func()
	least float64 // 0 before the first measurement
}

func (s *sample) measure() {
	start, took, n := Used(), time.Duration(0), 0
	for ; took < shortly; took = Used() - start {
		s.work()
		n++
	}
	if mean := took.Seconds() / float64(n); s.least == 0 || mean < s.least {
		s.least = mean
	}
}
