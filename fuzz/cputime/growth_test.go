package cputime_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/cputime"
)

// A recorder is a test that keeps its errors.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// Growth is allowed up to the exponent, and reported beyond it.
func TestCheckGrowth(t *testing.T) {
	sum := 0
	spin := func(n int) {
		for i := range n {
			sum += i ^ sum>>3
		}
	}
	for name, test := range map[string]struct {
		steps                  func(n int) int
		constant, proportional bool // whether this growth is allowed
	}{
		"constant":  {func(int) int { return 100_000 }, true, true},
		"linear":    {func(n int) int { return 500 * n }, false, true},
		"quadratic": {func(n int) int { return 5 * n * n }, false, false},
	} {
		for most, allowed := range map[float64]bool{cputime.Constant: test.constant, cputime.Proportional: test.proportional} {
			r := recorder{TB: t}
			cputime.CheckGrowth(&r, 100, most, func(n int) func() { return func() { spin(test.steps(n)) } })
			if (len(r.errors) == 0) != allowed {
				t.Errorf("%s growth, at most %v: %q", name, most, r.errors)
			}
			if !allowed && !strings.Contains(strings.Join(r.errors, ""), "for size 1600; want at most") {
				t.Errorf("%s growth, at most %v: %q", name, most, r.errors)
			}
		}
	}
}
