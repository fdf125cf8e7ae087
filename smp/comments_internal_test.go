package smp

import (
	"slices"
	"strings"
	"testing"
)

// Whoever checks the source out with other line ends has the same texts.
func TestTextsWithOtherLineEnds(t *testing.T) {
	for _, source := range []string{ruleSource, divergenceSource} {
		unix := strings.ReplaceAll(source, "\r\n", "\n")
		got, want := constantsIn(strings.ReplaceAll(unix, "\n", "\r\n")), constantsIn(unix)
		if len(want) < 2 || !slices.Equal(got, want) {
			t.Errorf("constants are %q, not %q", got, want)
		}
	}
}
