package model_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// A Key has the name of the key of the engines, but not its package.
type Key struct{}

// Nobody but the engines of this module gets shortcuts and desks, because values on a desk change after
// Done. The tests of the engines show that they get them.
func TestShortcutsAreForTheEngines(t *testing.T) {
	type other struct{ Key }
	for _, key := range []any{nil, Key{}, &Key{}, other{}, "github.com/strategicpatch/smp/smp/internal/door.Key", struct{}{}, reflect.TypeFor[Key]()} {
		if s := model.ForEngines(key); s != (model.Shortcuts{}) || s.HasDesks() {
			t.Errorf("the key %T gets shortcuts", key)
		}
	}
	var list model.Value
	for name, use := range map[string]func(s model.Shortcuts, d model.Desk){
		"SameColumn":        func(s model.Shortcuts, _ model.Desk) { s.SameColumn(list, list, "") },
		"Matching":          func(s model.Shortcuts, _ model.Desk) { s.Matching(list, "", nil) },
		"Project":           func(s model.Shortcuts, _ model.Desk) { s.Project(nil, list, "") },
		"DifferingMembers":  func(s model.Shortcuts, _ model.Desk) { s.DifferingMembers(list, list, nil) },
		"DifferingElements": func(s model.Shortcuts, _ model.Desk) { s.DifferingElements(list, list, nil) },
		"Within":            func(s model.Shortcuts, _ model.Desk) { s.Within(list, list) },
		"BuilderOf":         func(s model.Shortcuts, _ model.Desk) { s.BuilderOf(list) },
		"Rewrite":           func(s model.Shortcuts, _ model.Desk) { s.Rewrite(nil, list, list) },
		"NewDesk":           func(s model.Shortcuts, _ model.Desk) { s.NewDesk() },
		"Desk.Parse":        func(_ model.Shortcuts, d model.Desk) { _, _ = d.Parse("{}") },
		"Desk.Wrap":         func(_ model.Shortcuts, d model.Desk) { d.Wrap(nil) },
		"Desk.Builder":      func(_ model.Shortcuts, d model.Desk) { d.Builder() },
		"Desk.Done":         func(_ model.Shortcuts, d model.Desk) { d.Done() },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, "only the engines of this module") {
					t.Errorf("%s: got the panic %q", name, text)
				}
			}()
			use(model.Shortcuts{}, model.Desk{})
		}()
	}
	for _, of := range []reflect.Type{reflect.TypeFor[model.Shortcuts](), reflect.TypeFor[model.Desk]()} {
		if n := of.NumMethod(); n != map[string]int{"Shortcuts": 10, "Desk": 4}[of.Name()] {
			t.Errorf("%s has %d methods; try each of them above", of.Name(), n)
		}
	}
}
