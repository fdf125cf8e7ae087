package smp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/trials"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// lintSeeds is the number of generated patches for each law.
const lintSeeds = 6000

// needsOriginal reports whether Lint cannot find a fault, because it depends on the original or on
// the elements that the patch adds. Examples are the number of matching elements and the value of a
// field without schema.
func needsOriginal(e *smp.Error) bool {
	return e.Code == smp.AmbiguousMergeKey || e.Code == smp.Limit ||
		e.Rule == smp.RuleSetDelete && strings.Contains(e.Cause.Error(), "expected a field")
}

func lists(problems []smp.Problem, e *smp.Error) bool {
	return slices.ContainsFunc(problems, func(p smp.Problem) bool {
		rule := p.Rule
		if rule == smp.RuleFieldNames {
			rule = smp.RuleUnknownField
		}
		return p.Rejected && p.Path.Equal(e.Path) && rule == e.Rule && p.Code == e.Code
	})
}

// If Apply rejects a patch and the fault does not depend on the original, Lint reports that fault.
// If Lint reports a Rejected problem, Apply rejects the patch.
func TestLintFindsWhatApplyRejects(t *testing.T) {
	rejected, exempt := uint64(0), uint64(0)
	for seed := range trials.Seeds(lintSeeds) {
		c := gen.Apply(gen.FromSeed(seed))
		problems := c.Engine.Lint(c.Schema, c.Patch)
		said := slices.ContainsFunc(problems, func(p smp.Problem) bool { return p.Rejected })
		for _, original := range []model.Value{{}, c.Original} {
			_, err := c.Engine.Apply(c.Schema, original, c.Patch)
			var e *smp.Error
			switch {
			case !errors.As(err, &e):
				if said {
					t.Fatalf("seed %d: Apply accepts the patch\npatch %s\noriginal %s\nproblems %v", seed, c.Patch.JSON(), original.JSON(), problems)
				}
			case e.Document != "patch":
			case lists(problems, e):
				rejected++
			case needsOriginal(e):
				exempt++
			default:
				t.Fatalf("seed %d: %v is no problem\npatch %s\nproblems %v", seed, err, c.Patch.JSON(), problems)
			}
		}
	}
	if rejected < trials.Seeds(lintSeeds)/10 || exempt > rejected/20 {
		t.Errorf("%d rejected patches, %d more are exempt", rejected, exempt)
	}
}

// The order of members does not matter.
func TestLintIgnoresMemberOrder(t *testing.T) {
	for seed := range trials.Seeds(lintSeeds) {
		c := gen.Apply(gen.FromSeed(seed))
		want := c.Engine.Lint(c.Schema, c.Patch)
		got := c.Engine.Lint(c.Schema, backwards(t, c.Patch))
		if !slices.EqualFunc(got, want, func(a, b smp.Problem) bool {
			return a.Rejected == b.Rejected && a.String() == b.String()
		}) {
			t.Fatalf("seed %d: patch %s\nproblems %v\nmembers backwards %v", seed, c.Patch.Canonical(), want, got)
		}
	}
}

