package explain

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// The time to explain many elements with the same key is linear: eight times as many take
// much less than 64 times as long. The test measures processor time, which does not depend on
// other processes.
func TestManyElementsWithOneKey(t *testing.T) {
	for _, test := range []struct {
		name, ports, patch string
		unclear            bool
	}{
		{"merged in pairs", `{"port":%d,"protocol":"UDP"},{"port":%[1]d,"protocol":"TCP"}`, `{"port":%d,"targetPort":1}`, true},
		{"deleted in pairs", `{"port":%d,"protocol":"UDP"},{"port":%[1]d,"protocol":"TCP"}`, `{"port":%d,"$patch":"delete"}`, false},
		{"all merged", `{"port":53,"protocol":"UDP","targetPort":%d}`, `{"port":53,"targetPort":%d}`, false},
	} {
		t.Run(test.name, func(t *testing.T) { growsLinearly(t, test.ports, test.patch, test.unclear) })
	}
}

func growsLinearly(t *testing.T, port, patch string, unclear bool) {
	s := kubernetes.MustLookup("v1", "Service")
	takes := func(n int) time.Duration {
		var ports, patches []string
		for i := range n {
			patches = append(patches, fmt.Sprintf(patch, i))
			ports = append(ports, fmt.Sprintf(port, i))
		}
		document := func(ports []string) model.Value {
			return model.MustParse(`{"spec":{"ports":[` + strings.Join(ports, ",") + `]}}`)
		}
		best := time.Hour
		for range 2 {
			began := cputime.Used()
			x, err := New(engine.Engine{}, s, document(ports), document(patches))
			if err != nil || unclear && len(x.unclear.paths) != n {
				t.Fatalf("%d unclear elements, %v; want %d", len(x.unclear.paths), err, n)
			}
			if _, err := x.Html("a", "b", document(patches), nil); err != nil {
				t.Fatal(err)
			}
			best = min(best, cputime.Used()-began)
		}
		return best
	}
	small, large := takes(500), takes(4000)
	if large > 16*small {
		t.Errorf("%v for 500 elements, %v for 4000", small, large)
	}
}
