package output

import (
	"fmt"
	"strings"
)

// MaxListed limits the size of a list of problems or conflicts, in bytes. Each entry contains
// a path, so the list of a file can be a thousand times as long as the file.
const MaxListed = 4 << 20

// Listed returns the first entries of a list, with a total length of at most MaxListed, and
// the number of the others. It returns at least one entry.
func Listed[T any](all []T, length func(T) int) (first []T, more int) {
	total := 0
	for i, one := range all {
		if total += length(one); total > MaxListed && i > 0 {
			return all[:i], len(all) - i
		}
	}
	return all, 0
}

// Clipped shortens a text to MaxListed bytes, followed by the number of bytes omitted.
func Clipped(text string) string {
	if len(text) <= MaxListed {
		return text
	}
	return fmt.Sprintf("%s… and %d more bytes", strings.ToValidUTF8(text[:MaxListed], ""), len(text)-MaxListed)
}
