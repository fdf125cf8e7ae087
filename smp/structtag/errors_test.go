package structtag_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

type (
	loop    *loop
	badWord struct {
		Spec struct {
			Lists map[string][]struct {
				Ports []link `json:"ports" patchStrategy:"merge,append" patchMergeKey:"name"`
			} `json:"lists"`
		} `json:"spec"`
	}
	blankKey struct {
		A []link `patchStrategy:"merge" patchMergeKey:"name, next"`
	}
)

func TestRejectedTypes(t *testing.T) {
	const here = `definitions["github.com/strategicpatch/smp/smp/structtag_test.`
	for _, test := range []struct {
		name       string
		of         reflect.Type
		path, want string
	}{
		{"nil", nil, ".", `expected a Go type, got nil`},
		{"pointers only", reflect.TypeFor[loop](), ".", `the Go type leads only to pointers; expected a struct, map, list or scalar`},
		{"channel", reflect.TypeFor[struct{ A []chan int }](), "properties.A.items", `encoding/json cannot write the Go type chan int`},
		{"function", reflect.TypeFor[map[string]func()](), "additionalProperties", `encoding/json cannot write the Go type func()`},
		{"complex", reflect.TypeFor[complex64](), ".", `encoding/json cannot write the Go type complex64`},
		{"map key", reflect.TypeFor[struct {
			A map[float64]int `json:"a"`
		}](), "properties.a", `encoding/json cannot write a map with keys of the Go type float64`},
		{"methods that panic", reflect.TypeFor[[]embeddedNil](), "items", `the schema methods of the Go type structtag_test.embeddedNil panic on its zero value`},
		{"unknown word", reflect.TypeFor[badWord](), here + `badWord"].properties.spec.properties.lists.additionalProperties.items.properties.ports`, `patchStrategy has the unknown word "append"; expected merge, replace or retainKeys`},
		{"white space", reflect.TypeFor[struct {
			A []int `patchStrategy:"merge, retainKeys"`
		}](), "properties.A", `patchStrategy has the unknown word " retainKeys"; expected merge, replace or retainKeys`},
		{"empty word", reflect.TypeFor[struct {
			A []int `patchStrategy:"merge|"`
		}](), "properties.A", `patchStrategy has the unknown word ""; expected merge, replace or retainKeys`},
		{"unknown word on a scalar", reflect.TypeFor[struct {
			A int `patchStrategy:"Merge"`
		}](), "properties.A", `patchStrategy has the unknown word "Merge"; expected merge, replace or retainKeys`},
		{"merge and replace", reflect.TypeFor[struct {
			A []int `patchStrategy:"replace,retainKeys,merge"`
		}](), "properties.A", `patchStrategy has both merge and replace; remove one of them`},
		{"no merge key", reflect.TypeFor[struct {
			A []link `patchStrategy:"merge"`
		}](), "properties.A", `a list of maps with strategy merge requires a merge key`},
		{"key of scalars", reflect.TypeFor[struct {
			A []int `patchStrategy:"merge" patchMergeKey:"x"`
		}](), "properties.A", `a merge key requires a list of maps, got a list of scalars`},
		{"unknown key", reflect.TypeFor[struct {
			A []link `patchStrategy:"merge" patchMergeKey:"Name"`
		}](), "properties.A", `merge key "Name" is not a field of the elements`},
		{"blank in key", reflect.TypeFor[blankKey](), here + `blankKey"].properties.A`, `invalid merge key " next"; expected a name without white space and commas`},
		{"list of lists", reflect.TypeFor[struct {
			A []forest `patchStrategy:"merge"`
		}](), "properties.A", `a list of lists cannot have strategy merge (rule no-nested-lists)`},
		{"recommended without key", reflect.TypeFor[struct {
			A []link `patchStrategy:"merge" recommendedPatchMergeKey:"name"`
		}](), "properties.A", `recommended keys and map keys require a merge key`},
		{"recommended do not begin with key", reflect.TypeFor[struct {
			A []pair[int] `patchStrategy:"merge" patchMergeKey:"left" recommendedPatchMergeKey:"right,left"`
		}](), "properties.A", `the recommended keys must begin with the merge key (rule keys-recommended)`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := structtag.OfType(test.of)
			var e *smp.Error
			if !errors.As(fmt.Errorf("read: %w", err), &e) {
				t.Fatalf("got %v, want an *smp.Error", err)
			}
			if e.Code != smp.InvalidSchema || e.Document != "schema" || e.Path.String() != test.path || e.Cause.Error() != test.want {
				t.Errorf("got  %v\nwant %s: %s", e, test.path, test.want)
			}
			if !s.Equal(smp.Schema{}) {
				t.Error("a schema came with the error")
			}
		})
	}
}
