package typed_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/typed"
)

// An app has the features of Kubernetes' Go types: embedded and inlined fields, fields without
// omitempty, pointers, types with their own JSON methods, and keyed lists.
type app struct {
	TypeMeta   `json:",inline"`
	ObjectMeta `json:"metadata,omitempty"`
	Spec       spec   `json:"spec"`
	Status     status `json:"status"`
	Secret     string `json:"-"`
	hidden     int
}

type TypeMeta struct {
	APIVersion string `json:"apiVersion,omitempty"`
	Kind       string `json:"kind,omitempty"`
}

type ObjectMeta struct {
	Name    string            `json:"name"`
	Labels  map[string]string `json:"labels,omitempty"`
	Created stamp             `json:"created"`
	Finals  []string          `json:"finals,omitempty" patchStrategy:"merge"`
}

type spec struct {
	*Shared
	Replicas int                  `json:"replicas"`
	Paused   *bool                `json:"paused"`
	Size     amount               `json:"size"`
	Parts    []part               `json:"parts" patchStrategy:"merge" patchMergeKey:"name"`
	Args     []string             `json:"args"`
	ByNumber map[int]rule         `json:"byNumber,omitempty"`
	Weights  map[string]int       `json:"weights,omitempty"`
	Free     any                  `json:"free,omitempty"`
	Rules    []rule               `json:"rules" patchStrategy:"merge" patchMergeKey:"port"`
	Choice   *choice              `json:"choice,omitempty" patchStrategy:"retainKeys"`
	Deeper   map[string]*[]choice `json:"deeper,omitempty"`
}

type Shared struct {
	Level int `json:"level"`
}

type part struct {
	Name  string `json:"name"`
	Image string `json:"image"`
	Limit amount `json:"limit"`
}

type rule struct {
	Port int    `json:"port"`
	To   string `json:"to"`
}

type choice struct {
	Kind string `json:"kind,omitempty"`
	Max  int    `json:"max"`
}

type status struct {
	Ready int `json:"ready"`
}

// A stamp is a time whose zero is written as null.
type stamp struct{ time.Time }

func (s stamp) MarshalJSON() ([]byte, error) {
	if s.IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(s.Format(time.RFC3339))
}

func (s *stamp) UnmarshalJSON(text []byte) error {
	var at *time.Time
	err := json.Unmarshal(text, &at)
	if at != nil {
		s.Time = *at
	}
	return err
}

// An amount is written as a string, by a method with a pointer receiver.
type amount struct{ n int }

func (a *amount) MarshalJSON() ([]byte, error) { return json.Marshal(fmt.Sprint(a.n, "Mi")) }

func (a *amount) UnmarshalJSON(text []byte) error {
	_, err := fmt.Sscanf(string(text), `"%dMi"`, &a.n)
	return err
}

func pointer[T any](x T) *T { return &x }

func shop() *app {
	return &app{
		TypeMeta:   TypeMeta{"v1", "App"},
		ObjectMeta: ObjectMeta{Name: "shop", Labels: map[string]string{"app": "shop"}, Created: stamp{time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)}, Finals: []string{"a"}},
		Spec: spec{
			Shared: &Shared{Level: 2}, Replicas: 3, Paused: pointer(true), Size: amount{5},
			Parts: []part{{"web", "web:1", amount{1}}, {"db", "db:1", amount{2}}}, Args: []string{"-v"},
			ByNumber: map[int]rule{7: {7, "seven"}}, Weights: map[string]int{"a": 1}, Rules: []rule{{80, "web"}},
		},
		Status: status{Ready: 2},
	}
}

