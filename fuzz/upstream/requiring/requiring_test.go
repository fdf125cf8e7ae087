package requiring

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// If a program requires this module, the versions of its other modules and its go line stay
// the same.
func TestVersionsAreKept(t *testing.T) {
	for _, release := range Releases[:2] {
		row, err := Try(context.Background(), release, false)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(row.Go, "1.23.") && !strings.HasPrefix(row.Go, "1.24.") {
			t.Errorf("the program at %s has the go line %s", release, row.Go)
		}
		if raised := append(row.Raised, row.RaisedInUse...); len(raised) > 0 {
			t.Errorf("a program at Kubernetes %s needs other versions: %s", release, strings.Join(raised, ", "))
		}
	}
}

func TestChanged(t *testing.T) {
	before := map[string]string{"program.example": "go1.23.0", "a": "v1.0.0", "b": "v1.0.0"}
	after := map[string]string{"program.example": "go1.25.0", "a": "v1.0.0", "b": "v1.1.0", "c": "v1.0.0"}
	if got := changed(before, after); !slices.Equal(got, []string{"b v1.0.0 → v1.1.0", "program.example go1.23.0 → go1.25.0"}) {
		t.Errorf("got %q", got)
	}
}
