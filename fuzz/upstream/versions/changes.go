package versions

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/upstream/kinds"
)

// A kindChange is a kind that the newest release lacks or does not serve.
type kindChange struct {
	kind string
	// last is the last release that declares the kind. It is empty if the newest release
	// declares it.
	last string
	// removed is the minor version since which servers do not serve the kind.
	removed string
}

// A placeChange is a field that merges differently since a release.
type placeChange struct{ release, place, before, after string }

// kindChanges returns the kinds that the newest release no longer declares, and those that it
// declares but does not serve. Lists of kinds are left out.
func kindChanges(releases []string, lists []kinds.List) (gone, unserved []kindChange) {
	newest := lists[len(lists)-1].Removed
	seen := map[string]bool{}
	for i := len(lists) - 2; i >= 0; i-- {
		for _, kind := range slices.Sorted(maps.Keys(lists[i].Removed)) {
			if _, still := newest[kind]; !still && !seen[kind] && !isList(kind, lists[i].Removed) {
				gone = append(gone, kindChange{kind, releases[i], lists[i].Removed[kind]})
			}
			seen[kind] = true
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(newest)) {
		if removed := newest[kind]; removed != "" && !isList(kind, newest) && minor(removed) <= minor(releases[len(releases)-1]) {
			unserved = append(unserved, kindChange{kind: kind, removed: removed})
		}
	}
	return gone, unserved
}

// isList reports whether a kind is the list of another kind.
func isList(kind string, all map[string]string) bool {
	_, ok := all[strings.TrimSuffix(kind, "List")]
	return ok && strings.HasSuffix(kind, "List")
}

// minor returns the minor version, such as 37 for v0.37.2, v1.37.2 or 1.37.
func minor(version string) int {
	var major, n int
	if _, err := fmt.Sscanf(strings.TrimPrefix(version, "v"), "%d.%d", &major, &n); err != nil {
		panic("no version: " + version)
	}
	return n
}

// placeChanges returns the fields that exist in two neighboring releases and merge
// differently in the later one.
func placeChanges(releases []string, lists []kinds.List) []placeChange {
	var changes []placeChange
	for i := range lists[1:] {
		for _, place := range slices.Sorted(maps.Keys(lists[i].Places)) {
			before := lists[i].Places[place]
			if after, ok := lists[i+1].Places[place]; ok && after != before {
				changes = append(changes, placeChange{releases[i+1], place, before, after})
			}
		}
	}
	return changes
}
