package schemas

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/smp/openapi"
)

// At most maxFaults faults of a definition are reported.
func TestFaultsOfDefinition(t *testing.T) {
	for _, n := range []int{0, 2, maxFaults, maxFaults + 1} {
		var text strings.Builder
		text.WriteString(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: meshes.example.com}
spec:
  group: example.com
  names: {kind: Mesh, plural: meshes}
  versions:
  - name: v1
    served: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          ok: {type: string}
`)
		for i := range n {
			fmt.Fprintf(&text, "          f%03d: {type: array, x-kubernetes-list-type: mapp, items: {type: string}}\n", i)
		}
		d, err := load.OnlyDocument("f", []byte(text.String()), false)
		if err != nil {
			t.Fatal(err)
		}
		definition, err := openapi.ReadCRD(d.Value)
		if err != nil {
			t.Fatal(err)
		}
		found := crdFile{"f", definition, d}.faults("v1")
		if len(found) != min(n, maxFaults) {
			t.Fatalf("%d faults are reported, want %d", len(found), min(n, maxFaults))
		}
		for i, e := range found {
			if line, _ := d.Position(e.Path); line != 15+i {
				t.Errorf("fault %d is in line %d: %v", i, line, e)
			}
		}
	}
}
