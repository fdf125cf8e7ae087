package cluster_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// diffSchema has lists and maps for which patches for a cluster differ from those by the
// specification.
func diffSchema(t testing.TB) smp.Schema {
	t.Helper()
	set := smp.Definition{Type: smp.ListType, Strategy: smp.Merge}
	element := mapOf(map[string]smp.Definition{"name": {}, "x": {}, "y": {}})
	whole := element
	whole.Strategy = smp.Replace
	union := element
	union.RetainKeys = true
	unions := keyedBy(element, "name")
	unions.RetainKeys = true
	pairs := keyedBy(element, "name")
	pairs.Recommended = []string{"name", "x"}
	return schemaOf(t, mapOf(map[string]smp.Definition{
		"":       set,
		"pairs":  pairs,
		"set":    set,
		"sets":   {Type: smp.MapType, Values: &set},
		"list":   keyedBy(element, "name"),
		"atoms":  keyedBy(whole, "name"),
		"whole":  whole,
		"union":  union,
		"unions": unions,
		"any":    {Type: smp.MapType, RetainKeys: true},
	}))
}

// Diff returns a patch, or the place in a document that no patch can express.
func TestDiff(t *testing.T) {
	tests := []struct {
		name, original, modified, want, document, path string
	}{
		{name: "a duplicate of a set goes", original: `{"set":["a","a"]}`, modified: `{"set":["a"]}`, want: `{"set":["a"]}`},
		{name: "duplicates of a set are deleted once", original: `{"set":["a","a"]}`, modified: `{"set":[]}`, want: `{"$deleteFromPrimitiveList/set":["a"]}`},
		{name: "deleted values are sorted", original: `{"set":["b","a"]}`, modified: `{"set":[]}`, want: `{"$deleteFromPrimitiveList/set":["a","b"]}`},
		{
			name: "deleted elements are sorted", original: `{"list":[{"name":"b"},{"name":"a"}]}`, modified: `{"list":[]}`,
			want: `{"list":[{"$patch":"delete","name":"a"},{"$patch":"delete","name":"b"}]}`,
		},
		{name: "scalars in a keyed list are a set", original: `{"list":["a"]}`, modified: `{"list":[]}`, want: `{"$deleteFromPrimitiveList/list":["a"]}`},
		{
			name: "elements that are atomic", original: `{"atoms":[{"name":"a","x":1}]}`, modified: `{"atoms":[{"name":"a"}]}`,
			want: `{"atoms":[{"name":"a","x":null}],"$setElementOrder/atoms":[{"name":"a"}]}`,
		},
		{name: "a map of sets", original: `{"sets":{"a":[]}}`, modified: `{"sets":{"a":["x"]}}`, want: `{"sets":{"$patch":"replace","a":["x"]}}`},
		{name: "keys are retained", original: `{"union":{"x":1}}`, modified: `{"union":{"x":2}}`, want: `{"union":{"$retainKeys":["x"],"x":2}}`},
		{name: "no keys are left to retain", original: `{"union":{"x":1}}`, modified: `{"union":{}}`, want: `{"union":{"x":null}}`},
		{
			name: "data that is no list of keys to retain goes", original: `{"any":{"$retainKeys":"x"}}`, modified: `{"any":{"a":1}}`,
			want: `{"any":{"$retainKeys":["a"],"a":1}}`,
		},
		{
			name: "keyless elements with the same nulls", original: `{"list":[{"x":null,"y":null},{"x":1}]}`, modified: `{"list":[{"x":null},{"x":1}]}`,
			want: `{}`,
		},
		{name: "numbers of another sort", original: `{"set":[2.0]}`, modified: `{"set":[1]}`, document: "modified", path: "set"},
		{name: "lists without schema", original: `{"any":{"a":[]}}`, modified: `{"any":{"a":[1]}}`, want: `{"any":{"$patch":"replace","a":[1]}}`},
	}
	s := diffSchema(t)
	for _, test := range tests {
		original, modified := model.MustParse(test.original), model.MustParse(test.modified)
		got, err := cluster.Engine{}.Diff(s, original, modified, smp.DiffOptions{})
		checkPatch(t, test.name, got, err, test.want, test.document, test.path)
	}
}

func checkPatch(t *testing.T, name string, got model.Value, err error, want, document, path string) {
	t.Helper()
	if want != "" {
		if err != nil || !model.Equal(got, model.MustParse(want)) {
			t.Errorf("%s: got %s, %v, want %s", name, got.JSON(), err, want)
		}
		return
	}
	var e *smp.Error
	if !errors.As(err, &e) || e.Code != smp.NotRepresentable || e.Document != document || e.Path.String() != path {
		t.Errorf("%s: got %s, %v, want %s of %s", name, got.JSON(), err, path, document)
	}
}

