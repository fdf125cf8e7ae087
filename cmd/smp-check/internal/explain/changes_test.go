package explain

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// The listed changes, with their values, turn the original into the result, except for the order of elements
// in lists that merge. This is so for both engines.
func TestChangesLeadToTheResult(t *testing.T) {
	replayed := 0
	check := func(name string, e engine.Engine, s smp.Schema, original, patch model.Value) {
		x, err := New(e, s, original, patch)
		if err != nil || original.Type() != model.Map || x.result.Type() != model.Map {
			return
		}
		if len(x.unclear.paths) > 0 {
			return
		}
		got, changes := original, slices.Clone(x.effects)
		slices.SortStableFunc(changes, func(a, b *effect) int { return len(a.path) - len(b.path) })
		for _, c := range changes {
			if c.sign() == effectNone || c.sign() == effectChanged && onTheWay(x, c) && !c.folded && !c.changesType() {
				continue
			}
			for n, step := range c.path {
				if _, isIndex := step.(model.Index); isIndex && !x.schemaOf(c.path[:n]).Merging() && c.events[0].Divergence == 0 {
					t.Errorf("%s: %s %s is a part of a list that is replaced", name, c.sign(), c.path)
				}
			}
			if x.ambiguous(c.path) || x.unclear.has(c.path) || len(c.others) > 0 || c.fewer || byIndex(c.path) || x.partial(c.path) {
				return // elements with equal keys, or without some of them, have no path of their own
			}
			replayed++
			got = x.with(got, s, c.path, c.after)
		}
		differences := slices.DeleteFunc(corpus.Differences(s, x.result, got), IsOrder)
		if len(differences) > 0 {
			var places []string
			for _, c := range x.effects {
				places = append(places, c.sign()+" "+c.path.String())
			}
			t.Errorf("%s: the changes %q do not lead to the result: %v\noriginal %s\npatch    %s\nresult   %s\ngot      %s", name, places, differences,
				original.Canonical(), patch.Canonical(), x.result.Canonical(), got.Canonical())
		}
	}
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if in := c.Input; in.Op == corpus.OpApply {
			check(c.Name, engine.Engine{Unions: in.Options.Unions}, in.Schema, in.Original, in.Patch)
			check(c.Name+" on a cluster", engine.Engine{Cluster: true}, in.Schema, in.Original, in.Patch)
		}
	}
	for seed := range uint64(3000) {
		c := gen.Apply(gen.FromSeed(seed))
		check("seed", engine.Engine{Unions: c.Engine.Unions}, c.Schema, c.Original, c.Patch)
		check("seed on a cluster", engine.Engine{Cluster: true}, c.Schema, c.Original, c.Patch)
	}
	if replayed < 5000 {
		t.Errorf("%d changes", replayed)
	}
}

// byIndex reports whether a path leads to an element by its index.
func byIndex(path model.Path) bool {
	return slices.ContainsFunc(path, func(step model.Step) bool { _, ok := step.(model.Index); return ok })
}

// partial reports whether a path leads through a list, or to one, in which an element lacks a recommended key that has
// no default, or has a number with a fraction as a key. Such elements share their paths with others.
func (x *Explanation) partial(path model.Path) bool {
	for n := range len(path) + 1 {
		s := x.schemaOf(path[:n])
		if n < len(path) {
			if key, ok := path[n].(model.Key); ok && len(s.Recommended()) > 0 && len(key) != len(s.Recommended()) {
				return true
			}
		}
		for _, document := range []model.Value{x.original, x.result} {
			for _, e := range x.lookup(document, path[:n]).Elements() {
				for _, key := range slices.Concat(s.Keys(), s.Recommended()) {
					v, has := e.Get(key)
					_, hasDefault := s.KeyDefault(key)
					if !has && !hasDefault || v.Type() == model.Null || v.Type() == model.Number && strings.ContainsAny(v.JSON(), ".eE") {
						return true
					}
				}
			}
		}
	}
	return false
}

// with returns a value with the value at a path, which is removed if it is absent.
func (x *Explanation) with(v model.Value, s smp.Schema, path model.Path, to model.Value) model.Value {
	if len(path) == 0 {
		return to
	}
	if field, ok := path[0].(model.Field); ok {
		inner, _ := v.Get(string(field))
		if v.Type() != model.Map {
			v, inner = model.MustParse("{}"), model.Value{}
		}
		changed := x.with(inner, schemaAt(s, field), path[1:], to)
		v, _ = v.WithMembers(model.Member{Name: string(field), Value: changed})
		return v
	}
	elements := v.AppendElements(nil)
	i := -1
	for n := range elements {
		if i < 0 && idOf(corpus.ElementStep(s, v, n)) == idOf(path[0]) {
			i = n
		}
	}
	if i < 0 && len(path) > 1 {
		i = x.elementIndex(s, v, path[0])
	}
	switch {
	case i < 0 && to.Type() == model.Absent:
		return v
	case i < 0:
		elements = append(elements, x.with(model.Value{}, s.Element(), path[1:], to))
	case len(path) == 1 && to.Type() == model.Absent:
		elements = slices.Delete(elements, i, i+1)
	default:
		elements[i] = x.with(elements[i], s.Element(), path[1:], to)
	}
	v, _ = model.NewList(elements...)
	return v
}
