package explain

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// The first rule in the explanation of a place is the one that determines the value. If the
// parts of the patch to which the rule applies are removed, the result has another value in
// the place. If the patch sets the place twice, for example by a deletion in a map that it
// also replaces, all parts that affect the place are removed.
func TestReasonsAreReplayed(t *testing.T) {
	seen, byTheRule := 0, 0
	for seed := range uint64(3000) {
		c := gen.Apply(gen.FromSeed(seed))
		c.Engine.Strict = false
		x, err := New(engine.Engine{Ignore: c.Engine.Ignore, Unions: c.Engine.Unions}, c.Schema, c.Original, c.Patch)
		if err != nil || c.Original.Type() != model.Map {
			continue
		}
		otherwise := func(e *effect, patch model.Value) bool {
			result, err := c.Engine.Apply(c.Schema, c.Original, patch)
			return err != nil || !x.comesOut(e, result)
		}
		reasons := map[string]bool{} // one directive may remove many fields
		for _, e := range x.effects {
			if e.sign() == effectNone || onTheWay(x, e) || x.ambiguous(e.path) {
				continue
			}
			event := e.events[0]
			w := said{event.Rule, event.Path}
			if e.before.Type() != e.after.Type() && e.sign() != effectRemoved {
				w.rule, w.at = smp.RuleScalar, e.path // the value comes from the patch
			}
			if n := len(e.path) - 1; n > 0 && slices.Contains(x.schemaOf(e.path[:n-1]).Recommended(), strings.TrimPrefix(e.path[n:].String(), ".")) {
				w.at = e.path[:n] // without one of its keys, the patch element matches another element
			}
			reason := fmt.Sprint(e.sign(), w.rule, w.at)
			if reasons[reason] {
				continue
			}
			reasons[reason] = true
			seen++
			switch {
			case otherwise(e, w.without(c.Schema, c.Patch)):
				byTheRule++
			case !otherwise(e, allWords(e.path).without(c.Schema, c.Patch)):
				t.Errorf("seed %d: %s %s: %s at %s\noriginal %s\npatch    %s\nresult   %s", seed, e.sign(), e.path, event.Rule, event.Path,
					c.Original.Canonical(), c.Patch.Canonical(), x.result.Canonical())
			}
		}
	}
	t.Logf("of %d places, %d come out otherwise without the words for their rule", seen, byTheRule)
	if seen < 3000 || byTheRule < seen*98/100 {
		t.Errorf("of %d places, %d come out otherwise without the words for their rule", seen, byTheRule)
	}
}

// comesOut reports whether a result and the result of the explanation have the same value in
// a place.
func (x *Explanation) comesOut(e *effect, result model.Value) bool {
	other := *x
	other.elements = map[model.Value]map[string]elementPosition{}
	return model.Equal(e.after, other.lookup(result, e.path))
}

// ambiguous reports whether a path leads through a list with several elements that have
// the keys of the path.
func (x *Explanation) ambiguous(path model.Path) bool {
	for n := range path {
		for _, document := range []model.Value{x.original, x.result} {
			list, seen := x.lookup(document, path[:n]), map[string]bool{}
			for i := range list.Elements() {
				step := corpus.ElementStep(x.schemaOf(path[:n]), list, i).String()
				if seen[step] {
					return true
				}
				seen[step] = true
			}
		}
	}
	return false
}

// A said is the part of a patch to which a rule applies. It has an effect on a place of the
// result.
type said struct {
	rule smp.Rule // empty for all parts that affect the place or clear a parent
	at   model.Path
}

func allWords(at model.Path) said { return said{"", at} }

// without returns a patch without the part.
func (w said) without(s smp.Schema, patch model.Value) model.Value {
	if len(w.at) == 0 {
		return filtered(patch, func(name string) bool { return !w.named(name, "") })
	}
	inner := said{w.rule, w.at[1:]}
	if field, ok := w.at[0].(model.Field); ok {
		return inner.withoutIn(s, patch, string(field))
	}
	var elements []model.Value
	for _, e := range patch.Elements() {
		named := names(s, w.at[0], e)
		switch {
		case (w.rule == smp.RuleListReplace || w.rule == "") && isMarker(e):
		case named && len(inner.at) == 0 && !slices.Contains(ofMaps, w.rule):
		case named:
			elements = append(elements, inner.without(s.Element(), e))
		default:
			elements = append(elements, e)
		}
	}
	list, _ := model.NewList(elements...)
	return list
}

// ofMaps lists the rules of directives that are in the map to which they apply.
var ofMaps = []smp.Rule{smp.RuleMapReplace, smp.RuleElementReplace, smp.RuleRetainKeys}

// withoutIn returns a patch map without the part, which is in one of its fields or in a
// directive for this field.
func (w said) withoutIn(s smp.Schema, patch model.Value, field string) model.Value {
	member, there := patch.Get(field)
	schema, _ := s.Member(field)
	patch = filtered(patch, func(name string) bool {
		return name == field || !strings.HasPrefix(name, "$") || !w.named(name, field)
	})
	switch {
	case !there:
		return patch
	case w.rule == smp.RuleListReplace && len(w.at) == 0:
		member = said{w.rule, model.Path{model.Index(0)}}.without(schema, member)
	case len(w.at) == 0 && (!slices.Contains(ofMaps, w.rule) || member.Type() != model.Map):
		return filtered(patch, func(name string) bool { return name != field })
	default:
		if len(w.at) > 0 {
			if _, byPlace := w.at[0].(model.Index); byPlace {
				return filtered(patch, func(name string) bool { return name != field })
			}
		}
		member = w.without(schema, member)
	}
	patch, _ = patch.WithMembers(model.Member{Name: field, Value: member})
	return patch
}

// named reports whether a directive in a patch map belongs to the part: it applies to
// the map itself, or to its field.
func (w said) named(name, field string) bool {
	clears := name == "$patch" || name == "$retainKeys"
	switch w.rule {
	case "":
		return clears || name == "$setElementOrder/"+field || name == "$deleteFromPrimitiveList/"+field
	case smp.RuleOrderDirective, smp.RuleOrderRecommended:
		return name == "$setElementOrder/"+field
	case smp.RuleSetDelete:
		return name == "$deleteFromPrimitiveList/"+field
	case smp.RuleMapDelete:
		return field == "" && clears
	case smp.RuleRetainKeys, smp.RuleMapReplace, smp.RuleElementReplace, smp.RuleNullDeletes:
		return clears && len(w.at) == 0
	}
	return false
}

func filtered(v model.Value, keep func(string) bool) model.Value {
	var members []model.Member
	for name, member := range v.Members() {
		if keep(name) {
			members = append(members, model.Member{Name: name, Value: member})
		}
	}
	v, _ = model.NewMap(members...)
	return v
}

func isMarker(e model.Value) bool {
	patch, _ := e.Get("$patch")
	return patch.Text() == "replace"
}

// names reports whether a step leads to an element of a patch list. The element may have
// fewer keys than the element of the result.
func names(s smp.Schema, step model.Step, e model.Value) bool {
	if set, ok := step.(model.SetValue); ok {
		return model.Equal(e, set.Value)
	}
	key, _ := step.(model.Key)
	return len(key) > 0 && !slices.ContainsFunc(s.Keys(), func(name string) bool {
		i := slices.IndexFunc(key, func(f model.KeyField) bool { return f.Name == name })
		v, has := e.Get(name)
		if !has {
			v, _ = s.KeyDefault(name)
		}
		return i < 0 || !model.Equal(v, key[i].Value)
	})
}
