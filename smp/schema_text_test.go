package smp_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

func TestSchemasAsText(t *testing.T) {
	text := smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	one := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"name": text}}
	for _, test := range []struct {
		of   smp.Definition
		want string
	}{
		{text, "string"},
		{smp.Definition{Type: smp.ScalarType}, "scalar"},
		{smp.Definition{Type: smp.MapType, Names: []string{"a"}, Field: func(string) smp.Definition { return text }}, "map with 1 field"},
		{smp.Definition{Type: smp.ScalarType, Scalars: smp.AnyScalar}, "scalar"},
		{smp.Definition{Type: smp.ScalarType, Scalars: smp.IntegerScalar | smp.StringScalar}, "integer or string"},
		{smp.Definition{Type: smp.ScalarType, Scalars: smp.NumberScalar}, "number"},
		{smp.Definition{Type: smp.ScalarType, Scalars: smp.NumberScalar | smp.BoolScalar}, "number or boolean"},
		{smp.Definition{Type: smp.ListType, Element: &text}, "atomic list"},
		{smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Element: &text}, "set"},
		{smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"name"}, Element: &one}, "list keyed by name"},
		{one, "map with 1 field"},
		{smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": text, "b": text}}, "map with 2 fields"},
		{smp.Definition{Type: smp.MapType, Strategy: smp.Replace, Fields: map[string]smp.Definition{"a": text}}, "atomic map with 1 field"},
		{smp.Definition{Type: smp.MapType, Values: &text}, "map"},
		{smp.Definition{}, "any"},
	} {
		if got := test.of.String(); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.of, got, test.want)
		}
		root := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"f": test.of}}
		s, err := smp.NewSchema(root, nil)
		if err != nil {
			t.Fatal(err)
		}
		if f, ok := s.Field("f"); !ok || f.String() != test.want {
			t.Errorf("the schema of %+v: got %q, want %q", test.of, f, test.want)
		}
	}
	empty := smp.Definition{Type: smp.MapType}
	if got := empty.String(); got != "map" {
		t.Errorf("a map without fields: got %q", got)
	}
	for _, test := range []struct{ got, want string }{
		{smp.Definition{Ref: "x"}.String(), "definition x"},
		{smp.Definition{Fault: errors.New("broken")}.String(), "invalid schema: broken"},
		{smp.Schema{}.String(), "no schema"},
		{smp.Scalars(0).String(), "scalar"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
	broken := laterSchema(t, map[string]int{})
	if f, _ := broken.Field("bad"); f.Err() == nil || f.String() != "invalid schema: "+f.Err().Error() {
		t.Errorf("a schema with a fault: got %q", f)
	}
}

// Conflicts, problems, events and paths are the same after they were written as JSON and read again. A text
// that cannot be read changes nothing.
func TestResultsAsJSON(t *testing.T) {
	path := model.Path{model.Field("a"), model.Index(1)}
	keep, err := smp.ParseKeepPath("a.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		of         any
		read, same any
		want, bad  string
	}{
		{
			smp.Conflict{Path: path, Code: smp.BothChanged, Left: model.NewInt(1), Derived: true}, new(smp.Conflict), &smp.Conflict{Code: "x"},
			`{"path":"a[1]","kind":"both-changed","left":1,"derived":true}`, `{"path":1}`,
		}, {
			smp.Problem{Path: path, Rule: smp.RuleRoot, Code: smp.WrongType, Rejected: true, Cause: errors.New("why")}, new(smp.Problem), &smp.Problem{Code: "x"},
			`{"path":"a[1]","kind":"wrong-kind","rule":"root","rejected":true,"message":"why"}`, `{"path":1}`,
		}, {
			smp.Problem{Rule: smp.RuleRoot, Code: smp.WrongType}, new(smp.Problem), &smp.Problem{Code: "x"},
			`{"path":".","kind":"wrong-kind","rule":"root","rejected":false}`, `[]`,
		}, {
			smp.Event{Rule: smp.RuleRoot, Path: path, Ambiguous: errors.New("two")}, new(smp.Event), &smp.Event{Rule: "x"},
			`{"path":"a[1]","rule":"root","ambiguous":"two"}`, `{"path":1}`,
		},
		{keep, new(smp.KeepPath), &smp.KeepPath{{Deep: true}}, `"a[*]"`, `"a["`},
		{keep[1], new(smp.KeepStep), &smp.KeepStep{Deep: true}, `"[*]"`, `"a.b"`},
	} {
		text, err := json.Marshal(test.of)
		if err != nil || string(text) != test.want {
			t.Errorf("%T: got %s, %v, want %s", test.of, text, err, test.want)
		}
		if err := json.Unmarshal(text, test.read); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if again, err := json.Marshal(test.read); err != nil || string(again) != test.want {
			t.Errorf("%s: read and written again: %s, %v", text, again, err)
		}
		before, err := json.Marshal(test.same)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(test.bad), test.same); err == nil {
			t.Errorf("%T accepts %s", test.of, test.bad)
		}
		if after, _ := json.Marshal(test.same); string(after) != string(before) {
			t.Errorf("%s has changed %s to %s", test.bad, before, after)
		}
	}
	if got, want := (smp.Event{Rule: smp.RuleRoot, Path: path}).String(), "a[1]: root"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := (smp.Event{Rule: smp.RuleRoot, Path: path, Ambiguous: errors.New("two")}).String(), "a[1]: root: two"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var step smp.KeepStep
	if err := step.UnmarshalText([]byte("")); err == nil {
		t.Errorf("an empty text is the step %s", step)
	}
	if _, err := json.Marshal(smp.Schema{}); err == nil {
		t.Error("a schema was written as JSON")
	}
	if err := new(smp.Schema).UnmarshalJSON([]byte("{}")); err == nil {
		t.Error("a schema was read from JSON")
	}
}

// A ConflictError that is converted to an Error names each place once.
func TestConflictsAsError(t *testing.T) {
	conflict := func(name string) smp.Conflict {
		return smp.Conflict{Path: model.Path{model.Field(name)}, Code: smp.LeftDeleted}
	}
	for _, test := range []struct {
		conflicts []smp.Conflict
		want      string
	}{
		{nil, "modified and current changed 0 values differently"},
		{[]smp.Conflict{conflict("a")}, "modified and current changed 1 value differently (deleted in modified)"},
		{[]smp.Conflict{conflict("a"), conflict("b")}, "modified and current changed 2 values differently (deleted in modified); also b (deleted in modified)"},
	} {
		var e *smp.Error
		if !errors.As(&smp.ConflictError{Conflicts: test.conflicts}, &e) || e.Code != smp.Conflicting {
			t.Fatalf("got %+v", e)
		}
		if got := e.Cause.Error(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
