package structtag_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/smp/structtag"
)

// The members of a struct are the members of its JSON.
func TestMembers(t *testing.T) {
	type Deep struct {
		A, B int
		C    string `json:"c"`
	}
	type Shared struct {
		Deep
		B int // hides Deep.B
	}
	type Other struct {
		C string `json:"c"` // conflicts with Middle.C
		D int
	}
	type Middle struct {
		C string `json:"c"`
		E int
	}
	type whole struct {
		*Shared
		Other
		*Middle `json:",inline"`
		Named   Deep `json:"named"`
		Left    int  `json:"-"`
		hidden  int
	}
	for _, x := range []whole{
		{Named: Deep{A: 1}, Left: 2, hidden: 3, Other: Other{D: 4}},
		{Shared: &Shared{Deep: Deep{A: 5, B: 6, C: "7"}, B: 8}, Middle: &Middle{E: 9}},
	} {
		text, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		got := map[string]any{}
		for name, member := range structtag.Members(reflect.ValueOf(x)) {
			text, _ := json.Marshal(member.Interface())
			var value any
			_ = json.Unmarshal(text, &value)
			got[name] = value
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	types := map[string]string{}
	for name, typ := range structtag.Fields(reflect.TypeFor[whole]()) {
		types[name] = typ.String()
	}
	want := map[string]string{"A": "int", "B": "int", "D": "int", "E": "int", "named": "structtag_test.Deep"}
	if !reflect.DeepEqual(types, want) {
		t.Errorf("got the types %v, want %v", types, want)
	}
	for _, typ := range []reflect.Type{nil, reflect.TypeFor[*whole](), reflect.TypeFor[int]()} {
		for name := range structtag.Fields(typ) {
			t.Errorf("%v is not a struct, but has the field %s", typ, name)
		}
	}
	for name := range structtag.Members(reflect.ValueOf(5)) {
		t.Error(fmt.Sprint("a number has no member ", name))
	}
}
