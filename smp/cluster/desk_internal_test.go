package cluster

import (
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/smp/internal/desk"
)

// An engine with a callback has memory of its own, because the callback gets values. A new field of
// Engine that may receive values must be added to textCall. A Judge is trusted by its type, so it must not
// hold anything that receives values.
func TestEnginesThatGiveValuesAway(t *testing.T) {
	tried := 0
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Engine]()) {
		switch f.Type.Kind() {
		case reflect.Func:
			tried++
			var e Engine
			callback := reflect.MakeFunc(f.Type, func([]reflect.Value) []reflect.Value { return nil })
			if reflect.ValueOf(&e).Elem().FieldByIndex(f.Index).Set(callback); e.textCall(true).OnlyText {
				t.Errorf("an engine with %s is on a desk", f.Name)
			}
		case reflect.Bool, reflect.Uint8, reflect.Struct:
		default:
			t.Errorf("Engine.%s has the type %s; decide whether it may receive values", f.Name, f.Type)
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Judge]()) {
		if f.Type.Kind() != reflect.Uint8 {
			t.Errorf("Judge.%s has the type %s, so calls with a Judge must not be on a desk", f.Name, f.Type)
		}
	}
	type wrapper struct{ Judge }
	if tried < 2 || (Engine{}).textCall(true).OnlyText != true || !desk.Trusts(Judge{}) || desk.Trusts(wrapper{}) || desk.Trusts(&Judge{}) {
		t.Errorf("%d callbacks; only a Judge itself is trusted", tried)
	}
}
