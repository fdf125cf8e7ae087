package smp_test

import (
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
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

// A field that a server stores in another form is not sent, and is in no conflict.
func TestMarks(t *testing.T) {
	field := func(m smp.Marks) smp.Definition { return smp.Definition{Marks: m} }
	atomic := mapOf(map[string]smp.Definition{"size": field(smp.Marks{Quantity: true})})
	atomic.Strategy = smp.Replace
	s := schemaOf(t, mapOf(map[string]smp.Definition{
		"zero": field(smp.Marks{NotStored: true}), "filled": field(smp.Marks{FilledIn: true}), "size": field(smp.Marks{Quantity: true}), "time": field(smp.Marks{Time: true}),
		"atomic": atomic, "sizes": {Type: smp.ListType, Element: &smp.Definition{Marks: smp.Marks{Quantity: true}}},
		"of": {}, "alias": field(smp.Marks{AliasOf: "of"}), "other": {},
	}))
	judge := cluster.Judge{}
	for _, c := range []struct{ original, modified, current, want string }{
		{`{}`, `{"zero":false}`, `{}`, `{}`},
		{`{}`, `{"zero":[]}`, `{}`, `{}`},
		{`{}`, `{"zero":[1]}`, `{}`, `{"zero":[1]}`},
		{`{"zero":false}`, `{"zero":false}`, `{"zero":true}`, `{"zero":false}`},
		{`{"filled":""}`, `{"filled":""}`, `{"filled":"a"}`, `{}`},
		{`{"filled":null}`, `{"filled":null}`, `{"filled":"a"}`, `{}`},
		{`{}`, `{"size":"1000m"}`, `{"size":"1"}`, `{}`},
		{`{}`, `{"size":"1000m"}`, `{"size":"2"}`, `{"size":"1000m"}`},
		{`{}`, `{"time":"2000-01-01T00:00:01Z"}`, `{"time":"2000-01-01T01:00:01+01:00"}`, `{}`},
		{`{}`, `{"atomic":{"size":"1000m"}}`, `{"atomic":{"size":"1"}}`, `{}`},
		{`{}`, `{"atomic":{}}`, `{"atomic":1}`, `{"atomic":{}}`},
		{`{"sizes":["1000m"]}`, `{"sizes":["2"]}`, `{"sizes":["1"]}`, `{"sizes":["2"]}`},
		{`{}`, `{"sizes":["1000m"]}`, `{"sizes":["1"]}`, `{}`},
		{`{}`, `{"alias":null}`, `{"alias":1,"of":1}`, `{"alias":null,"of":null}`},
		{`{}`, `{"alias":2}`, `{"alias":1,"of":1}`, `{"alias":2,"of":2}`},
	} {
		opts := smp.ThreeWayOptions{DiffOptions: smp.DiffOptions{For: judge}, Overwrite: c.original == `{}`}
		got, err := smp.Engine{}.ThreeWay(s, model.MustParse(c.original), model.MustParse(c.modified), model.MustParse(c.current), opts)
		if err != nil || !model.Equal(got, model.MustParse(c.want)) {
			t.Errorf("%s, %s, %s: got %s, %v; want %s", c.original, c.modified, c.current, got.JSON(), err, c.want)
		}
	}
}

// The elements of others keep their order, even if they have duplicates, and modified's duplicates
// are added at the end. If modified's elements have to be moved, they come last.
func TestDuplicatesOfOthersKeepTheirOrder(t *testing.T) {
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": {}}), "name")}))
	var others string
	for i := range 20 {
		others += fmt.Sprintf(`{"name":"a","value":%d},{"name":"b","value":%d},`, i, i)
	}
	mine := `{"name":"c","value":1},{"name":"d"},{"name":"c","value":2}`
	for _, current := range []string{others[:len(others)-1], `{"name":"d"},` + others + `{"name":"c","value":1}`} {
		current := model.MustParse(`{"list":[` + current + `]}`)
		patch, err := smp.ThreeWay(s, model.Value{}, model.MustParse(`{"list":[`+mine+`]}`), current)
		if err != nil {
			t.Fatal(err)
		}
		got, err := smp.Apply(s, current, patch)
		if want := `{"list":[` + others + mine + `]}`; err != nil || !model.Equal(got, model.MustParse(want)) {
			t.Errorf("got %s, %v\nwant %s", got.JSON(), err, want)
		}
	}
}
