package kubernetes

import (
	"cmp"
	"slices"
	"strings"
)

// A Kind is a Kubernetes kind. It consists of the apiVersion and the kind of an object.
type Kind struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
}

// String returns the apiVersion and the kind, such as apps/v1/Deployment.
func (k Kind) String() string { return k.APIVersion + "/" + k.Kind }

// Compare orders kinds by apiVersion, and then by kind.
func (k Kind) Compare(other Kind) int {
	return cmp.Or(strings.Compare(k.APIVersion, other.APIVersion), strings.Compare(k.Kind, other.Kind))
}

// Kinds returns all kinds in the table, sorted. The caller may change the slice.
func Kinds() []Kind {
	entries := load().entries
	kinds := make([]Kind, len(entries))
	for i := range entries {
		kinds[i] = entries[i].Kind
	}
	return kinds
}

// maxNearest is the largest number of results of Nearest. They must fit into one line of an error
// message.
const maxNearest = 5

// Nearest returns at most five kinds in the table with a name similar to kind, for error messages.
// The most similar kinds come first. These are kinds of the same name in other versions of the
// group and in other groups, and then kinds whose names differ in case, in a plural s, or in one or
// two letters, but in less than half of them. If the kind itself is in the table, it is the first result.
//
//	Nearest("v1", "Deploymnt") begins with apps/v1/Deployment
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

// maxNameDistance is the largest distance of similar names.
const maxNameDistance = 3

// nameDistance returns the distance of two names. It is 0 if name and written are equal, and 1 if
// they differ only in case or a plural s. If not, it is the edit distance plus one, and more than
// maxNameDistance if half of the letters differ. The argument lower is written in lower case.
func nameDistance(lower, name, written string) int {
	if name == written {
		return 0
	}
	name = strings.ToLower(name)
	if strings.TrimSuffix(lower, "s") == strings.TrimSuffix(name, "s") {
		return 1
	}
	edits := editDistance(lower, name)
	if 2*edits >= len(lower) {
		return 1 + maxNameDistance // Foo is not similar to Job
	}
	return 1 + edits
}

// editDistance returns the number of letters to change, add or remove to turn a into b. If the
// lengths differ by more than maxNameDistance, it returns maxNameDistance.
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
