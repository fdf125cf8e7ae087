package faults

import "strings"

// longest is the length of the longest text that Shorten returns unchanged.
const longest = 4000

// Shorten removes the middle of a very long text, so that a hostile document does not determine
// the length of an error.
func Shorten(text string) string {
	if len(text) <= longest {
		return text
	}
	const end = longest / 2
	return strings.ToValidUTF8(text[:end], "") + "…" + strings.ToValidUTF8(text[len(text)-end:], "")
}
