package smp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
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

// The paths of a diff lead through the elements of lists, by their keys.
func TestPathsOfDiffs(t *testing.T) {
	s := podSchema(t)
	original := `{"spec":{"containers":[{"name":"a","image":"1","args":["x"]},{"name":"b","image":"1"}]}}`
	modified := `{"spec":{"containers":[{"name":"b","image":"2"},{"name":"c","image":null},{"name":"a","image":"2"}]}}`
	want := []string{
		"diff-keyed spec.containers", "diff-exact spec.containers[name=b].image", "diff-minimal spec.containers[name=b].name",
		"diff-null spec.containers[name=c].image", "diff-exact spec.containers[name=a].image", "diff-null spec.containers[name=a].args",
		"diff-minimal spec.containers[name=a].name", "diff-exact spec.containers",
	}
	var got []string
	e := smp.Engine{Trace: func(e smp.Event) { got = append(got, fmt.Sprintf("%s %s", e.Rule, e.Path)) }}
	if _, err := e.Diff(s, model.MustParse(original), model.MustParse(modified), smp.DiffOptions{}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// The events of a three-way merge have the path of the field that is not sent, and of the map with the
// union.
func TestPathsOfThreeWay(t *testing.T) {
	places, merges := map[smp.Rule]int{}, 4000
	for seed := range uint64(merges) {
		in := gen.ThreeWay(gen.FromSeed(seed)).Input()
		if in.Err() != nil {
			continue
		}
		trace := func(e smp.Event) {
			if e.Rule != smp.RuleThreeWayUnsent && e.Rule != smp.RuleUnionTarget {
				return
			}
			leads := leadsTo(e.Path, in.Modified, func(v model.Value) bool {
				return e.Rule == smp.RuleThreeWayUnsent || v.Type() == model.Map
			})
			if !leads || e.Rule == smp.RuleThreeWayUnsent && len(e.Path) == 0 {
				t.Errorf("seed %d: %s %s\noriginal %s\nmodified %s\ncurrent  %s", seed, e.Rule, e.Path, in.Original.JSON(), in.Modified.JSON(), in.Current.JSON())
			}
			if len(e.Path) > 1 {
				places[e.Rule]++
			}
		}
		_, _ = cluster.Engine{Trace: func(e cluster.Event) { trace(e.Event) }}.ThreeWay(in.Schema, in.Original, in.Modified, in.Current, smp.ThreeWayOptions{Overwrite: true})
		_, _ = smp.Engine{Trace: trace}.ThreeWay(in.Schema, in.Original, in.Modified, in.Current, smp.ThreeWayOptions{Overwrite: true})
	}
	for _, rule := range []smp.Rule{smp.RuleThreeWayUnsent, smp.RuleUnionTarget} {
		if places[rule] < 20 {
			t.Errorf("%s: %d events inside of fields", rule, places[rule])
		}
	}
}

// leadsTo reports whether a path leads to a value for which want is true. A key that an element lacks,
// or that is empty, may have any value in the path, because it may be a default.
func leadsTo(path model.Path, v model.Value, want func(model.Value) bool) bool {
	if len(path) == 0 {
		return v.Type() != model.Absent && want(v)
	}
	keys, inKeyedList := path[0].(model.Key)
	if !inKeyedList {
		next, ok := path[:1].Lookup(v)
		return ok && leadsTo(path[1:], next, want)
	}
	for _, e := range v.Elements() {
		fits := e.Type() == model.Map
		for _, key := range keys {
			if has, _ := e.Get(key.Name); has.IsScalar() && has.Text() != "" || has.Type() == model.Number {
				fits = fits && model.Equal(has, key.Value)
			}
		}
		if fits && leadsTo(path[1:], e, want) {
			return true
		}
	}
	return false
}

// In a path, the step after a list leads to an element. A place in an element that lacks a key with
// a default cannot be looked up.
func TestPathsLeadThroughElements(t *testing.T) {
	traced := 0
	for seed := range trials.Seeds(8000) {
		s, original, modified := trials.Related(t, seed)
		e := smp.Engine{Trace: func(e smp.Event) {
			at := s
			for i, step := range e.Path {
				was, _ := e.Path[:i].Lookup(original)
				is, _ := e.Path[:i].Lookup(modified)
				name, isField := step.(model.Field)
				switch {
				case !isField:
					at = at.Element()
				case at.Type() == smp.ListType && was.Type() != model.Map && is.Type() != model.Map && (was.Type() == model.List || is.Type() == model.List):
					t.Fatalf("seed %d: %s %s names a field of a list\noriginal %s\nmodified %s", seed, e.Rule, e.Path, original.Canonical(), modified.Canonical())
				default:
					at, _ = at.Member(string(name))
				}
			}
			traced += len(e.Path)
		}}
		patch, err := e.Diff(s, original, modified, smp.DiffOptions{})
		if err == nil {
			_, _ = e.Apply(s, original, patch)
		}
		_, _ = e.ThreeWay(s, original, modified, original, smp.ThreeWayOptions{})
	}
	if traced < 1000 {
		t.Errorf("%d events", traced)
	}
}
