package typed_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/typed"
)

// Typed clients return objects without apiVersion and kind. A patch does not change these fields,
// whichever argument lacks them.
func TestObjectsWithoutType(t *testing.T) {
	with, without := shop(), shop()
	without.TypeMeta = TypeMeta{}
	halfway := shop()
	halfway.APIVersion = ""
	other := shop()
	other.TypeMeta = TypeMeta{Kind: "Other"}
	changed := shop()
	changed.TypeMeta, changed.Spec.Replicas = TypeMeta{}, 9
	const scaled = `{"spec":{"replicas":9}}`
	for _, test := range []struct {
		name                        string
		original, modified, current *app // current is nil for Diff
		want                        string
	}{
		{"Diff of live", without, with, nil, `{}`},
		{"Diff to live", with, without, nil, `{}`},
		{"Diff of a part", halfway, with, nil, `{}`},
		{"Diff with a change", with, changed, nil, scaled},
		{"Diff of another kind", other, with, nil, `{"apiVersion":"v1","kind":"App"}`},
		{"live", with, with, without, `{}`},
		{"original", without, with, with, `{}`},
		{"modified", with, without, with, `{}`},
		{"only original", with, without, without, `{}`},
		{"only modified", without, with, without, `{}`},
		{"only current", without, without, with, `{}`},
		{"none", without, without, without, `{}`},
		{"a change", with, changed, with, scaled},
		{"an original that is nil", nil, with, without, `{}`},
		{"a modified of an original that is nil", nil, without, with, `{}`},
	} {
		patch, err := typed.Diff(test.original, test.modified)
		if test.current != nil {
			patch, err = typed.ThreeWay(test.original, test.modified, test.current)
		}
		if err != nil || string(patch) != test.want {
			t.Errorf("%s: got %s, %v, want %s", test.name, patch, err, test.want)
		}
	}

	maps := typed.Engine[map[string]any]{Schema: smp.Schemaless}
	live := map[string]any{"metadata": map[string]any{"name": "a"}, "kind": nil}
	desired := map[string]any{"apiVersion": "v1", "kind": "A", "metadata": map[string]any{"name": "a"}}
	if patch, err := maps.Diff(live, desired, smp.DiffOptions{}); err != nil || string(patch) != `{}` {
		t.Errorf("maps: got %s, %v", patch, err)
	}
	if len(live) != 2 || live["kind"] != nil {
		t.Errorf("the map has changed to %v", live)
	}

	// In a reference, both fields are ordinary fields.
	type reference struct {
		APIVersion string `json:"apiVersion,omitempty"`
		Kind       string `json:"kind,omitempty"`
	}
	if patch, err := typed.Diff(reference{}, reference{"v1", "Pod"}); err != nil || string(patch) != `{"apiVersion":"v1","kind":"Pod"}` {
		t.Errorf("a reference: got %s, %v", patch, err)
	}
}

// A nil modified would mean to delete everything, so it is an error. Other arguments may be nil.
func TestNilArguments(t *testing.T) {
	const want = "modified: wrong-kind: the value is nil, so the patch would delete all fields; expected the wanted value"
	_, ofDiff := typed.Diff(shop(), nil)
	_, ofThreeWay := typed.ThreeWay(shop(), nil, shop())
	_, ofMaps := typed.Engine[map[string]any]{Schema: smp.Schemaless}.Diff(map[string]any{"a": 1}, nil, smp.DiffOptions{})
	_, ofObjects := typed.Engine[*object]{Schema: smp.Schemaless}.Diff(&object{}, nil, smp.DiffOptions{})
	for i, err := range []error{ofDiff, ofThreeWay, ofMaps, ofObjects} {
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.WrongType || err.Error() != want {
			t.Errorf("%d: got %v", i, err)
		}
	}

	created, err := typed.Diff(nil, shop())
	if err != nil {
		t.Fatal(err)
	}
	if made, err := typed.Apply[*app](nil, created); err != nil || asJSON(t, made) != asJSON(t, shop()) {
		t.Errorf("a nil original: got %s, %v", asJSON(t, made), err)
	}
	if patch, err := typed.ThreeWay(nil, shop(), shop()); err != nil || string(patch) != `{}` {
		t.Errorf("a nil original: got %s, %v", patch, err)
	}
	if patch, err := typed.ThreeWay(nil, shop(), nil); err != nil || !alike(t, string(patch), string(created)) {
		t.Errorf("a nil current: got %s, %v", patch, err)
	}
	if patch, err := typed.Patch[*app](nil); err != nil || string(patch) != `{}` {
		t.Errorf("Patch: got %s, %v", patch, err)
	}
	for _, layer := range []typed.Layer{{}, typed.Values[any]("nothing", nil)} {
		_, _, err := typed.Overlay(shop(), layer)
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.WrongType {
			t.Errorf("a layer without a value: got %v", err)
		}
	}
}
