package yamldoc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAlign compares texts of words. The common words are marked with their runs: their place in
// the first text, in the second text, and their number.
func TestAlign(t *testing.T) {
	for _, test := range []struct {
		before, after string
		depth         int
		want          string
	}{
		{"a b c", "a b c", 1, "[{0 0 3}]"},
		{"a b c", "a x c", 1, "[{0 0 1} {2 2 1}]"},
		{"a b c", "x b z", 1, "[{1 1 1}]"},
		{"a b", "c d", 1, "[]"},
		{"a b", "a", 1, "[{0 0 1}]"},
		{"a b", "b", 1, "[{1 0 1}]"},
		{"a", "a b", 1, "[{0 0 1}]"},
		{"", "a", 1, "[]"},
		{"a", "", 1, "[]"},
		{"a a", "a a a", 1, "[{0 0 2}]"},
		{"x k y", "1 k 2", 0, "[]"},                                          // not deeper than allowed
		{"x k y l z", "1 k 2 l 3", 1, "[{1 1 1} {3 3 1}]"},                   // two words in the same order
		{"x l y k z", "1 k 2 l 3", 1, "[{3 1 1}]"},                           // two words in another order
		{"x a y b z c w", "1 c 2 a 3 b 4", 1, "[{1 3 1} {3 5 1}]"},           // the longest sequence
		{"x c y a z b w", "1 a 2 b 3 c 4", 1, "[{3 1 1} {5 3 1}]"},           // the longest sequence
		{"x k y k z", "1 k 2", 1, "[]"},                                      // twice before
		{"x k y", "1 k 2 k 3", 1, "[]"},                                      // twice after
		{"x k y k z k w", "1 k 2", 1, "[]"},                                  // three times before
		{"x k y", "1 k 2 k 3 k 4", 1, "[]"},                                  // three times after
		{"x k m y", "1 k m 2", 1, "[{1 1 1} {2 2 1}]"},                       // next to each other
		{"x k r y r m z", "1 k 2 r 3 m 4", 1, "[{1 1 1} {5 5 1}]"},           // r is twice in the text before
		{"x r k y r z", "1 r k 2", 1, "[{1 1 2}]"},                           // r is next to k
		{"x r y k z r w", "1 r 2 k 3", 1, "[{3 3 1}]"},                       // r would be found one level deeper
		{"x r y k z r w", "1 r 2 k 3", 2, "[{1 1 1} {3 3 1}]"},               // r is once in the part before k
		{"x r y k z r w", "1 k 3 r 4", 1, "[{3 1 1}]"},                       // r would be found one level deeper
		{"x r y k z r w", "1 k 3 r 4", 2, "[{3 1 1} {5 3 1}]"},               // r is once in the part after k
		{"x s y r z s w k v r u s", "1 s 2 r 3 k 4", 2, "[{3 3 1} {7 5 1}]"}, // s would be found two levels deeper
		{"x s y r z s w k v r u s", "1 s 2 r 3 k 4", 3, "[{1 1 1} {3 3 1} {7 5 1}]"},
	} {
		before, after := strings.Fields(test.before), strings.Fields(test.after)
		found := alignAt(nil, before, after, wordRun{}, test.depth)
		if got := fmt.Sprint(found); got != test.want {
			t.Errorf("%s and %s at depth %d: %s, want %s", test.before, test.after, test.depth, got, test.want)
		}
		for _, r := range found {
			if !slices.Equal(before[r.before:r.before+r.n], after[r.after:r.after+r.n]) {
				t.Errorf("%s and %s: different words at %v", test.before, test.after, r)
			}
		}
	}
}
