package output

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckName returns an error for the name of a file that messages cannot contain: one with
// control characters, which change what a terminal shows and add lines to a log, or with bytes
// that are not UTF-8.
func CheckName(name string) error {
	if utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl) {
		return nil
	}
	return fmt.Errorf("%q: the name contains control characters or is not UTF-8; rename it", name)
}
