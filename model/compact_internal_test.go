package model

import "testing"

// A compacted value has its own text, wherever it was in another value.
func TestCompactHasItsOwnText(t *testing.T) {
	for _, text := range []string{`[[1]]`, `[ [1] ]`, `[1,[2]]`, `[{"a":"b"},3]`} {
		for _, e := range MustParse(text).Elements() {
			if c := e.Compact(); c.doc.src != e.JSON() {
				t.Errorf("%s of %s has the text %s", e.JSON(), text, c.doc.src)
			}
		}
	}
}
