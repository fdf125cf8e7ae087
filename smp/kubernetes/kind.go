package kubernetes

import (
	"cmp"
	"slices"
	"strings"
)

// A Kind is a Kubernetes kind: the apiVersion and the kind of an object.
type Kind struct {
	APIVersion string
	Kind       string
}

// String returns apps/v1/Deployment.
func (k Kind) String() string { return k.APIVersion + "/" + k.Kind }

// Compare orders kinds by apiVersion, then by kind.
func (k Kind) Compare(other Kind) int {
	return cmp.Or(strings.Compare(k.APIVersion, other.APIVersion), strings.Compare(k.Kind, other.Kind))
}

// Kinds returns every kind in the table, sorted. The slice is the caller's.
func Kinds() []Kind {
	entries := load().entries
	kinds := make([]Kind, len(entries))
	for i := range entries {
		kinds[i] = entries[i].Kind
	}
	return kinds
}

// maxNearest bounds what Nearest returns, for one line of an error message.
const maxNearest = 5

// Nearest returns at most five kinds of the table with a similar name, for error messages,
// the most similar first: the kind in other versions of its group, then in other groups,
// then kinds whose name differs in case, by a plural s, or by one or two letters. A kind
// of the table is the first result itself.
func Nearest(apiVersion, kind string) []Kind {
	type near struct {
		Kind
		distance int
	}
	group, _, _ := strings.Cut(apiVersion, "/")
	wanted := strings.ToLower(kind)
	var found []near
	for _, k := range Kinds() {
		d := 2 * nameDistance(wanted, k.Kind, kind)
		if d > 2*maxNameDistance {
			continue
		}
		if g, _, _ := strings.Cut(k.APIVersion, "/"); g != group {
			d++
		}
		if k == (Kind{apiVersion, kind}) {
			d = -1
		}
		found = append(found, near{k, d})
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	var kinds []Kind
	for _, n := range found[:min(len(found), maxNearest)] {
		kinds = append(kinds, n.Kind)
	}
	return kinds
}

// maxNameDistance is how far apart names may be to be near.
const maxNameDistance = 3

// nameDistance returns 0 when name is spelled as written, 1 when only case or
// a plural s tells them apart, else one more than the letters that differ.
func nameDistance(lower, name, written string) int {
	if name == written {
		return 0
	}
	name = strings.ToLower(name)
	if strings.TrimSuffix(lower, "s") == strings.TrimSuffix(name, "s") {
		return 1
	}
	return 1 + editDistance(lower, name)
}

// editDistance returns how many letters have to be changed, added or removed
// to turn a into b, or maxNameDistance when the lengths alone say too many.
func editDistance(a, b string) int {
	if len(a)-len(b) > maxNameDistance || len(b)-len(a) > maxNameDistance {
		return maxNameDistance
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(replaced, above+1, row[j]+1)
			diagonal = above
		}
	}
	return row[len(b)]
}
