package source_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp/internal/source"
)

const constants = `package p

const (
	_ Kind = iota
	// Bare: what a constant
	// without value says.
	Bare
	// TwoWords: said: twice.
	TwoWords

	// A comment of a group: with a colon.

	// Valued: said.
	Valued Kind = "a-value"
	uncommented
	// no colon
	Silent
)

// Outside: of no group.
const Outside = 1

const (
	// Last: of another group.
	Last Kind = "last"
)
`

// Whoever checks the source out with other line ends has the same texts.
func TestConstants(t *testing.T) {
	want := []source.Constant{
		{ID: "bare", Text: "what a constant without value says."},
		{ID: "two-words", Text: "said: twice."},
		{ID: "a-value", Text: "said."},
		{ID: "last", Text: "of another group."},
	}
	for name, text := range map[string]string{"\\n": constants, "\\r\\n": strings.ReplaceAll(constants, "\n", "\r\n")} {
		if got := source.Constants(text); !slices.Equal(got, want) {
			t.Errorf("with %s the constants are %q, not %q", name, got, want)
		}
	}
}
