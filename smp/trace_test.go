package smp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The paths of events lead to the elements of a list that the patch replaces: by their keys or their
// value, or by the index in the result.
func TestPathsInReplacedLists(t *testing.T) {
	scalar := smp.Definition{Type: smp.ScalarType}
	element := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"name": scalar, "value": scalar}}
	s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"keyed":  {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"name"}, Element: &element},
		"set":    {Type: smp.ListType, Strategy: smp.Merge, Element: &scalar},
		"atomic": {Type: smp.ListType, Element: &element},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ patch, want string }{
		{
			`{"keyed":[{"$patch":"replace"},{"name":"a","$patch":"delete"},{"name":"b","value":1},{"value":null}]}`,
			"map-merge ., list-replace keyed, absent-is-empty keyed[name=b], scalar keyed[name=b].name, scalar keyed[name=b].value, absent-is-empty keyed[1], null-deletes keyed[1].value",
		},
		{`{"set":[{"$patch":"replace"},"x",null]}`, `map-merge ., list-replace set, scalar set[=x]`},
		{`{"atomic":[{"$patch":"replace"},{"name":"b","value":null}]}`, "map-merge ., list-atomic atomic, absent-is-empty atomic[0], scalar atomic[0].name, null-deletes atomic[0].value"},
	} {
		var events []string
		e := smp.Engine{Trace: func(e smp.Event) { events = append(events, fmt.Sprintf("%s %s", e.Rule, e.Path)) }}
		if _, err := e.Apply(s, model.MustParse(`{"keyed":[{"name":"a"}],"set":["y"],"atomic":[{"name":"a"}]}`), model.MustParse(test.patch)); err != nil {
			t.Errorf("%s: %v", test.patch, err)
		}
		if got := strings.Join(events, ", "); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.patch, got, test.want)
		}
	}
}
