//go:build unix

package cputime_test

import (
	"testing"
	"time"

	"github.com/strategicpatch/smp/fuzz/cputime"
)

// Waiting uses almost no processor time, and calculating does.
func TestUsed(t *testing.T) {
	const pause = 300 * time.Millisecond
	start := cputime.Used()
	time.Sleep(pause)
	if took := cputime.Used() - start; took > pause/2 {
		t.Errorf("waiting for %v took %v", pause, took)
	}
	sum := 0
	start = cputime.Used()
	for i := range 100_000_000 {
		sum += i ^ sum>>3
	}
	if took := cputime.Used() - start; took < time.Millisecond || sum == 0 {
		t.Errorf("calculating took %v (%d)", took, sum)
	}
}
