package model_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
)

// Only the characters that must be escaped are escaped, at every position. Long texts are read
// eight bytes at a time, and the rest is read byte by byte.
func TestQuotesEscapeWhatMustBe(t *testing.T) {
	for text, want := range map[string]string{
		" ":                 `" "`,
		"a b":               `"a b"`,
		"12345678 ":         `"12345678 "`,
		"1234567\x1f":       `"1234567\u001f"`,
		"12345678\x1f":      `"12345678\u001f"`,
		"12345678\"":        `"12345678\""`,
		"1234567\\12345678": `"1234567\\12345678"`,
		"\" b":              `"\" b"`,
		"\x7f/é\u2028":      "\"\x7f/é\u2028\"",
		"\b\f\n\r\t\x00":    `"\b\f\n\r\t\u0000"`,
	} {
		if got := model.NewString(text).JSON(); got != want {
			t.Errorf("%q is written as %s, not %s", text, got, want)
		}
	}
}
