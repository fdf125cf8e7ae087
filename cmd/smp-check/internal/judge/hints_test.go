package judge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Only the first unknown fields of a document have suggestions, because the search for them takes time.
func TestHintsAreLimited(t *testing.T) {
	s := kubernetes.MustLookup("apps/v1", "Deployment")
	for _, name := range []string{"imag%s", "containers%.0s"} { // misspelled, and misplaced
		suggested := 0
		var entries []string
		for i := range 3 * maxHints {
			entries = append(entries, fmt.Sprintf(`{"`+name+`":1}`, strings.Repeat("s", i%2*2)))
		}
		patch := model.MustParse(`{"spec":{"template":{"spec":{"containers":[` + strings.Join(entries, ",") + `]}}}}`)
		for _, slip := range Patch(s, engine.Engine{}, load.Document{Value: patch}, Target{}) {
			if slip.Remedy != "" {
				suggested++
			}
		}
		if suggested == 0 || suggested > maxHints {
			t.Errorf("%s: %d suggestions, the limit is %d", name, suggested, maxHints)
		}
	}
}
