package explain

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// The time that an explanation of many unclear elements takes grows with them, not with
// their square: eight times as many take much less than 64 times as long.
func TestManyUnclearElements(t *testing.T) {
	s := kubernetes.MustLookup("v1", "Service")
	takes := func(n int) time.Duration {
		var ports, patches []string
		for i := range n {
			patches = append(patches, fmt.Sprintf(`{"port":%d,"targetPort":1}`, i))
			for _, protocol := range []string{"UDP", "TCP"} {
				ports = append(ports, fmt.Sprintf(`{"port":%d,"protocol":%q}`, i, protocol))
			}
		}
		document := func(ports []string) model.Value {
			return model.MustParse(`{"spec":{"ports":[` + strings.Join(ports, ",") + `]}}`)
		}
		best := time.Hour
		for range 3 {
			began := time.Now()
			x, err := New(smp.Engine{}, s, document(ports), document(patches))
			if err != nil || len(x.unclear.paths) != n {
				t.Fatalf("%d unclear elements, %v; want %d", len(x.unclear.paths), err, n)
			}
			if _, err := x.Html("a", "b", document(patches), nil); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(began))
		}
		return best
	}
	if small, large := takes(500), takes(4000); large > 30*small {
		t.Errorf("%v for 500 elements, %v for 4000", small, large)
	}
}