func TestThreeWay(t *testing.T) {
	tests := []struct {
		name, original, modified, current, want, document, path string
	}{
		{name: "numbers spelled otherwise", original: `{}`, modified: `{"set":[1]}`, current: `{"set":[1.0]}`, want: `{}`},
		{
			name:     "a value is deleted once, however often current has it",
			original: `{"set":["a"]}`, modified: `{"set":[]}`, current: `{"set":["a","a"]}`, want: `{"$deleteFromPrimitiveList/set":["a"]}`,
		},
		{
			name:     "duplicates that only current has need no order",
			original: `{}`, modified: `{"set":["b","a"]}`, current: `{"set":["b","a","c","b"]}`, want: `{}`,
		},
		{
			name:     "a field with an empty name has an order list, too",
			original: `{}`, modified: `{"":["b","a"]}`, current: `{"":["a","b","c"]}`, want: `{"$setElementOrder/":["b","a"]}`,
		},
		{name: "duplicates of a set", original: `{"set":["a","a"]}`, modified: `{"set":["a"]}`, current: `{"set":["a","a"]}`, want: `{"set":["a"]}`},
		{
			name: "an element beside those of others", original: `{"list":[{"name":"x"}]}`, modified: `{"list":[{"name":"y"}]}`,
			current: `{"list":[{"name":"z"},{"name":"x"}]}`,
			want:    `{"list":[{"name":"y"},{"$patch":"delete","name":"x"}],"$setElementOrder/list":[{"name":"y"}]}`,
		},
		{
			name:     "an element that goes with its duplicate is sent again, in its place",
			original: `{"pairs":[{"name":"a","x":1},{"name":"b"},{"name":"a","x":2}]}`, modified: `{"pairs":[{"name":"a","x":1},{"name":"b"}]}`,
			current: `{"pairs":[{"name":"a","x":1},{"name":"b"},{"name":"a","x":2}]}`,
			want:    `{"pairs":[{"name":"a","x":1},{"$patch":"delete","name":"a"}],"$setElementOrder/pairs":[{"name":"a"},{"name":"b"}]}`,
		},
		{
			name: "retained keys alone clear what is not original's", original: `{}`, modified: `{"unions":[{"name":"a"}]}`,
			current: `{"unions":[{"name":"a","x":1}]}`,
			want:    `{"unions":[{"$retainKeys":["name"],"name":"a"}],"$setElementOrder/unions":[{"name":"a"}]}`,
		},
		{
			name: "what is not original's is deleted where no keys are left to retain", original: `{"union":{"x":1}}`, modified: `{"union":{}}`,
			current: `{"union":{"x":1,"y":2}}`, want: `{"union":{"x":null,"y":null}}`,
		},
		{
			name: "a key that is a map", original: `{}`, modified: `{"list":[{"name":{}}]}`, current: `{"list":[]}`,
			want: `{"list":[{"name":{}},{"$patch":"replace"}]}`,
		},
	}
	s := diffSchema(t)
	for _, test := range tests {
		original, modified, current := model.MustParse(test.original), model.MustParse(test.modified), model.MustParse(test.current)
		got, err := cluster.Engine{}.ThreeWay(s, original, modified, current, smp.ThreeWayOptions{})
		checkPatch(t, test.name, got, err, test.want, test.document, test.path)
	}
}

// The directive $retainKeys removes every field that it does not list, so the option Unchanged must
// not contain such a field.
func TestUnchangedIsRetained(t *testing.T) {
	original, modified, current := model.MustParse(`{"union":{"name":"a","x":1}}`), model.MustParse(`{"union":{"name":"a","x":2}}`), model.MustParse(`{"union":{"name":"a","x":1,"y":2}}`)
	for path, refused := range map[string]bool{"union.y": true, "union.name": false} {
		opts := smp.ThreeWayOptions{DiffOptions: smp.DiffOptions{Unchanged: []model.Path{pathTo(path)}}}
		got, err := cluster.Engine{}.ThreeWay(diffSchema(t), original, modified, current, opts)
		var e *smp.Error
		if errors.As(err, &e) != refused || refused && e.Code != smp.Precondition {
			t.Errorf("%s: %s, %v", path, got.JSON(), err)
		}
		if want := `{"union":{"$retainKeys":["name","x"],"x":2}}`; !refused && !model.Equal(got, model.MustParse(want)) {
			t.Errorf("got %s, want %s", got.JSON(), want)
		}
	}
}

