package model_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// A Key has the name of the key that opens desks, but not its package.
type Key struct{}

// Nobody but the engines of this module gets a desk, because values on a desk change after Done. The
// tests of the engines show that they get one.
func TestDesksAreForTheEngines(t *testing.T) {
	type other struct{ Key }
	for _, key := range []any{nil, Key{}, &Key{}, other{}, "github.com/strategicpatch/smp/smp/internal/desk.Key", struct{}{}, reflect.TypeFor[Key]()} {
		if model.Desks(key) != nil {
			t.Errorf("the key %T opens the desks", key)
		}
	}
	for name, use := range map[string]func(d model.Desk){
		"Parse":   func(d model.Desk) { _, _ = d.Parse("{}") },
		"Wrap":    func(d model.Desk) { d.Wrap(nil) },
		"Builder": func(d model.Desk) { d.Builder() },
		"Done":    func(d model.Desk) { d.Done() },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, "zero Desk") {
					t.Errorf("%s of the zero Desk: got the panic %q", name, text)
				}
			}()
			use(model.Desk{})
		}()
	}
}
