package explain

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// The time to explain many elements with the same key is linear in their number.
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
	const most = 1.3 // 1 to 1.1 is measured; a linear search for each element gives 1.4
	cputime.CheckGrowth(t, 250, most, func(n int) func() {
		var ports, patches []string
		for i := range n {
			patches = append(patches, fmt.Sprintf(patch, i))
			ports = append(ports, fmt.Sprintf(port, i))
		}
		document := func(ports []string) model.Value {
			return model.MustParse(`{"spec":{"ports":[` + strings.Join(ports, ",") + `]}}`)
		}
		return func() {
			x, err := New(engine.Engine{}, s, document(ports), document(patches))
			if err != nil || unclear && len(x.unclear.paths) != n {
				t.Fatalf("%d unclear elements, %v; want %d", len(x.unclear.paths), err, n)
			}
			if _, err := x.Html("a", "b", document(patches), nil); err != nil {
				t.Fatal(err)
			}
		}
	})
}
