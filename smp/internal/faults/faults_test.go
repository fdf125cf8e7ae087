package faults_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

type fault = faults.Fault

// pathOf returns the path of a fault.
func pathOf(f *fault) string {
	_, path := f.In("original", "patch")
	return path.String()
}

func newFault() *fault { return faults.New("limit", "", "too %s", "deep") }

func TestPath(t *testing.T) {
	inOriginal := newFault()
	inOriginal.InOriginal = true
	for _, test := range []struct {
		name string
		f    *fault
		want string
	}{
		{"an element of the patch", newFault().UnderElement(1, 2).UnderField("ports").UnderField("spec"), "spec.ports[2]"},
		{"an element of the original", inOriginal.Copy().UnderElement(1, 2).UnderField("ports"), "ports[1]"},
		{"a directive for a field", newFault().UnderDirective("$setElementOrder/ports").UnderField("ports").UnderField("spec"), `spec["$setElementOrder/ports"]`},
		{"no directive in the original", inOriginal.Copy().UnderDirective("$setElementOrder/ports").UnderField("ports"), "ports"},
		{"another step", newFault().Under(model.Field("a")), "a"},
	} {
		if got := pathOf(test.f); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

// Errorf cuts strings and texts of String methods, but not errors, which may be unwrapped.
func TestErrorf(t *testing.T) {
	long := strings.Repeat("x", 1000)
	cause := errors.New(long)
	err := faults.Errorf("%q, %s, %d, %w", long, model.Path{model.Field(long)}, 7, cause)
	short := model.Shorten(long)
	if want := `"` + short + `", ` + short + ", 7, " + long; err.Error() != want {
		t.Errorf("got %s, want %s", err, want)
	}
	if !errors.Is(err, cause) {
		t.Errorf("%v is not a cause of %v", cause, err)
	}
}

// A copy and its fault can be completed in different ways.
func TestCopy(t *testing.T) {
	f := newFault().Under(model.Field("a"))
	other := f.Copy()
	f.Under(model.Field("b"))
	other.Under(model.Field("c"))
	if pathOf(f) != "b.a" || pathOf(other) != "c.a" {
		t.Errorf("got %s and %s, want b.a and c.a", pathOf(f), pathOf(other))
	}
	if (*fault)(nil).Copy() != nil {
		t.Error("the copy of nil is not nil")
	}
}

func TestEdit(t *testing.T) {
	list := model.MustParse(`[1,2,3]`)
	edit := func(result func(i int, e model.Value) (model.Value, *fault)) (model.Value, *fault) {
		return faults.EditElements(list, result)
	}
	if v, f := edit(func(_ int, e model.Value) (model.Value, *fault) { return e, nil }); f != nil || !model.Same(v, list) {
		t.Errorf("without a change: got %s, want the list itself", v)
	}
	v, f := edit(func(i int, e model.Value) (model.Value, *fault) {
		if i == 1 {
			return model.Value{}, nil
		}
		return e, nil
	})
	if f != nil || v.Canonical() != "[1,3]" {
		t.Errorf("with an absent element: got %s, want [1,3]", v)
	}
	if _, f := edit(func(i int, e model.Value) (model.Value, *fault) { return e, newFault() }); f == nil || pathOf(f) != "[0]" {
		t.Errorf("with a fault: got %v, want one at [0]", f)
	}
	object := model.MustParse(`{"a":1,"b":null}`)
	v, f = faults.EditMembers(object, func(_ string, member model.Value) (model.Value, *fault) {
		if member.Type() == model.Null {
			return model.Value{}, nil
		}
		return member, nil
	})
	if f != nil || v.Canonical() != `{"a":1}` {
		t.Errorf("with an absent member: got %s, want {\"a\":1}", v)
	}
}
