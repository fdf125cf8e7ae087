package smp_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

var errFaulty = errors.New("faulty")

// laterSchema describes a map with the fields good and other, and some invalid fields. The fields
// good and other are keyed lists whose elements have the same definition. The schema counts the
// calls that describe a field.
func laterSchema(t *testing.T, described map[string]int) smp.Schema {
	t.Helper()
	text := smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	later := func(fields map[string]smp.Definition) smp.Definition {
		typ := smp.Definition{Type: smp.MapType, Field: func(name string) smp.Definition {
			described[name]++
			return fields[name]
		}}
		for name := range fields {
			typ.Names = append(typ.Names, name)
		}
		return typ
	}
	list := smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"name"}, Element: &smp.Definition{Ref: "element"}}
	s, err := smp.NewSchema(later(map[string]smp.Definition{
		"good": list, "other": list,
		"bad":     {Fault: errFaulty},
		"unkeyed": {Type: smp.ListType, Strategy: smp.Merge, Keys: []string{"missing"}, Element: &smp.Definition{Ref: "element"}},
		"nothing": {Ref: "nothing"},
	}), func(name string) (smp.Definition, bool) {
		described[name]++
		return later(map[string]smp.Definition{"name": text, "value": text, "more": list}), name == "element"
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFieldsAreDescribedWhenAskedFor(t *testing.T) {
	described := map[string]int{}
	s := laterSchema(t, described)
	if len(described) > 0 {
		t.Errorf("described at once: %v", described)
	}
	original := model.MustParse(`{"good":[{"name":"a","value":"1"}],"bad":1}`)
	patch := model.MustParse(`{"good":[{"name":"a","value":"2"},{"name":"b"}]}`)
	var wait sync.WaitGroup
	for range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			got, err := smp.Apply(s, original, patch)
			if want := `{"good":[{"name":"a","value":"2"},{"name":"b"}],"bad":1}`; err != nil || got.JSON() != want {
				t.Errorf("%s, %v; want %s", got.JSON(), err, want)
			}
		}()
	}
	wait.Wait()
	for name, times := range described {
		if times != 1 || name == "bad" || name == "other" || name == "more" {
			t.Errorf("%s is described %d times", name, times)
		}
	}
	good, _ := s.Field("good")
	other, _ := s.Field("other")
	more, _ := good.Element().Field("more")
	if !good.Equal(other) || !good.Equal(more) || !good.Keyed() || other.Element().Err() != nil {
		t.Error("the lists differ")
	}
}

// If the description of a field is invalid, every call that uses the field fails, and no other call
// fails.
func TestFaultsOfFieldsAreErrorsOfCalls(t *testing.T) {
	s := laterSchema(t, map[string]int{})
	for _, field := range []string{"good", "bad", "unkeyed", "nothing", "bad", "good"} {
		before := model.MustParse(`{"` + field + `":[{"name":"a"}]}`)
		after := model.MustParse(`{"` + field + `":[{"name":"a","value":"b"}]}`)
		other := model.MustParse(`{"` + field + `":[{"name":"a","value":"c"}]}`)
		var e smp.Engine
		_, apply := e.Apply(s, before, after)
		_, diff := e.Diff(s, before, after, smp.DiffOptions{})
		_, threeWay := e.ThreeWay(s, before, after, before, smp.ThreeWayOptions{})
		_, compose := e.Compose(s, after, other)
		_, conflicts := e.Conflicts(s, after, other)
		below, known := s.Field(field)
		for door, err := range map[string]error{
			"apply": apply, "diff": diff, "three-way": threeWay, "compose": compose, "conflicts": conflicts, "schema": below.Err(),
		} {
			if (err != nil) != (field != "good") || field == "bad" && err != errFaulty || !known {
				t.Errorf("%s of %s: %v", door, field, err)
			}
			if e := (*smp.Error)(nil); err != nil && err != errFaulty && (!errors.As(err, &e) || e.Code != smp.InvalidSchema) {
				t.Errorf("%s of %s: %v is no fault of a schema", door, field, err)
			}
		}
		if problems := e.Lint(s, after); (len(problems) == 1 && problems[0].Code == smp.InvalidSchema) != (field != "good") {
			t.Errorf("lint of %s: %v", field, problems)
		}
		if found := (cluster.Engine{}).Differences(e, s, before, after); found != nil {
			t.Errorf("differences of %s: %v", field, found)
		}
	}
	if s.Equal(laterSchema(t, map[string]int{})) {
		t.Error("faulty schemas are equal")
	}
	if _, err := s.With(model.Path{model.Field("bad"), model.Field("a")}, smp.Override{Strategy: smp.Replace}); !errors.Is(err, errFaulty) {
		t.Errorf("an override below a fault: %v", err)
	}
	with, err := s.With(model.Path{model.Field("other")}, smp.Override{Strategy: smp.Replace})
	if err != nil {
		t.Fatal(err)
	}
	good, _ := with.Field("good")
	other, _ := with.Field("other")
	if !good.Keyed() || other.Keyed() {
		t.Error("an override is not where it should be")
	}
}

