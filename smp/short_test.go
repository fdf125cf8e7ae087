package smp_test

import "testing"

// inShort is how many seeds of n are tried in the short form of the tests, in
// which mutation testing runs them first.
func inShort(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}
