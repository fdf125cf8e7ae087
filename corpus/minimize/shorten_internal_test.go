package minimize

import (
	"maps"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// Short words are different, are strings in YAML, and are not excluded.
func TestShortWords(t *testing.T) {
	excluded := map[string]bool{"a": true, "ab": true, "zz": true}
	for _, letters := range []string{nameLetters, stringLetters} {
		seen := maps.Clone(excluded)
		words := shortWords(20000, letters, excluded)
		for _, word := range words {
			if seen[word] || !yamldoc.IsPlain(word) {
				t.Errorf("the word %q", word)
			}
			seen[word] = true
		}
		longest := words[len(words)-1]
		if len(words) != 20000 || len(longest) != 4 || !slices.IsSortedFunc(words, func(a, b string) int { return len(a) - len(b) }) {
			t.Errorf("%d words, the last one is %s", len(words), longest)
		}
	}
}
