package embedders

import (
	"maps"
	"slices"
	"strings"
)

// A Difference is a test that passes or is skipped as it is and not so over the
// drop-in.
type Difference struct {
	Test          string
	Before, After string
	Reason        string // "" if there is none
}

// leaf reports whether a name counts: a test without subtests, and one with
// subtests, or a package, that fails without one of them.
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

// count returns the tests that ended so.
func (s Suite) count(status string) int { return len(s.named(status)) }

// named returns the names of the tests that ended so, sorted.
func (s Suite) named(status string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if s[name] == status && s.leaf(name) {
			names = append(names, name)
		}
	}
	return names
}

// worse returns the tests that another run of the suite lacks, skips or fails, and
// this one does not.
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
