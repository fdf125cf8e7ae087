package smp_test

import (
	"os"
	"testing"
)

// inShort returns the number of seeds to try out of n: a tenth in the short form of the tests,
// which mutation testing runs first, a quarter by default, and all if SMP_CHECKS is set, as in
// the gate.
func inShort(n int) int {
	switch {
	case testing.Short():
		return n / 10
	case os.Getenv("SMP_CHECKS") == "":
		return n / 4
	}
	return n
}
