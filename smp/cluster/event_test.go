package cluster_test

import (
	"encoding/json"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// An event is the same after it is written and read, and its text has the parts that are set.
func TestEventText(t *testing.T) {
	plain := smp.Event{Path: model.Path{model.Field("spec")}, Rule: smp.RuleMapMerge}
	for _, c := range []struct {
		event      cluster.Event
		json, text string
	}{
		{cluster.Event{Event: plain}, `{"path":"spec","rule":"map-merge"}`, `spec: map-merge`},
		{
			cluster.Event{Event: plain, Divergence: cluster.DuplicatesGrouped, Varies: true}, `{"path":"spec","rule":"map-merge","divergence":"twins-grouped","varies":true}`,
			`spec: map-merge: twins-grouped: varies`,
		},
	} {
		if text, err := json.Marshal(c.event); err != nil || string(text) != c.json || c.event.String() != c.text {
			t.Errorf("got %s, %v, %s; want %s, %s", text, err, c.event, c.json, c.text)
		}
		var read cluster.Event
		if err := json.Unmarshal([]byte(c.json), &read); err != nil || read.String() != c.text || !read.Path.Equal(c.event.Path) || read.Varies != c.event.Varies {
			t.Errorf("%s is read as %s, %v", c.json, read, err)
		}
	}
}

// A text that is not an event is an error and changes nothing.
func TestFaultyEvents(t *testing.T) {
	want := cluster.Event{Divergence: cluster.DuplicatesGrouped}
	for _, text := range []string{`{"path":"]"}`, `{"rule":"map-merge","divergence":"unknown"}`, `{"rule":"map-merge","varies":1}`} {
		read := want
		if err := read.UnmarshalJSON([]byte(text)); err == nil || read.String() != want.String() {
			t.Errorf("%s is read as %s, %v", text, read, err)
		}
	}
	read := want
	if err := json.Unmarshal([]byte(`{"rule":"map-merge","divergence":""}`), &read); err != nil || read.Divergence != 0 {
		t.Errorf("an empty divergence is read as %s, %v", read, err)
	}
}

func TestLookupText(t *testing.T) {
	for want, l := range map[string]cluster.Lookup{"Go types": 0, "OpenAPI v2": 1, "OpenAPI v3": 2, "Lookup(3)": 3} {
		if l.String() != want {
			t.Errorf("got %s, want %s", l, want)
		}
	}
}
