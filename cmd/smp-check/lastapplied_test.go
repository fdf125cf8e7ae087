package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
)

// For any content of the annotation, the command prints a patch, conflicts, or one error that
// names the annotation.
func TestDamagedAnnotation(t *testing.T) {
	source := rand.New(rand.NewPCG(5, 6))
	const (
		manifest = `{"apiVersion":"v1","kind":"Service","metadata":{"name":"dns"},"spec":{"ports":[{"port":53,"protocol":"UDP"}]}}`
		modified = "testdata/example/service.yaml"
	)
	statuses := map[int]int{}
	for range 400 {
		text, err := json.Marshal(damage(source, manifest))
		if err != nil {
			t.Fatal(err)
		}
		live := `{"spec":{},"metadata":{"annotations":{"` + patches.LastApplied + `":` + string(text) + `}}}`
		var stdout, stderr strings.Builder
		status := execute([]string{"threeway", "--conflicts", "--schemaless", modified, "-"}, strings.NewReader(live), &stdout, &stderr)
		statuses[status]++
		answered := status == exitDone && stdout.Len() > 0 && stderr.Len() == 0
		refused := stdout.Len() == 0 && strings.HasPrefix(stderr.String(), "smp-check: ") &&
			(status == exitNo || strings.Contains(stderr.String(), patches.LastApplied))
		if !answered && !refused {
			t.Fatalf("exit status %d, stdout %q, stderr %q, for\n%s", status, &stdout, &stderr, text)
		}
	}
	if statuses[exitDone]+statuses[exitNo] == 0 || statuses[exitBad] == 0 {
		t.Errorf("runs by exit status: %v", statuses)
	}
}
