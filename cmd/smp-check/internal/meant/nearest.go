package meant

import (
	"strings"

	"github.com/strategicpatch/smp/model"
)

// Suggestion returns a suggestion such as "; did you mean replicas?" if one of the names is
// similar to the written one, and an empty string if none is.
func Suggestion(written string, names []string) string {
	if name := Nearest(written, names); name != "" {
		return "; did you mean " + model.Shorten(name) + "?"
	}
	return ""
}

// longestSimilar is the length of the longest names for which Nearest has suggestions. The time of
// a comparison grows with the square of the length.
const longestSimilar = 253

// Nearest returns the name that is most similar to the written one, or an empty string if
// none is similar. Names are similar if at most a third of the letters differ.
func Nearest(written string, names []string) string {
	base, rest, hasField := strings.Cut(written, "/")
	best, found, lower := len(base)/3+1, "", strings.ToLower(base)
	for _, name := range names {
		other := strings.ToLower(name)
		if max(len(lower), len(other)) > longestSimilar {
			continue
		}
		if max(len(lower)-len(other), len(other)-len(lower)) >= best {
			continue // their distance is at least as large
		}
		if d := editDistance(lower, other, best); d < best {
			best, found = d, name
		}
	}
	if found != "" && hasField {
		found += "/" + rest
	}
	return found
}

// editDistance returns the edit distance of two names: the minimal number of letters to add,
// remove, replace, or swap with the next letter. It returns enough or more if the distance is
// not less than enough.
func editDistance(a, b string, enough int) int {
	// The rows of the distances of the beginnings of a, for each beginning of b.
	n := len(b) + 1
	rows := make([]int, 3*n)
	before, last, next := rows[:n], rows[n:2*n], rows[2*n:]
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		least := next[0]
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(last[j]+cost, last[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			next[j+1] = d
			least = min(least, d)
		}
		if least >= enough {
			return enough // no later row has less, even after a swap: the row before has at least enough-1
		}
		before, last, next = last, next, before
	}
	return last[len(b)]
}
