package load

import (
	"strings"

	"github.com/strategicpatch/smp/model"
)

// Meant returns a suggestion such as "; did you mean replicas?" if one of the names is
// similar to the written one, and an empty string if none is.
func Meant(written string, names []string) string {
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
	best, found := len(base)/3+1, ""
	for _, name := range names {
		if max(len(base), len(name)) > longestSimilar {
			continue
		}
		d := editDistance(strings.ToLower(base), strings.ToLower(name))
		if d < best {
			best, found = d, name
		}
	}
	if found != "" && hasField {
		found += "/" + rest
	}
	return found
}

// editDistance returns the edit distance of two names: the minimal number of letters to add,
// remove, replace, or swap with the next letter.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range b {
		rows[0][j+1] = j + 1
	}
	for i := range len(a) {
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(rows[i][j]+cost, rows[i][j+1]+1, rows[i+1][j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, rows[i-1][j-1]+1)
			}
			rows[i+1][j+1] = d
		}
	}
	return rows[len(a)][len(b)]
}
