package embedders

import (
	"maps"
	"slices"
	"strings"
)

// A Difference is a test that passes or is skipped in the unchanged suite, and has a worse
// result with the replacement.
type Difference struct {
	Test          string
	Before, After string
	Reason        string // empty if there is no known reason
}

// leaf reports whether a name counts as a test. It counts if it is a test without subtests,
// or if a test or package fails although none of its subtests does.
func (s Suite) leaf(name string) bool {
	below := name + "/"
	if !strings.Contains(name, " ") {
		below = name + " "
	}
	status, has := s[name], false
	for other, is := range s {
		if strings.HasPrefix(other, below) {
			has = true
			if is == "fail" {
				return false
			}
		}
	}
	return !has && strings.Contains(name, " ") || status == "fail"
}

// count returns the number of tests with a status.
func (s Suite) count(status string) int { return len(s.named(status)) }

// named returns the sorted names of the tests with a status.
func (s Suite) named(status string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if s[name] == status && s.leaf(name) {
			names = append(names, name)
		}
	}
	return names
}

// worse returns the tests that have a worse result in another run of the suite: they are
// missing, skipped or failed there, but not in this run.
func (s Suite) worse(other Suite) []Difference {
	var all []Difference
	for _, name := range slices.Sorted(maps.Keys(s)) {
		is, ok := other[name]
		if !ok {
			is = "missing"
		}
		if s[name] == "fail" || !ok && !s.leaf(name) || is == s[name] || is == "pass" || is == "fail" && !other.leaf(name) {
			continue
		}
		all = append(all, Difference{Test: name, Before: s[name], After: is})
	}
	return all
}
