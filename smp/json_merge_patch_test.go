package smp_test

import (
	"errors"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// applyMergePatch is the algorithm of RFC 7386, section 2.
func applyMergePatch(t *testing.T, target, patch model.Value) model.Value {
	t.Helper()
	if patch.Type() != model.Map {
		return patch
	}
	if target.Type() != model.Map {
		target = model.MustParse("{}")
	}
	for name, value := range patch.Members() {
		var change model.Value
		if value.Type() != model.Null {
			have, _ := target.Get(name)
			change = applyMergePatch(t, have, value)
		}
		var err error
		if target, err = target.WithMembers(model.Member{Name: name, Value: change}); err != nil {
			t.Fatal(err)
		}
	}
	return target
}

func TestAsMergePatch(t *testing.T) {
	documents := []string{
		`{}`, `{"a":1}`, `{"a":1.0,"b":2}`, `{"a":{"b":1}}`, `{"a":{"b":1,"c":{"d":[1,{"e":null}]}}}`,
		`{"a":{"c":{}}}`, `{"a":[]}`, `{"a":null}`, `{"a":{"b":null}}`, `{"b":{"x":{"y":"z"}}}`, `{"a":"{}"}`,
	}
	for _, from := range documents {
		for _, to := range documents {
			original, result := model.MustParse(from), model.MustParse(to)
			patch, err := smp.AsMergePatch(original, result)
			var e *smp.Error
			if errors.As(err, &e) {
				// The only reason is a null that the patch would have to set.
				if v, ok := e.Path.Lookup(result); e.Code != smp.NotRepresentable || !ok || v.Type() != model.Null {
					t.Errorf("%s -> %s: %v", from, to, err)
				}
				if have, ok := e.Path.Lookup(original); ok && have.Type() == model.Null {
					t.Errorf("%s -> %s: rejected for a null that both have", from, to)
				}
				continue
			}
			if got := applyMergePatch(t, original, patch); !model.Equal(got, result) {
				t.Errorf("%s -> %s: patch %s gives %s", from, to, patch.JSON(), got.JSON())
			}
			if model.Equal(original, result) && patch.Len() != 0 {
				t.Errorf("%s: patch %s for no change", from, patch.JSON())
			}
		}
	}
	if _, err := smp.AsMergePatch(model.MustParse(`{"a":1}`), model.MustParse(`{"a":{"b":null}}`)); err == nil {
		t.Error("a new null member is accepted")
	}
	if _, err := smp.AsMergePatch(model.MustParse(`{}`), model.MustParse(`[]`)); err == nil {
		t.Error("a list is accepted as a document")
	}
	if patch, err := smp.AsMergePatch(model.Value{}, model.NewNull()); err != nil || patch.JSON() != "{}" {
		t.Errorf("nothing to nothing: %s, %v", patch.JSON(), err)
	}
}