func asJSON(t *testing.T, x any) string {
	t.Helper()
	text, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestApply(t *testing.T) {
	original := shop()
	before := asJSON(t, original)
	got, err := typed.Apply(original, []byte(`{"metadata":{"finals":["b"],"created":null},"spec":{"level":4,"paused":null,"size":"6Mi",
		"parts":[{"name":"db","image":"db:2"},{"$patch":"delete","name":"web"}],"byNumber":{"7":null,"8":{"to":"nine"}},"free":{"x":[1]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := shop()
	want.Finals, want.Created = []string{"b", "a"}, stamp{}
	want.Spec.Level, want.Spec.Paused, want.Spec.Size = 4, nil, amount{6}
	want.Spec.Parts = []part{{"db", "db:2", amount{2}}}
	want.Spec.ByNumber = map[int]rule{8: {0, "nine"}}
	want.Spec.Free = map[string]any{"x": []any{1.0}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %s, want %s", asJSON(t, got), asJSON(t, want))
	}
	if after := asJSON(t, original); after != before {
		t.Errorf("the original was %s and is %s", before, after)
	}
	// If the argument is a value and not a pointer, the result is a value, too. Fields that are not
	// in the JSON are zero in the result.
	value := *original
	value.hidden, value.Secret = 1, "s"
	other, err := typed.Apply(value, []byte(`{}`))
	if err != nil || asJSON(t, &other) != before || other.hidden != 0 || other.Secret != "" {
		t.Errorf("got %+v, %v", other, err)
	}
	// If the type argument is an interface, the result has the dynamic type of the argument. For a
	// nil pointer, the patch is applied to an empty value.
	var object any = original
	if again, err := typed.Apply(object, []byte(`{"spec":{"replicas":9}}`)); err != nil || again.(*app).Spec.Replicas != 9 || again == object {
		t.Errorf("got %v, %v", again, err)
	}
	if made, err := typed.Apply((*app)(nil), []byte(`{"spec":{"replicas":9}}`)); err != nil || made.Spec.Replicas != 9 {
		t.Errorf("got %v, %v", made, err)
	}
}

func TestDiffAndThreeWay(t *testing.T) {
	original, modified := shop(), shop()
	modified.Spec.Replicas, modified.Spec.Parts[1].Image = 0, "<db>"
	patch, err := typed.Diff(original, modified)
	want := `{"spec":{"parts":[{"name":"db","image":"<db>"}],"$setElementOrder/parts":[{"name":"web"},{"name":"db"}],"replicas":0}}`
	if err != nil || !alike(t, string(patch), want) {
		t.Errorf("got %s, %v, want %s", patch, err, want)
	}
	if got, err := typed.Apply(original, patch); err != nil || !reflect.DeepEqual(got, modified) {
		t.Errorf("got %s, %v", asJSON(t, got), err)
	}
	current := shop()
	current.Spec.Parts = append([]part{{Name: "sidecar"}}, current.Spec.Parts...)
	current.Labels["team"] = "x"
	patch, err = typed.ThreeWay(original, modified, current)
	merged, applyErr := typed.Apply(current, patch)
	wanted := *current
	wanted.Spec.Replicas, wanted.Spec.Parts = 0, []part{{Name: "sidecar"}, current.Spec.Parts[1], modified.Spec.Parts[1]}
	if err != nil || applyErr != nil || !reflect.DeepEqual(merged, &wanted) {
		t.Errorf("%s, %v, makes %s, %v, not %s", patch, err, asJSON(t, merged), applyErr, asJSON(t, wanted))
	}
	current.Spec.Replicas = 8
	var conflict *smp.ConflictError
	if _, err = typed.ThreeWay(original, modified, current); !errors.As(err, &conflict) || conflict.Conflicts[0].Path.String() != "spec.replicas" {
		t.Errorf("got %v", err)
	}
	if patch, err = (typed.Engine[*app]{}).ThreeWay(original, modified, current, smp.ThreeWayOptions{Overwrite: true}); err != nil || len(patch) == 0 {
		t.Errorf("got %s, %v", patch, err)
	}
}

// By default, all functions follow clusters. With Specification, they follow package smp.
func TestEngineRules(t *testing.T) {
	type port struct {
		Port     int    `json:"port"`
		Protocol string `json:"protocol"`
		To       string `json:"to,omitempty"`
	}
	type service struct {
		Ports []port          `json:"ports" patchStrategy:"merge" patchMergeKey:"port"`
		Named map[string]port `json:"named,omitempty"`
	}
	schema, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"ports": {
			Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"port"}, Recommended: []string{"port", "protocol"},
			Element: &smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"port": {}, "protocol": {}, "to": {}}},
		},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	cluster, specification := typed.Engine[service]{Schema: schema}, typed.Engine[service]{Schema: schema, Specification: true}

	one := service{Ports: []port{{Port: 1}}}
	two := []byte(`{"ports":[{"port":2}]}`)
	for _, test := range []struct {
		name  string
		first int // the port of the first element
		apply func() (service, error)
	}{
		{"Apply", 2, func() (service, error) { return typed.Apply(one, two) }},
		{"Engine.Apply", 2, func() (service, error) { return cluster.Apply(one, two) }},
		{"Overlay", 2, func() (service, error) { s, _, err := typed.Overlay(one, typed.Raw("two", two)); return s, err }},
		{"specification.Apply", 1, func() (service, error) { return specification.Apply(one, two) }},
		{"specification.Overlay", 1, func() (service, error) {
			s, _, err := specification.Overlay(one, typed.Raw("two", two))
			return s, err
		}},
	} {
		if got, err := test.apply(); err != nil || len(got.Ports) != 2 || got.Ports[0].Port != test.first {
			t.Errorf("%s: got %v, %v", test.name, got, err)
		}
	}

	original := service{Ports: []port{{53, "UDP", "a"}, {53, "TCP", "a"}}}
	modified := service{Ports: []port{{53, "UDP", "a"}, {53, "TCP", "b"}}}
	for _, test := range []struct {
		engine        typed.Engine[service]
		patchMergeKey bool
	}{{cluster, false}, {specification, true}} {
		patch, err := test.engine.Diff(original, modified, smp.DiffOptions{})
		if err != nil || strings.Contains(string(patch), "$patchMergeKey") != test.patchMergeKey {
			t.Errorf("Diff: got %s, %v", patch, err)
		}
		patch, err = test.engine.ThreeWay(original, modified, original, smp.ThreeWayOptions{})
		if err != nil || strings.Contains(string(patch), "$patchMergeKey") != test.patchMergeKey {
			t.Errorf("ThreeWay: got %s, %v", patch, err)
		}
	}

	// If only the specification accepts a patch, the error of the default engine mentions the field
	// Engine.Specification.
	named := service{Named: map[string]port{"dns": {Port: 53}}}
	to := []byte(`{"named":{"dns":{"to":"b"}}}`)
	_, err = typed.Apply(named, to)
	_, _, overlaid := typed.Overlay(named, typed.Raw("ours", to))
	for _, err := range []error{err, overlaid} {
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.UnknownField || e.Rule != smp.RuleMapValues || !strings.Contains(err.Error(), "; Engine.Specification accepts it (rule") {
			t.Errorf("got %v", err)
		}
	}
	if got, err := (typed.Engine[service]{Specification: true}).Apply(named, to); err != nil || got.Named["dns"] != (port{Port: 53, To: "b"}) {
		t.Errorf("got %v, %v", got, err)
	}
	strict := typed.Engine[service]{Engine: smp.Engine{Strict: true}}
	if _, err := strict.Apply(one, []byte(`{"nothing":1}`)); err == nil || strings.Contains(err.Error(), "Specification") {
		t.Errorf("both reject it: got %v", err)
	}
}

func alike(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}

func TestErrors(t *testing.T) {
	type faulty struct {
		Parts []part `json:"parts" patchStrategy:"merge" patchMergeKey:"nobody"`
	}
	type written struct {
		Run func() `json:"run"`
	}
	apply := func(x any, patch string) error {
		_, err := typed.Apply(x, []byte(patch))
		return err
	}
	_, _, ofLayer := typed.Overlay(shop(), typed.Raw("ours", []byte(`{}`)), typed.Raw("theirs", []byte(`{"spec":{"parts":[{}]}}`)))
	_, _, ofType := typed.Overlay(shop(), typed.Values("ours", part{}))
	_, _, ofNothing := typed.Overlay(shop(), typed.Layer{})
	_, ofOther := typed.Diff[any](shop(), part{})
	_, unknown := typed.Engine[*app]{Engine: smp.Engine{Strict: true}}.Apply(shop(), []byte(`{"spec":{"replica":1}}`))
	for _, test := range []struct {
		err  error
		kind smp.Code
		want string
	}{
		{apply(shop(), `{`), smp.Syntax, `patch: syntax error at byte 1: the text ends too early`},
		{apply(shop(), ``), smp.Syntax, `patch: syntax error at the start: the text ends too early`},
		{apply(shop(), `{"spec":{"parts":[{"image":"x"}]}}`), smp.MissingMergeKey, `patch: spec.parts[0]: missing-merge-key: missing merge key "name" (rule keyed-merge)`},
		{apply(shop(), `{"spec":{"replicas":"many"}}`), smp.WrongType, `patch: spec.replicas: wrong-kind: the Go type int does not accept this JSON string`},
		{apply(faulty{}, `{"parts":[{"name":"x"}]}`), smp.InvalidSchema, ""},
		{apply(written{}, `{}`), smp.WrongType, `original: wrong-kind: encoding/json cannot write this value of the Go type func()`},
		{apply(map[string]any{}, `{}`), smp.InvalidSchema, `schema: invalid-schema: the Go type map[string]interface {} has no tags; set Schema to a schema, or to smp.Schemaless`},
		{apply(&object{}, `{}`), smp.InvalidSchema, `schema: invalid-schema: the Go type *typed_test.object has no tags; set Schema to a schema, or to smp.Schemaless`},
		{apply(5, `{}`), smp.InvalidSchema, ""},
		{apply(nil, `{}`), smp.WrongType, `original: wrong-kind: the value is nil, so it has no type; expected a Go value or a nil pointer`},
		{unknown, smp.UnknownField, ""},
		{ofLayer, smp.MissingMergeKey, `layer "theirs": spec.parts[0]: missing-merge-key: missing merge key "name" (rule keyed-merge)`},
		{ofType, smp.WrongType, `layer "ours": wrong-kind: the Go type is typed_test.part; expected *typed_test.app, the type of the first value; convert it, or use package kubernetes with the JSON of all values`},
		{ofNothing, smp.WrongType, `layer "": wrong-kind: the layer has no value with a type; expected one of Raw or Values, with a Go value or a nil pointer`},
		{ofOther, smp.WrongType, `modified: wrong-kind: the Go type is typed_test.part; expected *typed_test.app, the type of the first value; convert it, or use package kubernetes with the JSON of all values`},
	} {
		var e *smp.Error
		if !errors.As(test.err, &e) || e.Code != test.kind || test.want != "" && test.err.Error() != test.want {
			t.Errorf("got %v, want %s", test.err, test.want)
		}
	}
}

func TestValuesSayNoZeros(t *testing.T) {
	for _, test := range []struct {
		reason string
		values app
		want   string
	}{
		{"nothing", app{}, `{}`},
		{"a field, and not its neighbors", app{Spec: spec{Args: []string{""}}}, `{"spec":{"args":[""]}}`},
		{"a field of an embedded pointer", app{Spec: spec{Shared: &Shared{Level: 1}}}, `{"spec":{"level":1}}`},
		{"a pointer to zero", app{Spec: spec{Paused: new(bool)}}, `{"spec":{"paused":false}}`},
		{"an element by its key alone", app{Spec: spec{Parts: []part{{Name: "web", Image: "web:2"}}}}, `{"spec":{"parts":[{"name":"web","image":"web:2"}]}}`},
		{"a key that is zero", app{Spec: spec{Rules: []rule{{0, "x"}}}}, `{"spec":{"rules":[{"port":0,"to":"x"}]}}`},
		{"what writes its own JSON", app{Spec: spec{Size: amount{1}}, ObjectMeta: ObjectMeta{Created: shop().Created}},
			`{"metadata":{"created":"2024-01-02T03:04:05Z"},"spec":{"size":"1Mi"}}`},
		{"what is under a key of a map, whatever it is", app{Spec: spec{Weights: map[string]int{"a": 0}, ByNumber: map[int]rule{0: {To: "x"}}}},
			`{"spec":{"weights":{"a":0},"byNumber":{"0":{"to":"x"}}}}`},
		{"a list that is empty and not nil", app{Spec: spec{Args: []string{}}}, `{"spec":{"args":[]}}`},
		{"structs below pointers, lists and maps", app{Spec: spec{Choice: &choice{Kind: "x"}, Deeper: map[string]*[]choice{"a": {{Max: 1}, {}}, "b": nil}}},
			`{"spec":{"choice":{"kind":"x"},"deeper":{"a":[{"max":1},{}],"b":null}}}`},
		{"what is in an interface", app{Spec: spec{Free: map[string]any{"a": 0, "b": part{Image: "x"}}}}, `{"spec":{"free":{"a":0,"b":{"image":"x"}}}}`},
	} {
		patch, err := typed.Patch(test.values)
		if err != nil || !alike(t, string(patch), test.want) {
			t.Errorf("%s: got %s, %v, want %s", test.reason, patch, err, test.want)
		}
	}
}

// An interface is written as the value in it. An interface with a nil pointer or map is omitted.
// Keys of maps can be numbers.
func TestValuesInInterfacesAndMaps(t *testing.T) {
	type clock struct {
		Any   any                    `json:"any"`
		Waits map[time.Duration]part `json:"waits,omitempty"`
	}
	for _, test := range []struct {
		values clock
		want   string
	}{
		{clock{Any: (*time.Time)(nil)}, `{}`},
		{clock{Any: (*part)(nil)}, `{}`},
		{clock{Any: map[string]int(nil)}, `{}`},
		{clock{Any: 0}, `{"any":0}`},
		{clock{Any: time.Time{}}, `{"any":"0001-01-01T00:00:00Z"}`},
		{clock{Any: &time.Time{}}, `{"any":"0001-01-01T00:00:00Z"}`},
		{clock{Waits: map[time.Duration]part{time.Second: {Name: "a"}}}, `{"waits":{"1000000000":{"name":"a"}}}`},
	} {
		patch, err := typed.Patch(test.values)
		if err != nil || !alike(t, string(patch), test.want) {
			t.Errorf("%#v: got %s, %v, want %s", test.values, patch, err, test.want)
		}
	}
	base := part{Name: "a"}
	if got, _, err := typed.Overlay(base, typed.Values("nothing", (*part)(nil))); err != nil || got != base {
		t.Errorf("a pointer that is nil: got %v, %v", got, err)
	}
}

func TestOverlay(t *testing.T) {
	base := shop()
	before := asJSON(t, base)
	team := app{Spec: spec{Parts: []part{{Name: "web", Image: "web:2"}, {Name: "log", Image: "log:1"}}, Size: amount{7}}}
	got, reports, err := typed.Overlay(base,
		typed.Values("team", team),
		typed.Values("again", &team),
		typed.Raw("night", []byte(`{"metadata":{"labels":{"app":null},"finals":["z"]},"spec":{"replicas":0,"parts":[{"$patch":"delete","name":"db"}]}}`)),
		typed.Values[*app]("none", nil),
		typed.Raw("order", []byte(`{"spec":{"$setElementOrder/parts":[{"name":"log"},{"name":"web"}]}}`)),
	)
	if err != nil {
		t.Fatal(err)
	}
	want := shop()
	want.Labels, want.Finals = nil, []string{"z", "a"}
	want.Spec.Replicas, want.Spec.Size = 0, amount{7}
	want.Spec.Parts = []part{{"log", "log:1", amount{}}, {"web", "web:2", amount{1}}}
	if len(got.Labels) == 0 {
		got.Labels = nil
	}
	if asJSON(t, got) != asJSON(t, want) {
		t.Errorf("got %s, want %s", asJSON(t, got), asJSON(t, want))
	}
	var lines []string
	for _, r := range reports {
		lines = append(lines, r.Layer+":")
		for _, c := range r.Changes {
			lines = append(lines, c.String())
		}
	}
	wanted := "team:|spec.parts[name=log] added|spec.parts[name=web].image changed|spec.size changed|again:|" +
		`night:|metadata.finals[=z] added|metadata.labels removed|spec.parts[name=db] removed|spec.replicas changed|` +
		"none:|order:|spec.parts changed"
	if all := strings.Join(lines, "|"); all != wanted {
		t.Errorf("got %s\nwant %s", all, wanted)
	}
	if reports[0].Changes[1].Before.Text() != "web:1" || reports[0].Changes[1].After.Text() != "web:2" {
		t.Errorf("got %+v", reports[0].Changes[1])
	}
	if after := asJSON(t, base); after != before {
		t.Errorf("the base was %s and is %s", before, after)
	}
}

// A field that the type does not have is dropped and therefore not reported as a change.
func TestOverlayOfUnknownFields(t *testing.T) {
	base := shop()
	base.Spec.Parts = []part{{Name: "web", Image: "web:1"}}
	text := `{"spc":{"a":1},"spec":{"prats":[{"name":"x"}],"PAUSED":true,"parts":[{"name":"web","imag":"x"},{"name":"log","imag":"x","image":"log:1"}],` +
		`"choice":{"max":2,"mx":1},"free":{"any":1}}}`
	got, reports, err := typed.Overlay(base, typed.Raw("typo", []byte(text)), typed.Raw("again", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	wanted := `[spec.choice added spec.free added spec.parts[name=log] added]`
	if changed := fmt.Sprint(reports[0].Changes); changed != wanted || len(reports[1].Changes) > 0 {
		t.Errorf("got %s and %v\nwant %s", changed, reports[1].Changes, wanted)
	}
	for _, c := range reports[0].Changes {
		if strings.Contains(c.After.JSON(), `"imag"`) || strings.Contains(c.After.JSON(), `"mx"`) {
			t.Errorf("%s is reported with a field that it does not have: %s", c, c.After)
		}
	}
	if got.Spec.Paused == nil || got.Spec.Choice.Max != 2 || len(got.Spec.Parts) != 2 {
		t.Errorf("got %s", asJSON(t, got))
	}
	// A map keeps every field.
	e := typed.Engine[map[string]any]{Schema: smp.Schemaless}
	if _, reports, err := e.Overlay(map[string]any{}, typed.Raw("any", []byte(`{"x":1}`))); err != nil || fmt.Sprint(reports[0].Changes) != "[x added]" {
		t.Errorf("a map: got %v, %v", reports, err)
	}
	strict := typed.Engine[*app]{Engine: smp.Engine{Strict: true}}
	_, _, err = strict.Overlay(shop(), typed.Raw("typo", []byte(`{"spec":{"prats":[]}}`)))
	var fault *smp.Error
	if !errors.As(err, &fault) || fault.Code != smp.UnknownField || fault.Document != `layer "typo"` || fault.Path.String() != "spec.prats" {
		t.Errorf("Strict: got %v", err)
	}
}

// A field of the type is found despite a different case.
func TestOverlayOfOtherCase(t *testing.T) {
	type small struct {
		A int    `json:"a"`
		B string `json:"b,omitempty"`
	}
	for text, want := range map[string]string{
		`{"a":1}`: "[a changed]", `{"A":1}`: "[a changed]", `{"aa":1}`: "[]", `{"b":"x"}`: "[b added]", `{"b":null,"c":null}`: "[]",
	} {
		_, reports, err := typed.Overlay(small{}, typed.Raw("x", []byte(text)))
		if err != nil || fmt.Sprint(reports[0].Changes) != want {
			t.Errorf("%s: got %v, %v, want %s", text, reports, err, want)
		}
	}
}

// Empty layers leave a nil base unchanged.
func TestOverlayOfNil(t *testing.T) {
	got, reports, err := typed.Overlay[*app](nil, typed.Values[*app]("none", nil))
	if got != nil || err != nil || len(reports) != 1 || len(reports[0].Changes) > 0 {
		t.Errorf("got %v, %v, %v", got, reports, err)
	}
	if got, _, err = typed.Overlay[*app](nil, typed.Values[*app]("none", nil), typed.Values("some", shop())); err != nil || got == nil {
		t.Errorf("got %v, %v", got, err)
	}
	if _, _, err = typed.Overlay[*app](nil, typed.Values[*part]("other", nil)); err == nil {
		t.Error("a nil pointer of another type is no error")
	}
}

// The option Unions would have no effect without a schema that has unions, so the call fails.
func TestUnionsNeedASchema(t *testing.T) {
	set := smp.Engine{Unions: true}
	_, err := typed.Engine[*app]{Engine: set}.Apply(shop(), []byte(`{}`))
	want := `schema: invalid-schema: Unions is set, but the tags of *typed_test.app define no unions; set Schema (kubernetes.LookupType returns that of a built-in type)`
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	type either struct {
		A *string `json:"a,omitempty" patchUnion:"one=a"`
		B *string `json:"b,omitempty" patchUnion:"one=b"`
	}
	type holder struct {
		All []map[string]*either `json:"all"`
	}
	if _, err := (typed.Engine[holder]{Engine: set}).Apply(holder{}, []byte(`{}`)); err != nil {
		t.Errorf("tags with a union: %v", err)
	}
	if _, err := (typed.Engine[*app]{Engine: set, Schema: smp.Schemaless}).Apply(shop(), []byte(`{}`)); err != nil {
		t.Errorf("a schema of the caller: %v", err)
	}
}

// Reports and conflicts address an element by its key, in any spelling, and share no memory
// with the arguments.
func TestReportsOfMaps(t *testing.T) {
	schema, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"ports": {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"port"}},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	inner := map[string]any{"c": "old"}
	base := map[string]any{"a": map[string]any{"b": inner}, "ports": []any{map[string]any{"port": 80.0, "v": 1.0}}}
	e := typed.Engine[map[string]any]{Specification: true, Schema: schema} // 80 and 80.0 are one key
	_, reports, err := e.Overlay(base, typed.Raw("x", []byte(`{"a":null,"ports":[{"port":80,"v":2}]}`)))
	if err != nil || len(reports[0].Changes) != 2 || reports[0].Changes[1].String() != "ports[port=80].v changed" {
		t.Fatalf("got %v, %v", reports, err)
	}
	inner["c"] = "CHANGED"
	if was := reports[0].Changes[0].Before.JSON(); was != `{"b":{"c":"old"}}` {
		t.Errorf("got %s", was)
	}

	member := map[string]any{"b": "2"}
	modified, current := map[string]any{"a": []any{member}}, map[string]any{"a": []any{map[string]any{"b": "3"}}}
	_, err = e.ThreeWay(map[string]any{}, modified, current, smp.ThreeWayOptions{})
	member["b"] = "CHANGED"
	var conflict *smp.ConflictError
	if !errors.As(err, &conflict) || conflict.Conflicts[0].Left.JSON() != `[{"b":"2"}]` {
		t.Errorf("got %v, %v", err, conflict)
	}
}

// An object has the methods of apimachinery's Unstructured.
type object struct{ content map[string]any }

func (o *object) UnstructuredContent() map[string]any           { return o.content }
func (o *object) SetUnstructuredContent(content map[string]any) { o.content = content }
func (o *object) MarshalJSON() ([]byte, error)                  { panic("it is not written as text") }

func TestNilObject(t *testing.T) {
	engine := typed.Engine[*object]{Schema: smp.Schemaless}
	if result, reports, err := engine.Overlay(nil); result != nil || reports != nil || err != nil {
		t.Errorf("no layers make %v of nil, %v, %v", result, reports, err)
	}
	if result, err := engine.Apply(nil, []byte(`{"a":"b"}`)); err != nil || result.content["a"] != "b" {
		t.Errorf("a patch makes %v of nil, %v", result, err)
	}
}

func TestMaps(t *testing.T) {
	schema, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"parts": {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"name"}},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	content := map[string]any{"parts": []any{map[string]any{"name": "a", "n": int64(1)}}, "other": map[string]any{"x": 1.5, "list": []any{int64(1)}}}
	text := asJSON(t, content)
	patch := []byte(`{"parts":[{"name":"b"}]}`)
	want := map[string]any{"parts": []any{map[string]any{"name": "b"}, map[string]any{"name": "a", "n": int64(1)}}, "other": map[string]any{"x": 1.5, "list": []any{int64(1)}}}

	got, err := typed.Engine[map[string]any]{Schema: schema}.Apply(content, patch)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	made, err := typed.Engine[*object]{Schema: schema}.Apply(&object{content}, patch)
	if err != nil || !reflect.DeepEqual(made.content, want) {
		t.Errorf("got %v, %v", made, err)
	}
	// The result shares no memory with the original, so a controller can overwrite the result.
	made.content["other"].(map[string]any)["list"].([]any)[0] = "overwritten"
	if now := asJSON(t, content); now != text {
		t.Errorf("the original was %s and is %s", text, now)
	}
	back, err := typed.Engine[*object]{Schema: schema}.Diff(&object{content}, &object{want}, smp.DiffOptions{})
	if err != nil || string(back) != `{"parts":[{"name":"b"}],"$setElementOrder/parts":[{"name":"b"},{"name":"a"}]}` {
		t.Errorf("got %s, %v", back, err)
	}
	if _, err := (typed.Engine[map[string]any]{Schema: schema}).Apply(map[string]any{"f": func() {}}, patch); err == nil {
		t.Error("a function is no JSON")
	}
	if empty, err := (typed.Engine[*object]{Schema: smp.Schemaless}).Apply(nil, patch); err != nil || asJSON(t, empty.content) != string(patch) {
		t.Errorf("got %v, %v", empty, err)
	}
}

// A name that differs only in case is not that of a field. A Go type reads it as the field, so it would
// replace a list instead of merging into it.
func TestStrictComparesTheCaseOfNames(t *testing.T) {
	pod := map[string]any{"apiVersion": "v1", "kind": "Pod", "spec": map[string]any{"containers": []any{map[string]any{"name": "a"}, map[string]any{"name": "b"}}}}
	e := typed.Engine[map[string]any]{Schema: kubernetes.MustLookup("v1", "Pod"), Engine: smp.Engine{Strict: true}}
	for _, specification := range []bool{false, true} {
		e.Specification = specification
		_, err := e.Apply(pod, []byte(`{"spec":{"Containers":[{"name":"a","image":"x"}]}}`))
		var fault *smp.Error
		if !errors.As(err, &fault) || fault.Code != smp.UnknownField || fault.Path.String() != "spec.Containers" {
			t.Errorf("with Specification %t: got the error %v", specification, err)
		}
	}
}

// Layers have the effect of calls of Apply one after the other, which drop the fields that the type does
// not have.
func TestLayersApplyInOrder(t *testing.T) {
	for _, layers := range [][]string{
		{`{"spec":{"parts":[{"name":"log","image":"x"}]}}`, `{"spec":{"parts":[{"name":"log","image":"y"}]}}`},
		{`{"extra":[1]}`, `{"extra":[2]}`},
		{`{"spec":{"extra":{"a":1}}}`, `{"spec":{"extra":{"b":1}}}`},
		{`{"spec":{"parts":[{"name":"log","extra":[1]}]}}`, `{"spec":{"parts":[{"name":"log","extra":[2]}]}}`},
	} {
		want, wantErr := shop(), error(nil)
		var all []typed.Layer
		for _, patch := range layers {
			if wantErr == nil {
				want, wantErr = typed.Apply(want, []byte(patch))
			}
			all = append(all, typed.Raw("layer", []byte(patch)))
		}
		got, _, err := typed.Overlay(shop(), all...)
		if (err == nil) != (wantErr == nil) || err == nil && asJSON(t, got) != asJSON(t, want) {
			t.Errorf("%q: got %v, and with Apply %v", layers, err, wantErr)
		}
	}
}

// A type that both documents have is compared, and only a missing one is added.
func TestOtherTypeIsAChange(t *testing.T) {
	type object struct {
		APIVersion string            `json:"apiVersion,omitempty"`
		Kind       string            `json:"kind"`
		Metadata   map[string]string `json:"metadata"`
	}
	meta := map[string]string{"name": "x"}
	for _, test := range []struct {
		to   object
		want string
	}{
		{object{"v1", "B", meta}, `{"kind":"B"}`},
		{object{"v2", "A", meta}, `{"apiVersion":"v2"}`},
		{object{"", "", meta}, `{}`},
		{object{"v1", "A", meta}, `{}`},
	} {
		got, err := typed.Diff(object{"v1", "A", meta}, test.to)
		if err != nil || string(got) != test.want {
			t.Errorf("%v: got %s, %v, want %s", test.to, got, err, test.want)
		}
	}
}
