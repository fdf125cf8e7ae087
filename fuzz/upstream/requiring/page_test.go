package requiring

import (
	"os"
	"strings"
	"testing"
)

// The page has a row for each release, and no row with another version.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../KUBERNETES.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, release := range Releases {
		found := false
		for _, line := range strings.Split(string(page), "\n") {
			found = found || strings.Contains(line, "| "+release+" |") && strings.HasSuffix(line, "| yes | none | none |")
		}
		if !found {
			t.Errorf("the page has no row for %s that builds and raises nothing: run .ci/long embedders", release)
		}
	}
}
