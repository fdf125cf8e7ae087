package yamldoc_test

import (
	"testing"

	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A tag without a name makes a scalar a string, both on the line of the scalar and on the
// line above it.
func TestLoneTags(t *testing.T) {
	for text, want := range map[string]string{
		"!":                `""`,
		"# first\n!\n":     `""`,
		"a: !\nb:\n":       `{"a":"","b":null}`,
		"a:\n !":           `{"a":""}`,
		"a: # of a\n  !":   `{"a":""}`,
		"a:\n! b: 1\n":     `{"a":null,"b":1}`,
		"- ! \n-\n  !\n":   `["",""]`,
		"a:\n-\n- !\n":     `{"a":[null,""]}`,
		"{a: ! , b: [! ]}": `{"a":"","b":[""]}`,
	} {
		s, err := yamldoc.Read([]byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := s.Documents()[0].Value.JSON(); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
}
