package schemas_test

import (
	"maps"
	"slices"
	"testing"
)

// A known is a set of differences, each with the reason why it is expected.
type known map[difference]string

// check fails the test for every difference that is not known, and for every known difference
// that was not found.
func (k known) check(t *testing.T, sources string, found map[difference]string) {
	t.Helper()
	for d, what := range found {
		if _, ok := k[d]; !ok {
			t.Errorf("%s: %s: %s", sources, d, what)
		}
	}
	for d, reason := range k {
		if _, ok := found[d]; !ok {
			t.Errorf("%s: %s: there is no such difference any more (%s)", sources, d, reason)
		}
	}
}

// with returns the differences of both lists.
func (k known) with(more known) known {
	all := maps.Clone(k)
	maps.Copy(all, more)
	return all
}

// at returns one difference for each place, all with the same reason.
func at(reason, aspect string, places ...string) known {
	k := known{}
	for _, place := range slices.Sorted(slices.Values(places)) {
		k[difference{place, aspect}] = reason
	}
	return k
}