// One field has a fault, but uses a valid definition. Another field can still use that definition.
func TestFaultsLeaveNothingHalfDone(t *testing.T) {
	s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Names: []string{"broken", "whole"}, Field: func(name string) smp.Definition {
		if name == "whole" {
			return smp.Definition{Ref: "a"}
		}
		return smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": {Ref: "a"}, "b": {Type: smp.ScalarType, Scalars: smp.StringScalar, Fault: errFaulty}}}
	}}, func(name string) (smp.Definition, bool) {
		return smp.Definition{Type: smp.ListType}, true
	})
	if err != nil {
		t.Fatal(err)
	}
	broken, _ := s.Field("broken")
	whole, _ := s.Field("whole")
	if broken.Err() != errFaulty || whole.Err() != nil || whole.Type() != smp.ListType {
		t.Errorf("%v, %v, %v", broken.Err(), whole.Err(), whole.Type())
	}
}

// A map whose fields are described later is merged field by field, because a list in it may have to
// be merged.
func TestFieldsDescribedLaterAreMerged(t *testing.T) {
	list := keyedBy(mapOf(map[string]smp.Definition{"name": text, "value": text}), "name")
	below := smp.Definition{Type: smp.MapType, Names: []string{"list"}, Field: func(string) smp.Definition { return list }}
	s := schemaOf(t, mapOf(map[string]smp.Definition{"below": below}))
	got, err := smp.Apply(s, model.MustParse(`{}`), model.MustParse(`{"below":{"list":[{"name":"a","value":"1"},{"name":"a","value":"2"}]}}`))
	if want := `{"below":{"list":[{"name":"a","value":"2"}]}}`; err != nil || got.JSON() != want {
		t.Errorf("%s, %v; want %s", got.JSON(), err, want)
	}
	if any, _ := schemaOf(t, mapOf(map[string]smp.Definition{"any": {Type: smp.ScalarType}})).Field("any"); any.Scalars() != smp.AnyScalar {
		t.Errorf("any scalar is one of %d", any.Scalars())
	}
}

// A field that is described on demand has the same schema as a field that is described at once, or
// the same error.
func TestDescribedOnDemandIsTheSame(t *testing.T) {
	fields := map[string]smp.Definition{"text": text}
	parts := []struct {
		name string
		set  func(d *smp.Definition)
	}{
		{"any scalar", func(d *smp.Definition) { d.Type = smp.ScalarType }},
		{"map", func(d *smp.Definition) { d.Type = smp.MapType }},
		{"list", func(d *smp.Definition) { d.Type = smp.ListType }},
		{"scalars", func(d *smp.Definition) { d.Scalars = smp.StringScalar }},
		{"all scalars", func(d *smp.Definition) { d.Scalars = smp.AnyScalar }},
		{"whole numbers", func(d *smp.Definition) { d.Scalars = smp.IntegerScalar }},
		{"fractions without whole numbers", func(d *smp.Definition) { d.Scalars = smp.NumberScalar &^ smp.IntegerScalar }},
		{"too many scalars", func(d *smp.Definition) { d.Scalars = smp.AnyScalar + 1 }},
		{"reference", func(d *smp.Definition) { d.Ref = "text" }},
		{"default", func(d *smp.Definition) { d.Default = model.NewInt(1) }},
		{"marks", func(d *smp.Definition) { d.Marks.NotStored = true }},
		{"alias", func(d *smp.Definition) { d.Marks.AliasOf = "other" }},
		{"merge", func(d *smp.Definition) { d.Strategy = smp.Merge }},
		{"replace", func(d *smp.Definition) { d.Strategy = smp.Replace }},
		{"retain keys", func(d *smp.Definition) { d.RetainKeys = true }},
		{"keys", func(d *smp.Definition) { d.Keys = []string{"text"} }},
		{"recommended", func(d *smp.Definition) { d.Recommended = []string{"text"} }},
		{"map keys", func(d *smp.Definition) { d.MapKeys = true }},
		{"lists", func(d *smp.Definition) { d.AcceptsLists = true }},
		{"fields", func(d *smp.Definition) { d.Fields = fields }},
		{"element", func(d *smp.Definition) { d.Element = &smp.Definition{Type: smp.MapType, Fields: fields} }},
		{"fault", func(d *smp.Definition) { d.Fault = errFaulty }},
	}
	definitions := func(name string) (smp.Definition, bool) { return text, name == "text" }
	other := smp.Definition{Type: smp.ScalarType}
	for i, one := range parts {
		for j, two := range parts {
			for _, three := range parts[max(i, j):] {
				var d smp.Definition
				one.set(&d)
				two.set(&d)
				three.set(&d)
				later, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Names: []string{"field", "other"}, Field: func(name string) smp.Definition {
					if name == "other" {
						return other
					}
					return d
				}}, definitions)
				if err != nil {
					t.Fatal(err)
				}
				field, _ := later.Field("field")
				at, err := smp.NewSchema(mapOf(map[string]smp.Definition{"field": d, "other": other}), definitions)
				if fmt.Sprint(field.Err()) != fmt.Sprint(err) {
					t.Errorf("%s, %s, %s: on demand %v, at once %v", one.name, two.name, three.name, field.Err(), err)
				}
				if want, _ := at.Field("field"); err == nil && (!field.Equal(want) || field.AcceptsLists() != want.AcceptsLists()) {
					t.Errorf("%s, %s, %s: the schemas differ", one.name, two.name, three.name)
				}
			}
		}
	}
}
