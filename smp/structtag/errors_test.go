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
		name   string
		of     reflect.Type
		path   string
		reason string
	}{
		{"nil", nil, ".", "there is no type to read"},
		{"pointers only", reflect.TypeFor[loop](), ".", "a pointer to itself never ends"},
		{"channel", reflect.TypeFor[struct{ A []chan int }](), "properties.A.items", "encoding/json cannot write it"},
		{"function", reflect.TypeFor[map[string]func()](), "additionalProperties", "encoding/json cannot write it"},
		{"complex", reflect.TypeFor[complex64](), ".", "encoding/json cannot write it"},
		{"map key", reflect.TypeFor[struct {
			A map[float64]int `json:"a"`
		}](), "properties.a", "encoding/json cannot write it"},
		{"methods that panic", reflect.TypeFor[[]embeddedNil](), "items", "a promoted method of a nil pointer"},
		{"unknown word", reflect.TypeFor[badWord](), here + `badWord"].properties.spec.properties.lists.additionalProperties.items.properties.ports`, "append is no strategy"},
		{"white space", reflect.TypeFor[struct {
			A []int `patchStrategy:"merge, retainKeys"`
		}](), "properties.A", "words stand without white space"},
		{"empty word", reflect.TypeFor[struct {
			A []int `patchStrategy:"merge|"`
		}](), "properties.A", "a bar separates two words"},
		{"unknown word on a scalar", reflect.TypeFor[struct {
			A int `patchStrategy:"Merge"`
		}](), "properties.A", "words are lower case, on ignored tags too"},
		{"merge and replace", reflect.TypeFor[struct {
			A []int `patchStrategy:"replace,retainKeys,merge"`
		}](), "properties.A", "a list either merges or is replaced"},
		{"no merge key", reflect.TypeFor[struct {
			A []link `patchStrategy:"merge"`
		}](), "properties.A", "a merging list of maps has a key"},
		{"key of scalars", reflect.TypeFor[struct {
			A []int `patchStrategy:"merge" patchMergeKey:"x"`
		}](), "properties.A", "scalars have no fields"},
		{"unknown key", reflect.TypeFor[struct {
			A []link `patchStrategy:"merge" patchMergeKey:"Name"`
		}](), "properties.A", "names match exactly"},
		{"blank in key", reflect.TypeFor[blankKey](), here + `blankKey"].properties.A`, "keys stand without white space"},
		{"list of lists", reflect.TypeFor[struct {
			A []forest `patchStrategy:"merge"`
		}](), "properties.A", "lists of lists do not merge"},
		{"recommended without key", reflect.TypeFor[struct {
			A []link `patchStrategy:"merge" recommendedPatchMergeKey:"name"`
		}](), "properties.A", "recommended keys extend a merge key"},
		{"recommended do not begin with key", reflect.TypeFor[struct {
			A []pair[int] `patchStrategy:"merge" patchMergeKey:"left" recommendedPatchMergeKey:"right,left"`
		}](), "properties.A", "the default key comes first"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := structtag.OfType(test.of)
			var e *smp.Error
			if !errors.As(fmt.Errorf("read: %w", err), &e) {
				t.Fatalf("%s: error %v", test.reason, err)
			}
			if e.Code != smp.InvalidSchema || e.Document != "schema" || e.Path.String() != test.path {
				t.Errorf("%s: %s of %s at %s, want it at %s", test.reason, e.Code, e.Document, e.Path, test.path)
			}
			if !s.Equal(smp.Schema{}) {
				t.Error("a schema came with the error")
			}
		})
	}
}
