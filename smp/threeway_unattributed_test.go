package smp_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An element that cannot be attributed is reported with its whole path, whatever else changes.
func TestUnattributed(t *testing.T) {
	ports := keyedBy(mapOf(map[string]smp.Definition{"port": number, "protocol": text, "x": {}}), "port")
	ports.Recommended = []string{"port", "protocol"}
	service := mapOf(map[string]smp.Definition{"name": text, "ports": ports, "x": {}})
	s := schemaOf(t, mapOf(map[string]smp.Definition{"spec": mapOf(map[string]smp.Definition{"services": keyedBy(service, "name"), "ports": ports})}))
	for _, c := range []struct{ reason, original, modified, current, want string }{
		{"two elements have the key", `{"ports":[{"port":53}]}`, `{"ports":[]}`, `{"ports":[{"port":53,"protocol":"TCP"},{"port":53,"protocol":"UDP"}]}`, "[spec.ports[port=53,protocol=]]"},
		{"the list is dropped", `{"ports":[{"port":53}]}`, `{}`, `{"ports":[{"port":53,"protocol":"TCP"},{"port":53,"protocol":"UDP"}]}`, "[spec.ports[port=53,protocol=]]"},
		{"the list is in an element", `{"services":[{"name":"a","ports":[{"port":53}]}]}`, `{"services":[{"name":"a","ports":[]}]}`,
			`{"services":[{"name":"a","ports":[{"port":53,"protocol":"TCP"},{"port":53,"protocol":"UDP"}]}]}`, "[spec.services[name=a].ports[port=53,protocol=]]"},
		{"the list is in an element beside one of others", `{"services":[{"name":"a","ports":[{"port":53}]}]}`, `{"services":[{"name":"a","ports":[]}]}`,
			`{"services":[{"name":"a","ports":[{"port":53,"protocol":"TCP"},{"port":53,"protocol":"UDP"}]},{"name":"b"}]}`, "[spec.services[name=a].ports[port=53,protocol=]]"},
		{"one element has the key", `{"ports":[{"port":53}]}`, `{"ports":[]}`, `{"ports":[{"port":53,"protocol":"TCP"}]}`, "[]"},
		{"an element has exactly the keys", `{"ports":[{"port":53,"protocol":"TCP"},{"port":53}]}`, `{"ports":[{"port":53,"protocol":"TCP"}]}`,
			`{"ports":[{"port":53,"protocol":"TCP"}]}`, "[]"},
		{"a dropped element has exactly the keys", `{"ports":[{"port":53,"protocol":"TCP"},{"port":53}]}`, `{"ports":[]}`,
			`{"ports":[{"port":53,"protocol":"TCP"}]}`, "[]"},
	} {
		spec := func(text string) model.Value { return model.MustParse(`{"spec":` + text + `}`) }
		var got []model.Path
		_, err := smp.Engine{}.ThreeWay(s, spec(c.original), spec(c.modified), spec(c.current), smp.ThreeWayOptions{Unattributed: &got})
		if err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("%s: got %v, %v; want %s", c.reason, got, err, c.want)
		}
	}
}

// The names of strategy retainKeys do not count as changed if only the order of a merging list
// differs, at any depth. So the fields of others stay.
func TestRetainKeysInAnyOrder(t *testing.T) {
	set := smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Element: &number}
	retaining := mapOf(map[string]smp.Definition{"list": keyedBy(mapOf(map[string]smp.Definition{"id": number, "set": set}), "id"), "other": {}})
	retaining.RetainKeys = true
	s := schemaOf(t, mapOf(map[string]smp.Definition{"map": retaining}))
	var up, down string
	for i := range 20 {
		up = fmt.Sprintf(`%s,{"id":%d,"set":[1,2,%d]}`, up, i, i+3)
		down = fmt.Sprintf(`,{"set":[%d,2,1],"id":%d}%s`, i+3, i, down)
	}
	original, modified := model.MustParse(`{"map":{"list":[`+up[1:]+`]}}`), model.MustParse(`{"map":{"list":[`+down[1:]+`]}}`)
	current := model.MustParse(`{"map":{"list":[` + up[1:] + `],"other":1}}`)
	patch, err := smp.ThreeWay(s, original, modified, current)
	if err != nil {
		t.Fatal(err)
	}
	result, err := smp.Apply(s, current, patch)
	if err != nil {
		t.Fatal(err)
	}
	in, _ := result.Get("map")
	if other, _ := in.Get("other"); other.JSON() != "1" {
		t.Errorf("the field of others is %s", other.JSON())
	}
}
