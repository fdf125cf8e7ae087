package smp

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// Whoever checks the source out with other line ends has the same texts.
func TestTextsWithOtherLineEnds(t *testing.T) {
	windows := func(source string) string { return strings.ReplaceAll(unixLines(source), "\n", "\r\n") }
	if got, want := divergencesIn(windows(divergenceSource)), divergencesIn(divergenceSource); len(want) < 2 || !slices.Equal(got, want) {
		t.Errorf("divergences are %q, not %q", got, want)
	}
	got, want := rulesIn(unixLines(windows(packageDoc))), maps.Collect(rulesIn(packageDoc))
	if len(want) == 0 || !maps.Equal(maps.Collect(got), want) {
		t.Errorf("rules are %q, not %q", maps.Collect(got), want)
	}
}