// The error of a diff names the elements that prevent a patch, or describes the behavior of the
// engine.
func TestDiffSaysWhy(t *testing.T) {
	tests := []struct{ name, original, modified, want string }{
		{"no scalar", `{"set":[{"x":1}]}`, `{"set":[{"x":2}]}`, `an element of this set is not a scalar`},
		{"a value twice", `{"set":["b"]}`, `{"set":["a","b","a"]}`, `this set has a duplicate, which a cluster removes`},
		{"the first value twice", `{"set":["b"]}`, `{"set":["a","a","b"]}`, `this set has a duplicate, which a cluster removes`},
	}
	for _, test := range tests {
		_, err := cluster.Engine{}.Diff(diffSchema(t), model.MustParse(test.original), model.MustParse(test.modified), smp.DiffOptions{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// If a patch replaces a map in an element, Wide receives a path with the key of the element. The
// path does not depend on the way in which the element is found.
func TestWideInElements(t *testing.T) {
	sets := mapOf(map[string]smp.Definition{"name": {}, "sets": {Type: smp.MapType, Values: &smp.Definition{Type: smp.ListType, Strategy: smp.Merge}}})
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": keyedBy(sets, "name")}))
	var wide []model.Path
	original, modified := []byte(`{"list":[{"name":"a","sets":{"x":[]}}]}`), []byte(`{"list":[{"name":"b"},{"name":"a","sets":{"x":["1"]}}]}`)
	engine := cluster.Engine{}
	if _, err := engine.DiffJSON(s, original, modified, smp.DiffOptions{Wide: &wide}); err != nil {
		t.Fatal(err)
	}
	for range 100 { // later calls must not overwrite the memory of the path
		if _, err := engine.DiffJSON(s, []byte(`{"list":[{"name":"other"}]}`), []byte(`{"list":[{"name":"another"}]}`), smp.DiffOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	if want := "list[name=a].sets"; len(wide) != 1 || wide[0].String() != want {
		t.Errorf("%v is replaced, want %s", wide, want)
	}
}

// Plain maps and lists compose as by the specification.
func TestCompose(t *testing.T) {
	tests := []struct{ name, first, then, want string }{
		{"atomic maps", `{"whole":{"x":1}}`, `{"whole":{"y":2}}`, `{"whole":{"y":2}}`},
		{
			"one element", `{"list":[{"name":"a","x":1},{"name":"b"}]}`, `{"list":[{"name":"c"},{"name":"a","y":2}]}`,
			`{"list":[{"name":"a","x":1,"y":2},{"name":"b"},{"name":"c"}]}`,
		},
	}
	for _, test := range tests {
		got, err := cluster.Engine{}.Compose(diffSchema(t), model.MustParse(test.first), model.MustParse(test.then))
		if err != nil || !model.Equal(got, model.MustParse(test.want)) {
			t.Errorf("%s: got %s, %v, want %s", test.name, got.JSON(), err, test.want)
		}
	}
}

// Requires receives the places that the composed patch needs. Without Requires, such patches
// are rejected. Places that others imply are left out.
func TestComposeRequires(t *testing.T) {
	tests := []struct{ name, first, then, want, requires string }{
		{"nothing", `{"list":[{"name":"a","x":1}]}`, `{"list":[{"name":"a","y":2}]}`, `{"list":[{"name":"a","x":1,"y":2}]}`, ``},
		{
			"an element, and what is in it", `{"list":[{"name":"a","sets":{"b":{"c":1}}}]}`, `{"list":[{"name":"a","sets":{"b":{"$patch":"replace"}}}]}`,
			`{"list":[{"name":"a","sets":{"b":{"$patch":"replace"}}}]}`, `list[name=a].sets.b`,
		},
		{"a map that is replaced", `{"sets":{"x":[]}}`, `{"sets":{"$patch":"replace"}}`, `{"sets":{"$patch":"replace"}}`, `sets`},
		{
			"an element that is added to a list", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"b","x":null}]}`,
			`{"list":[{"name":"a"},{"name":"b","x":null}]}`, `list`,
		},
		{"a list that is removed and added", `{"list":null}`, `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a"},{"$patch":"replace"}]}`, ``},
	}
	for _, test := range tests {
		var required []string
		engine := cluster.Engine{Requires: func(place model.Path) { required = append(required, place.String()) }}
		first, then := model.MustParse(test.first), model.MustParse(test.then)
		got, err := engine.Compose(diffSchema(t), first, then)
		if err != nil || !model.Equal(got, model.MustParse(test.want)) || strings.Join(required, " ") != test.requires {
			t.Errorf("%s: got %s, %v, requires %v; want %s, requires %s", test.name, got.JSON(), err, required, test.want, test.requires)
		}
		_, err = cluster.Engine{}.Compose(diffSchema(t), first, then)
		var e *smp.Error
		if refused := errors.As(err, &e) && e.Code == smp.NotComposable; test.requires != "" && !refused {
			t.Errorf("%s: without Requires: %v", test.name, err)
		}
	}
}

// Places that another required place implies are left out, in any order of the places and if a
// place is required twice.
func TestComposeRequiresOnce(t *testing.T) {
	for _, patches := range [][3]string{
		{`{"list":[{"name":"a","x":1}]}`, `{"list":[{"name":"a","y":null}]}`, `{"list":[{"$patch":"replace"},{"name":"b","x":null}]}`},
		{`{"list":[{"name":"a","x":1}]}`, `{"list":[{"name":"b","x":null}]}`, `{"list":[{"name":"c","x":null},{"name":"a","y":null}]}`},
	} {
		var required []string
		engine := cluster.Engine{Requires: func(place model.Path) { required = append(required, place.String()) }}
		got, err := engine.Compose(diffSchema(t), model.MustParse(patches[0]), model.MustParse(patches[1]), model.MustParse(patches[2]))
		if want := "list[name=a]"; err != nil || strings.Join(required, " ") != want {
			t.Errorf("%s: got %s, %v, requires %s, want %s", patches, got.JSON(), err, required, want)
		}
	}
}

// Diff makes a second patch only if the first one does not have the intended effect. Then Requires
// receives only the directives of the second patch.
func TestDiffIsTried(t *testing.T) {
	var rules []smp.Rule
	engine := cluster.Engine{Trace: func(e cluster.Event) { rules = append(rules, e.Rule) }}
	if _, err := engine.Diff(diffSchema(t), model.MustParse(`{}`), model.MustParse(`{"whole":{"x":1}}`), smp.DiffOptions{}); err != nil {
		t.Fatal(err)
	}
	if want := []smp.Rule{smp.RuleDiffExact}; !slices.Equal(rules, want) {
		t.Errorf("traced %v, want %v", rules, want)
	}
	var requires smp.Directives
	original, modified := model.MustParse(`{"sets":{"a":["b","c"]}}`), model.MustParse(`{"sets":{"a":["c","b"]}}`)
	patch, err := engine.Diff(diffSchema(t), original, modified, smp.DiffOptions{Requires: &requires})
	if err != nil || requires != 0 {
		t.Errorf("%s, %v, requires %v", patch.JSON(), err, requires)
	}
}

// With omitted directives, the engine tests the patch with all directives, not the patch that it
// returns. The returned patch does not replace a map or list in place of the omitted directives.
func TestDiffOfOlderLevel(t *testing.T) {
	engine := cluster.Engine{}
	omit := smp.DiffOptions{Omit: smp.SetElementOrder | smp.DeleteFromPrimitiveList}
	tests := []struct{ name, original, modified, want string }{
		{"an order is stripped", `{"list":[{"name":"a"},{"name":"b"}]}`, `{"list":[{"name":"b"},{"name":"a"}]}`, `{}`},
		{"scalars in a keyed list change their order", `{"list":["a","b"]}`, `{"list":["b","a"]}`, ``},
	}
	for _, test := range tests {
		got, err := engine.Diff(diffSchema(t), model.MustParse(test.original), model.MustParse(test.modified), omit)
		var fault *smp.Error
		refused := errors.As(err, &fault) && fault.Code == smp.NotRepresentable
		if refused != (test.want == "") || !refused && got.JSON() != test.want {
			t.Errorf("%s: %s, %v, want %s", test.name, got.JSON(), err, test.want)
		}
	}
}

// If directives are omitted, the trace contains no order lists for lists that the patch does
// not change.
func TestTraceOfOlderLevel(t *testing.T) {
	list := keyedBy(mapOf(map[string]smp.Definition{"a": text, "b": text, "set": {Type: smp.ListType, Strategy: smp.Merge}}), "a")
	list.Recommended = []string{"a", "b"}
	s := schemaOf(t, mapOf(map[string]smp.Definition{"list": list}))
	var places []string
	engine := smp.Engine{Trace: func(e smp.Event) {
		if e.Rule == smp.RuleDiffSuperset {
			places = append(places, e.Path.String())
		}
	}}
	omit := smp.DiffOptions{Omit: smp.SetElementOrder | smp.DeleteFromPrimitiveList}
	original, modified := model.MustParse(`{"list":[{"a":"x","set":[1,2]}]}`), model.MustParse(`{"list":[{"a":"x","set":[2,1]}]}`)
	got, err := engine.Diff(s, original, modified, omit)
	if want := []string{"list[a=x,b=].set"}; err != nil || got.Len() != 0 || !slices.Equal(places, want) {
		t.Errorf("%s, %v, omitted at %v, want %v", got.JSON(), err, places, want)
	}
}
