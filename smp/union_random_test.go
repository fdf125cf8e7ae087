package smp_test

import (
	"math/rand/v2"
	"testing"

	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// unionSchemas returns two schemas of a union of maps, a scalar and a group. Only the second one
// has a discriminator.
func unionSchemas(t *testing.T) []smp.Schema {
	t.Helper()
	const properties = `"properties":{"type":{"type":"string"},"n":{"type":"string"},"a":{"type":"object","properties":{"x":{"type":"string"},"y":{"type":"string"}}},
		"b":{"type":"object","properties":{"x":{"type":"string"},"y":{"type":"string"}}},"c":{"type":"string"},"g":{"type":"string"},"h":{"type":"string"}}`
	var schemas []smp.Schema
	for _, union := range []string{
		`{"fields-to-discriminateBy":{"a":"A","b":"B","c":"C","g":"G","h":"G"},"unset-values":{"c":[""]}}`,
		`{"discriminator":"type","fields-to-discriminateBy":{"a":"A","b":"B","c":"C","g":"G","h":"G"},"unset-values":{"c":[""]}}`,
	} {
		s, err := openapi.Schema(model.MustParse(`{"properties":{"u":{"type":"object",` + properties + `,"x-kubernetes-unions":[` + union + `]}}}`))
		if err != nil {
			t.Fatal(err)
		}
		schemas = append(schemas, s)
	}
	return schemas
}

// A unionSource generates documents and patches of the schemas of unionSchemas.
type unionSource struct{ *rand.Rand }

func (r unionSource) one(texts ...string) string { return texts[r.IntN(len(texts))] }

func (r unionSource) document() model.Value {
	if r.IntN(8) == 0 {
		return model.MustParse(`{}`)
	}
	text := `{"u":{"n":"1"`
	for _, name := range []string{"a", "b"} {
		if r.IntN(4) == 0 {
			text += `,"` + name + `":` + r.one(`{}`, `{"x":"1"}`, `{"x":"1","y":"2"}`)
		}
	}
	for _, name := range []string{"c", "g", "h"} {
		if r.IntN(4) == 0 {
			text += `,"` + name + `":` + r.one(`""`, `"1"`)
		}
	}
	if r.IntN(2) == 0 {
		text += `,"type":` + r.one(`"A"`, `"B"`, `"C"`, `"G"`, `"N"`)
	}
	return model.MustParse(text + `}}`)
}

func (r unionSource) patch() model.Value {
	text := `{"u":{"n":` + r.one(`null`, `"2"`)
	for _, name := range []string{"a", "b"} {
		if r.IntN(4) == 0 {
			text += `,"` + name + `":` + r.one(`null`, `{}`, `{"x":"3"}`, `{"x":null}`, `{"$patch":"replace","y":"4"}`, `{"$patch":"delete"}`)
		}
	}
	for _, name := range []string{"c", "g", "h"} {
		if r.IntN(5) == 0 {
			text += `,"` + name + `":` + r.one(`null`, `""`, `"3"`)
		}
	}
	if r.IntN(3) == 0 {
		text += `,"type":` + r.one(`null`, `"A"`, `"B"`, `"C"`, `"G"`, `"N"`)
	}
	switch r.IntN(12) {
	case 0:
		text += `,"$patch":"replace"`
	case 1:
		text += `,"$retainKeys":["n","type","a","b","c","g","h"]`
	case 2:
		text += `,"$retainKeys":` + r.one(`["n"]`, `["n","a"]`, `["n","type"]`, `["n","type","b"]`)
	}
	return model.MustParse(text + `}}`)
}

// The composed patch has the effect of both patches. Patches without conflicts can be applied in
// either order. A patch never leaves more members of a union than it found.
func TestUnionsRandomly(t *testing.T) {
	schemas := unionSchemas(t)
	e := smp.Engine{Unions: true}
	var composed, unsaid, commuting, atOdds uint64
	for seed := range trials.Seeds(12_000) {
		r := unionSource{rand.New(rand.NewPCG(seed, 1))}
		s, first, then := schemas[seed%2], r.patch(), r.patch()
		one, err := e.Compose(s, first, then)
		if err != nil {
			unsaid++
		} else {
			composed++
		}
		conflicts, conflictErr := e.Conflicts(s, first, then)
		if conflictErr == nil {
			if len(conflicts) == 0 {
				commuting++
			} else {
				atOdds++
			}
		}
		for range 8 {
			original := r.document()
			after, firstErr := e.Apply(s, original, first)
			both, bothErr := e.Apply(s, after, then)
			if firstErr != nil || bothErr != nil {
				continue
			}
			if members(original) <= 1 && members(after) > 1 {
				t.Fatalf("seed %d: %s makes of %s %s, with two members", seed, first.JSON(), original.JSON(), after.JSON())
			}
			if err == nil {
				if got, err := e.Apply(s, original, one); err != nil || !model.Equal(got, both) {
					t.Fatalf("seed %d: %s and %s are %s\nwhich makes of %s\n%s, %v\nand not\n%s", seed, first.JSON(), then.JSON(), one.JSON(), original.JSON(), got.JSON(), err, both.JSON())
				}
			}
			if conflictErr == nil && len(conflicts) == 0 {
				other, err := e.Apply(s, original, then)
				if err == nil {
					other, err = e.Apply(s, other, first)
				}
				if err != nil || !model.Equal(other, both) {
					t.Fatalf("seed %d: %s and %s have no conflict\nthey make of %s\n%s\nand the other way %s, %v", seed, first.JSON(), then.JSON(), original.JSON(), both.JSON(), other.JSON(), err)
				}
			}
		}
	}
	t.Logf("%d pairs compose, %d do not; %d commute, %d are at odds", composed, unsaid, commuting, atOdds)
	if composed < trials.Seeds(12_000)/4 || commuting < trials.Seeds(12_000)/20 {
		t.Error("too few pairs compose or commute")
	}
}

// members returns the number of union members that a document sets.
func members(document model.Value) int {
	u, _ := document.Get("u")
	n := 0
	group := false
	for _, name := range []string{"a", "b", "c", "g", "h"} {
		v, ok := u.Get(name)
		switch {
		case !ok || name == "c" && v.Text() == "":
		case name == "g" || name == "h":
			group = true
		default:
			n++
		}
	}
	if group {
		n++
	}
	return n
}
