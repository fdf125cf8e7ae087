package load

import "strings"

// Meant returns a suggestion such as "; did you mean replicas?" if one of the names is similar
// to written. Otherwise it returns an empty string.
func Meant(written string, names []string) string {
	if name := Nearest(written, names); name != "" {
		return "; did you mean " + name + "?"
	}
	return ""
}

// Nearest returns the name most similar to written, or an empty string if none is similar. At
// most a third of the letters may differ.
func Nearest(written string, names []string) string {
	base, rest, hasField := strings.Cut(written, "/")
	best, found := len(base)/3+1, ""
	for _, name := range names {
		d := letters(strings.ToLower(base), strings.ToLower(name))
		if d < best {
			best, found = d, name
		}
	}
	if found != "" && hasField {
		found += "/" + rest
	}
	return found
}

// letters returns the edit distance of two names: the number of letters to add, remove,
// replace, or swap with the next one.
func letters(a, b string) int {
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
