package typed_test

import (
	"math/big"
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/typed"
)

// A layer does not change with the memory that it was made of. spoil changes everything that a
// layer was made of, also unexported memory of its types.
func TestLayersKeepNoMemory(t *testing.T) {
	type numbers struct {
		Big   *big.Int       `json:"big,omitempty"`
		Small []int          `json:"small,omitempty"`
		Names map[string]any `json:"names,omitempty"`
		Ports []rule         `json:"ports,omitempty" patchStrategy:"merge" patchMergeKey:"port"`
		Self  *numbers       `json:"self,omitempty"`
	}
	made := func() *numbers {
		return &numbers{big.NewInt(1), []int{1}, map[string]any{"a": []any{int64(1)}}, []rule{{0, "x"}}, &numbers{Small: []int{1}}}
	}
	spoil := func(n *numbers) {
		n.Big.SetInt64(2)
		n.Small[0], n.Self.Small[0] = 2, 2
		n.Names["a"].([]any)[0], n.Names["b"] = int64(2), int64(2)
		n.Ports[0] = rule{2, "y"}
		n.Self.Names = n.Names
	}
	for _, test := range []struct {
		name  string
		layer func() (layer typed.Layer, spoil func())
	}{
		{"Raw", func() (typed.Layer, func()) {
			patch := []byte(`{"small":[1]}`)
			return typed.Raw("x", patch), func() { copy(patch, `{"small":[2]}`) }
		}},
		{"Values of a pointer", func() (typed.Layer, func()) {
			n := made()
			return typed.Values("x", n), func() { spoil(n) }
		}},
		{"Values of a struct", func() (typed.Layer, func()) {
			n := made()
			return typed.Values("x", *n), func() { spoil(n) }
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			layer, _ := test.layer()
			want, _, err := typed.Overlay(new(numbers), layer)
			if err != nil {
				t.Fatal(err)
			}
			layer, spoil := test.layer()
			spoil()
			if got, _, err := typed.Overlay(new(numbers), layer); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, %v, want %+v", got, err, want)
			}
		})
	}

	m := map[string]any{"a": []any{int64(1)}}
	layer := typed.Values("x", m)
	m["a"].([]any)[0], m["b"] = int64(2), int64(2)
	e := typed.Engine[map[string]any]{Schema: smp.Schemaless}
	got, _, err := e.Overlay(map[string]any{}, layer)
	if want := map[string]any{"a": []any{int64(1)}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Values of a map: got %v, %v, want %v", got, err, want)
	}
}
