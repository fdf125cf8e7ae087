package smp_test

import (
	"os"
	"testing"
)

// inShort returns the number of seeds that a test tries, out of n. It returns a tenth with -short,
// which mutation testing uses first, all if SMP_CHECKS is set, and a quarter otherwise.
func inShort(n int) int {
	switch {
	case testing.Short():
		return n / 10
	case os.Getenv("SMP_CHECKS") == "":
		return n / 4
	}
	return n
}
