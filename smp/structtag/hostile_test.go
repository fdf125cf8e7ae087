package structtag_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

type (
	// PromotedLists is embedded by pointer and embeds another struct by pointer.
	PromotedLists struct {
		Ports []link `json:"ports" patchStrategy:"merge" patchMergeKey:"name"`
		*PromotedMore
	}
	PromotedMore struct {
		Names  []string       `json:"names" patchStrategy:"merge"`
		Labels map[string]int `json:"labels" patchStrategy:"replace"`
	}
	promoting struct {
		*PromotedLists
	}
)

// The fields of a struct that is embedded by pointer keep their strategies.
func TestPromotedFieldsMerge(t *testing.T) {
	s, err := structtag.Of[promoting]()
	if err != nil {
		t.Fatal(err)
	}
	got, err := smp.Apply(s,
		model.MustParse(`{"ports":[{"name":"a"},{"name":"b"}],"names":["x"],"labels":{"a":1}}`),
		model.MustParse(`{"ports":[{"name":"b","next":{"name":"c"}}],"names":["y"],"labels":{"b":2}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"ports":[{"name":"a"},{"name":"b","next":{"name":"c"}}],"names":["x","y"],"labels":{"b":2}}`
	if !model.Equal(got, model.MustParse(want)) {
		t.Errorf("got %s, want %s", got.JSON(), want)
	}
}

// A merge key that is a map or a list is rejected, for every tag and every type of such a field.
func TestMergeKeysThatNameNoScalar(t *testing.T) {
	type element struct {
		Scalar  string         `json:"scalar"`
		Struct  link           `json:"struct"`
		Pointer **link         `json:"pointer"`
		Map     map[string]int `json:"map"`
		List    []int          `json:"list"`
		Named   forest         `json:"named"`
	}
	for _, key := range []string{"struct", "pointer", "map", "list", "named"} {
		for _, tag := range []string{
			`json:"l" patchStrategy:"merge" patchMergeKey:"` + key + `"`,
			`json:"l" patchStrategy:"merge" patchMergeKey:"scalar,` + key + `"`,
			`json:"l" patchStrategy:"merge" patchMergeKey:"scalar" recommendedPatchMergeKey:"scalar,` + key + `"`,
		} {
			list := reflect.StructOf([]reflect.StructField{{
				Name: "L", Type: reflect.TypeFor[[]element](), Tag: reflect.StructTag(tag),
			}})
			var e *smp.Error
			if _, err := structtag.OfType(list); !errors.As(err, &e) || e.Code != smp.InvalidSchema || e.Path.String() != "properties.l" {
				t.Errorf("%s: error %v", tag, err)
			}
		}
	}
}

// The work is linear in the number of fields.
func TestManyFields(t *testing.T) {
	wide := func(n int) reflect.Type {
		fields := make([]reflect.StructField, n)
		for i := range fields {
			fields[i] = reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[[]link](),
				Tag: `patchStrategy:"merge" patchMergeKey:"name"`}
		}
		return reflect.StructOf(fields)
	}
	work := func(n int) float64 {
		typ := wide(n)
		return testing.AllocsPerRun(2, func() {
			if _, err := structtag.OfType(typ); err != nil {
				t.Fatal(err)
			}
		})
	}
	if small, big := work(300), work(600); big > 2.4*small {
		t.Errorf("%v allocations, %v for twice the fields", small, big)
	}
}
