// Package source reads what the comments of a Go source say of its constants, so that it
// stands there and nowhere else.
package source

import (
	"strings"
	"unicode"
)

// A Constant is the id of a constant, and what its comment says of it, after the colon.
// The id is the constant's value in quotes, or else its name in small letters, with
// hyphens between the words.
type Constant struct{ ID, Text string }

// Constants returns the constants of a source that have such a comment, in order.
func Constants(source string) (all []Constant) {
	source = strings.ReplaceAll(source, "\r\n", "\n") // checked out with other line ends
	for _, group := range strings.Split(source, "\nconst (\n")[1:] {
		group, _, _ = strings.Cut(group, "\n)")
		comment := ""
		for line := range strings.SplitSeq(group, "\n") {
			if words, more := strings.CutPrefix(line, "\t// "); more {
				comment += " " + words
				continue
			}
			if _, text, ok := strings.Cut(comment, ": "); ok && line != "" {
				all = append(all, Constant{idOf(strings.TrimSpace(line)), text})
			}
			comment = ""
		}
	}
	return all
}

// idOf returns the id of a constant that is declared like this.
func idOf(declaration string) string {
	if _, value, ok := strings.Cut(declaration, `"`); ok {
		return strings.TrimSuffix(value, `"`)
	}
	var id strings.Builder
	for i, r := range declaration {
		if unicode.IsUpper(r) && i > 0 {
			id.WriteByte('-')
		}
		id.WriteRune(unicode.ToLower(r))
	}
	return id.String()
}
