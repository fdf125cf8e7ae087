package load

import (
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
)

// MatchVersions is like [Stream.Match], but also matches a document of s with the same object in
// another version, if other contains only one such document.
func (s Stream) MatchVersions(other Stream) ([]int, error) {
	matches, err := s.Match(other)
	if err != nil {
		return nil, err
	}
	ids, own, taken, byName := other.identities(), s.identities(), map[int]bool{}, map[string][]int{}
	for _, j := range matches {
		taken[j] = true
	}
	for j, id := range ids {
		byName[id.Name] = append(byName[id.Name], j)
	}
	for i, j := range matches {
		if j >= 0 || own[i].Name == "" {
			continue
		}
		var found []int
		for _, k := range byName[own[i].Name] {
			id := *ids[k]
			if taken[k] || !kinds.Same(own[i].Kind, id.Kind) {
				continue
			}
			if id.Kind = own[i].Kind; id.fits(*own[i]) {
				found = append(found, k)
			}
		}
		if len(found) == 1 {
			matches[i], taken[found[0]] = found[0], true
		}
	}
	return matches, nil
}
