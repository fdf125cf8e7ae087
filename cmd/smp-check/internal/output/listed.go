package output

import (
	"fmt"
	"strings"
)

// MaxListed is how many bytes of a list of problems or of conflicts are written. Each
// names its path, so that the list of a small file may be a thousand times as long as
// the file.
const MaxListed = 4 << 20

// Listed returns the first entries of a list, at least one, which are no longer than
// MaxListed together, and how many more there are.
func Listed[T any](all []T, length func(T) int) (first []T, more int) {
	total := 0
	for i, one := range all {
		if total += length(one); total > MaxListed && i > 0 {
			return all[:i], len(all) - i
		}
	}
	return all, 0
}

// Clipped returns a text, or what MaxListed leaves of it, and how much more there is.
func Clipped(text string) string {
	if len(text) <= MaxListed {
		return text
	}
	return fmt.Sprintf("%s… and %d bytes more", strings.ToValidUTF8(text[:MaxListed], ""), len(text)-MaxListed)
}
