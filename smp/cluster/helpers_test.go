package cluster_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

var (
	text   = smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	number = smp.Definition{Type: smp.ScalarType, Scalars: smp.NumberScalar}
)

func mapOf(fields map[string]smp.Definition) smp.Definition {
	return smp.Definition{Type: smp.MapType, Fields: fields}
}

func keyedBy(element smp.Definition, keys ...string) smp.Definition {
	return smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Keys: keys, Element: &element}
}

func schemaOf(t testing.TB, root smp.Definition) smp.Schema {
	t.Helper()
	s, err := smp.NewSchema(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func pathTo(path string) model.Path {
	p, err := model.ParsePath(path)
	if err != nil {
		panic(err)
	}
	return p
}

// errText returns all fields of an error as text.
func errText(err error) string {
	e, ok := err.(*smp.Error)
	if !ok {
		return fmt.Sprint(err)
	}
	return fmt.Sprintf("%s|%s|%s|%s|%v", e.Code, e.Document, e.Path, e.Rule, e.Cause)
}

// jsonOf returns a value as JSON. Names and numbers keep their spelling.
func jsonOf(v model.Value) string {
	if v.Type() == model.Absent {
		return "absent"
	}
	return v.JSON()
}

// inShort returns the number of seeds that a test tries, out of n. It returns a tenth with -short,
// which mutation testing uses first, all if SMP_CHECKS is set, and a quarter otherwise.
func inShort(n uint64) uint64 {
	switch {
	case testing.Short():
		return n / 10
	case os.Getenv("SMP_CHECKS") == "":
		return n / 4
	}
	return n
}

// checks returns the number of inputs that a test tries: a tenth of few with -short, otherwise a
// tenth of SMP_CHECKS if it is set, or few.
func checks(few uint64) uint64 {
	if testing.Short() {
		return few / 10
	}
	if n, err := strconv.ParseUint(os.Getenv("SMP_CHECKS"), 10, 64); err == nil {
		return n / 10
	}
	return few
}

// unordered returns v with the elements of merging lists sorted and without
// null fields, to compare documents regardless of order.
func unordered(t testing.TB, s smp.Schema, v model.Value) model.Value {
	t.Helper()
	var out model.Value
	var err error
	switch v.Type() {
	case model.Map:
		var members []model.Member
		for name, m := range v.Members() {
			member, _ := s.Member(name)
			if m.Type() != model.Null {
				members = append(members, model.Member{Name: name, Value: unordered(t, member, m)})
			}
		}
		out, err = model.NewMap(members...)
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, unordered(t, s.Element(), e))
		}
		if s.Merging() {
			slices.SortFunc(elements, model.Compare)
		}
		out, err = model.NewList(elements...)
	default:
		return v
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// related returns a schema and two documents. The second one is usually the first one
// with a few patches applied.
func related(t testing.TB, seed uint64) (smp.Schema, model.Value, model.Value) {
	t.Helper()
	src := gen.FromSeed(seed)
	typ, defs := gen.Schema(src)
	s, err := smp.NewSchema(typ, func(name string) (smp.Definition, bool) { d, ok := defs[name]; return d, ok })
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	original := gen.Document(src, s)
	modified := original
	for range 1 + seed%3 {
		if next, err := smp.Apply(s, modified, gen.Patch(src, s, modified)); err == nil {
			modified = next
		}
	}
	if model.Equal(original, modified) {
		modified = gen.Document(src, s)
	}
	return s, original, modified
}
