package output_test

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

func TestListed(t *testing.T) {
	for _, test := range []struct {
		lengths     []int
		first, more int
	}{
		{[]int{output.MaxListed - 1, 1}, 2, 0},
		{[]int{output.MaxListed, 1, 1}, 1, 2},
		{[]int{output.MaxListed + 1, 1}, 1, 1}, // at least one entry
	} {
		first, more := output.Listed(test.lengths, func(length int) int { return length })
		if len(first) != test.first || more != test.more {
			t.Errorf("%d: %d are listed and %d left out, want %d and %d", test.lengths, len(first), more, test.first, test.more)
		}
	}
}

func TestClipped(t *testing.T) {
	text := strings.Repeat("x", output.MaxListed)
	if got := output.Clipped(text); got != text {
		t.Errorf("a text of %d bytes is clipped to %d bytes", len(text), len(got))
	}
	if got := output.Clipped(text + "yz"); got != text+"… and 2 more bytes" {
		t.Errorf("a longer text ends with %q", got[len(got)-30:])
	}
}