// backwards returns v with the members of all maps in the opposite order.
func backwards(t *testing.T, v model.Value) model.Value {
	t.Helper()
	out, err := v, error(nil)
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		slices.Reverse(members)
		for i := range members {
			members[i].Value = backwards(t, members[i].Value)
		}
		out, err = model.NewMap(members...)
	case model.List:
		elements := v.AppendElements(nil)
		for i := range elements {
			elements[i] = backwards(t, elements[i])
		}
		out, err = model.NewList(elements...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The patches of Diff are valid. Lint only reports problems that come from the documents: fields
// and values that contradict the schema, duplicates and unions.
func TestLintAcceptsDiffs(t *testing.T) {
	for seed := range trials.Seeds(lintSeeds) {
		s, original, modified := trials.Related(t, seed)
		patch, err := smp.Diff(s, original, modified)
		if err != nil {
			continue
		}
		problems := smp.Lint(s, patch)
		for _, p := range problems {
			ok := false
			switch p.Code {
			case smp.UnknownField, smp.DirectiveAsData, smp.RepeatedKey, smp.UnionSiblings:
				ok = true
			case smp.WrongType:
				ok = p.Rule == smp.RuleValueType
			case smp.AmbiguousMergeKey:
				// The schema declares a field with that name, so it is not a directive.
				_, ok = schemaAt(s, p.Path).Field("$patchMergeKey")
			case smp.NoEffect:
				// The document has a map where the schema has a list.
				ok = lastName(p) == "$retainKeys" && slices.ContainsFunc(problems, func(q smp.Problem) bool {
					return q.Code == smp.WrongType && q.Path.Equal(p.Path[:len(p.Path)-1])
				})
			}
			if !ok || p.Rejected {
				t.Errorf("seed %d: %v\npatch %s", seed, p, patch.Canonical())
			}
		}
	}
}

// schemaAt returns the schema of a place in a document.
func schemaAt(s smp.Schema, path model.Path) smp.Schema {
	for _, step := range path {
		if name, ok := step.(model.Field); ok {
			s, _ = s.Member(string(name))
		} else {
			s = s.Element()
		}
	}
	return s
}

func lastName(p smp.Problem) string {
	name, _ := p.Path[len(p.Path)-1].(model.Field)
	return string(name)
}

// A part without effect can be left out without changing the result.
func TestLintNoEffect(t *testing.T) {
	held := uint64(0)
	for seed := range trials.Seeds(lintSeeds) {
		c := gen.Apply(gen.FromSeed(seed))
		c.Engine.Strict, c.Engine.Ignore = false, 0
		for _, p := range c.Engine.Lint(c.Schema, c.Patch) {
			path, ok := idle(c.Patch, p)
			if !ok {
				continue
			}
			without := removed(t, c.Patch, path)
			if left, _ := path[:len(path)-1].Lookup(without); isMarker(left) {
				continue // the rest has another meaning in a list
			}
			for _, original := range []model.Value{{}, c.Original} {
				want, err := c.Engine.Apply(c.Schema, original, c.Patch)
				if err != nil {
					continue
				}
				held++
				got, err := c.Engine.Apply(c.Schema, original, without)
				if err != nil || !model.Equal(got, want) {
					t.Fatalf("seed %d: %v\noriginal %s\npatch %s\nresult %s\nwithout it %s, %v", seed, p, original.Canonical(), c.Patch.Canonical(), want.Canonical(), got.Canonical(), err)
				}
			}
		}
	}
	if held < trials.Seeds(lintSeeds)/10 {
		t.Errorf("only %d things have no effect", held)
	}
}

// idle returns the path of the part without effect, if p reports one.
func idle(patch model.Value, p smp.Problem) (model.Path, bool) {
	if p.Code != smp.NoEffect {
		return nil, false
	}
	holderPath := p.Path[:len(p.Path)-1]
	holder, _ := holderPath.Lookup(patch)
	var list model.Value
	if n := len(holderPath); n > 0 {
		list, _ = holderPath[:n-1].Lookup(patch)
	}
	value, _ := p.Path.Lookup(patch)
	if lastName(p) == "$patch" && (value.Text() == "delete" || list.Type() == model.List && holder.Len() == 1) {
		return holderPath, true // a deletion or a marker is removed with everything in it
	}
	return p.Path, true
}

func isMarker(v model.Value) bool { return model.Equal(v, model.MustParse(`{"$patch":"replace"}`)) }

// removed returns v without the value at the path.
func removed(t *testing.T, v model.Value, path model.Path) model.Value {
	t.Helper()
	if len(path) == 0 {
		return model.Value{}
	}
	below, _ := path[:1].Lookup(v)
	below = removed(t, below, path[1:])
	var err error
	switch step := path[0].(type) {
	case model.Field:
		v, err = v.WithMembers(model.Member{Name: string(step), Value: below})
	case model.Index:
		v, err = v.WithElements([]model.Element{{Index: int(step), Value: below}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Elements for which Lint does not report RepeatedKey stay separate: without an original, all of
// them are in the result.
func TestLintFindsRepeatedKeys(t *testing.T) {
	fewer, full := uint64(0), uint64(0)
	for seed := range trials.Seeds(lintSeeds) {
		c := gen.Apply(gen.FromSeed(seed))
		c.Engine.Strict = false
		result, err := c.Engine.Apply(c.Schema, model.Value{}, c.Patch)
		if err != nil {
			continue
		}
		problems := c.Engine.Lint(c.Schema, c.Patch)
		eachMergedList(c.Schema, c.Patch, nil, func(path model.Path, elements int) {
			list, _ := path.Lookup(result)
			repeated := 0
			for _, p := range problems {
				if len(p.Path) == len(path)+1 && p.Path[:len(path)].Equal(path) && (p.Code == smp.RepeatedKey || p.Code == smp.AmbiguousMergeKey) {
					repeated++
				}
			}
			switch {
			case list.Len() < elements-repeated || list.Len() > elements:
				t.Errorf("seed %d: %s has %d elements, the patch has %d, %d of them repeated\npatch %s", seed, path, list.Len(), elements, repeated, c.Patch.Canonical())
			case list.Len() < elements:
				fewer++
			default:
				full++
			}
		})
	}
	if fewer < trials.Seeds(100) || full < trials.Seeds(100) {
		t.Errorf("%d lists have repeated keys, %d have not", fewer, full)
	}
}

// eachMergedList visits the lists of a patch that are merged, with the number of elements that are
// not deletions.
func eachMergedList(s smp.Schema, patch model.Value, at model.Path, visit func(path model.Path, elements int)) {
	if operation, _ := patch.Get("$patch"); operation.Text() == "delete" {
		return
	}
	for name, value := range patch.Members() {
		member, known := s.Member(name)
		path := at.Append(model.Field(name))
		switch {
		case !known || strings.HasPrefix(name, "$"):
		case value.Type() == model.Map && member.Type() == smp.MapType:
			eachMergedList(member, value, path, visit)
		case value.Type() == model.List && member.Merging():
			elements := 0
			for _, e := range value.Elements() {
				if operation, _ := e.Get("$patch"); operation.Text() != "delete" {
					elements++
				}
			}
			if !slices.ContainsFunc(value.AppendElements(nil), isMarker) {
				visit(path, elements)
			}
		}
	}
}
