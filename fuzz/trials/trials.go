// Package trials contains tests and helpers of tests that both engines use, smp.Engine and
// cluster.Engine. Only the tests of packages smp and cluster import it, so programs that embed
// the library do not compile it.
package trials

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// An Engine has the operations of smp.Engine and cluster.Engine.
type Engine interface {
	Apply(s smp.Schema, original, patch model.Value) (model.Value, error)
	ApplyJSON(s smp.Schema, original, patch []byte) ([]byte, error)
	Diff(s smp.Schema, original, modified model.Value, o smp.DiffOptions) (model.Value, error)
	DiffJSON(s smp.Schema, original, modified []byte, o smp.DiffOptions) ([]byte, error)
	ThreeWay(s smp.Schema, original, modified, current model.Value, o smp.ThreeWayOptions) (model.Value, error)
	ThreeWayJSON(s smp.Schema, original, modified, current []byte, o smp.ThreeWayOptions) ([]byte, error)
	Compose(s smp.Schema, patches ...model.Value) (model.Value, error)
	ComposeJSON(s smp.Schema, patches ...[]byte) ([]byte, error)
	Conflicts(s smp.Schema, left, right model.Value) ([]smp.Conflict, error)
	ConflictsJSON(s smp.Schema, left, right []byte) ([]smp.Conflict, error)
}

// Seeds returns the number of seeds that a test tries, out of n: a tenth with -short, which mutation
// testing uses, all if SMP_CHECKS is set, and a quarter otherwise.
func Seeds(n uint64) uint64 {
	switch {
	case testing.Short():
		return n / 10
	case os.Getenv("SMP_CHECKS") == "":
		return n / 4
	}
	return n
}

// Schema generates a schema.
func Schema(t testing.TB, src gen.Source) smp.Schema {
	t.Helper()
	typ, definitions := gen.Schema(src)
	s, err := smp.NewSchema(typ, func(name string) (smp.Definition, bool) { d, ok := definitions[name]; return d, ok })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Related generates a schema and two documents of it. The second one is mostly the result of a few
// patches of the first one.
func Related(t testing.TB, seed uint64) (s smp.Schema, original, modified model.Value) {
	t.Helper()
	src := gen.FromSeed(seed)
	s = Schema(t, src)
	original = gen.Document(src, s)
	modified = original
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

// Unordered returns a document with the elements of merging lists sorted, and without null fields,
// which count as absent.
func Unordered(t testing.TB, s smp.Schema, v model.Value) model.Value {
	t.Helper()
	var out model.Value
	var err error
	switch v.Type() {
	case model.Map:
		var members []model.Member
		for name, m := range v.Members() {
			member, _ := s.Member(name)
			if m.Type() != model.Null {
				members = append(members, model.Member{Name: name, Value: Unordered(t, member, m)})
			}
		}
		out, err = model.NewMap(members...)
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, Unordered(t, s.Element(), e))
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

// Commute checks for n seeds that two patches without a conflict can be applied in either order
// (rule conflict-list). At least one in oneIn pairs must be free of conflicts.
func Commute(t *testing.T, e Engine, n uint64, oneIn int) {
	t.Helper()
	free, both := 0, 0
	for seed := range n {
		src := gen.FromSeed(seed)
		s := Schema(t, src)
		original := gen.Document(src, s)
		left, right := gen.Patch(src, s, original), gen.Patch(src, s, original)
		inTurn := func(first, then model.Value) (model.Value, error) {
			middle, err := e.Apply(s, original, first)
			if err != nil {
				return middle, err
			}
			return e.Apply(s, middle, then)
		}
		one, err := inTurn(left, right)
		if err != nil {
			continue
		}
		if _, err := e.Apply(s, original, right); err != nil {
			continue // the patch is not valid for this document
		}
		both++
		conflicts, err := e.Conflicts(s, left, right)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(conflicts) > 0 {
			continue
		}
		free++
		two, err := inTurn(right, left)
		if err != nil || !model.Equal(Unordered(t, s, one), Unordered(t, s, two)) {
			t.Fatalf("seed %d: %v\noriginal %s\nleft     %s\nright    %s\nleft first  %s\nright first %s", seed, err,
				original.Canonical(), left.Canonical(), right.Canonical(), one.Canonical(), two.Canonical())
		}
	}
	if free < both/oneIn {
		t.Errorf("of %d pairs only %d are free of conflicts", both, free)
	}
}

// RejectZeroSchema checks that every operation of an engine rejects the zero Schema, without a
// panic, and that smp.Schemaless is accepted.
func RejectZeroSchema(t *testing.T, e Engine) {
	t.Helper()
	document, text := model.MustParse(`{"a":[1],"b":{"c":1}}`), []byte(`{"a":[1],"b":{"c":1}}`)
	for name, call := range map[string]func(s smp.Schema) error{
		"Apply":     func(s smp.Schema) error { _, err := e.Apply(s, model.Value{}, document); return err },
		"ApplyJSON": func(s smp.Schema) error { _, err := e.ApplyJSON(s, nil, text); return err },
		"Diff":      func(s smp.Schema) error { _, err := e.Diff(s, document, document, smp.DiffOptions{}); return err },
		"DiffJSON":  func(s smp.Schema) error { _, err := e.DiffJSON(s, text, text, smp.DiffOptions{}); return err },
		"ThreeWay": func(s smp.Schema) error {
			_, err := e.ThreeWay(s, document, document, document, smp.ThreeWayOptions{})
			return err
		},
		"ThreeWayJSON": func(s smp.Schema) error {
			_, err := e.ThreeWayJSON(s, text, text, text, smp.ThreeWayOptions{})
			return err
		},
		"Overwriting": func(s smp.Schema) error {
			_, err := e.ThreeWay(s, document, document, document, smp.ThreeWayOptions{Overwrite: true})
			return err
		},
		"Compose":       func(s smp.Schema) error { _, err := e.Compose(s, document, document); return err },
		"Compose none":  func(s smp.Schema) error { _, err := e.Compose(s); return err },
		"Compose one":   func(s smp.Schema) error { _, err := e.Compose(s, document); return err },
		"ComposeJSON":   func(s smp.Schema) error { _, err := e.ComposeJSON(s, text); return err },
		"Conflicts":     func(s smp.Schema) error { _, err := e.Conflicts(s, document, document); return err },
		"no conflicts":  func(s smp.Schema) error { _, err := e.Conflicts(s, model.MustParse(`{}`), document); return err },
		"ConflictsJSON": func(s smp.Schema) error { _, err := e.ConflictsJSON(s, text, text); return err },
	} {
		MustRejectZeroSchema(t, name, call)
	}
}

// MustRejectZeroSchema checks the same for one call.
func MustRejectZeroSchema(t *testing.T, name string, call func(smp.Schema) error) {
	t.Helper()
	var fault *smp.Error
	if err := call(smp.Schema{}); !errors.As(err, &fault) || fault.Code != smp.InvalidSchema || fault.Document != "schema" {
		t.Errorf("%s without schema: got %v", name, err)
	}
	if err := call(smp.Schemaless); errors.As(err, &fault) && fault.Code == smp.InvalidSchema {
		t.Errorf("%s schemaless: got %v", name, err)
	}
}
