package corpus_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// A patcher is the engine of this module, except that it changes its patches. The change gets the
// document to which the patch is applied.
type patcher struct {
	change func(in corpus.Input, patch model.Value) model.Value
	// changed is set if the change had an effect on a patch.
	changed bool
}

func (*patcher) Name() string { return "patcher" }

func (p *patcher) Run(in corpus.Input) corpus.Outcome {
	out := corpus.Untraced(corpus.Engine()).Run(in)
	if (in.Op != corpus.OpDiff && in.Op != corpus.OpThreeWay) || out.Err != nil {
		return out
	}
	if other := p.change(in, out.Result); !model.Equal(other, out.Result) {
		out.Result, p.changed = other, true
	}
	return out
}

// dropped returns a patch without the fields that drop selects, at any depth.
func dropped(v model.Value, inList bool, drop func(name string, v model.Value, inList bool) bool) model.Value {
	return corpus.Rebuilt(v, func(name string, m model.Value) (string, model.Value) {
		if v.Type() == model.Map && drop(name, m, inList) {
			return name, model.Value{}
		}
		return name, dropped(m, inList || v.Type() == model.List, drop)
	})
}

// effectless removes each order list without which the patch gives the same result.
func effectless(in corpus.Input, patch model.Value) model.Value {
	result := func(patch model.Value) string {
		apply, _ := in.Applying(patch)
		return corpus.Untraced(corpus.Engine()).Run(apply).String()
	}
	before := result(patch)
	var names []string
	dropped(patch, false, func(name string, _ model.Value, _ bool) bool {
		if strings.HasPrefix(name, "$setElementOrder/") && !slices.Contains(names, name) {
			names = append(names, name)
		}
		return false
	})
	for _, name := range names {
		other := dropped(patch, false, func(other string, _ model.Value, _ bool) bool { return other == name })
		if result(other) == before {
			patch = other
		}
	}
	return patch
}

// withEqual returns a patch with a field that is equal in original and modified.
func withEqual(in corpus.Input, patch model.Value) model.Value {
	for name, v := range in.Original.Members() {
		now, _ := in.Modified.Get(name)
		if _, has := patch.Get(name); !has && v.IsScalar() && v.Type() != model.Null && model.Equal(v, now) {
			return must(patch.WithMembers(member(name, now)))
		}
	}
	return patch
}

// run runs the cases of diffs and three-way merges, and returns the number of cases in which the
// patch is changed, and the failures of these cases.
func (p *patcher) run(t *testing.T, terms corpus.Terms) (changed int, failures []corpus.Verdict) {
	t.Helper()
	for _, c := range embeddedCases(t) {
		if c.Input.Op != corpus.OpDiff && c.Input.Op != corpus.OpThreeWay {
			continue
		}
		p.changed = false
		v := terms.Run(c, p)
		if p.changed {
			changed++
		}
		if len(v.Failures) > 0 {
			failures = append(failures, v)
		}
	}
	return changed, failures
}

// An engine may leave out order lists that change nothing. If every correct patch is accepted, the
// cases do not fail because of them.
func TestAnyPatch(t *testing.T) {
	lazy := &patcher{change: effectless}
	changed, failures := lazy.run(t, corpus.Terms{AnyPatch: true})
	if changed < 50 || len(failures) > 0 {
		t.Errorf("%d patches are changed, and %d cases fail", changed, len(failures))
	}
	for _, v := range failures[:min(3, len(failures))] {
		t.Error(v)
	}
	if _, failures := lazy.run(t, corpus.Terms{}); len(failures) < 50 {
		t.Errorf("only %d cases compare patches exactly", len(failures))
	}
}

// A patch that lacks what the specification requires, or contains more, is not correct.
func TestAnyPatchIsChecked(t *testing.T) {
	set := func(v model.Value, name string, m model.Value) model.Value {
		return must(v.WithMembers(member(name, m)))
	}
	for _, test := range []struct {
		name    string
		atLeast int // failing cases
		change  func(in corpus.Input, patch model.Value) model.Value
	}{
		{"no $retainKeys in maps", 50, func(_ corpus.Input, patch model.Value) model.Value {
			return dropped(patch, false, func(name string, _ model.Value, inList bool) bool { return name == "$retainKeys" && !inList })
		}},
		{"no $retainKeys in elements", 15, func(_ corpus.Input, patch model.Value) model.Value {
			return dropped(patch, false, func(name string, _ model.Value, inList bool) bool { return name == "$retainKeys" && inList })
		}},
		{"no $patchMergeKey", 80, func(_ corpus.Input, patch model.Value) model.Value {
			return dropped(patch, false, func(name string, _ model.Value, _ bool) bool { return name == "$patchMergeKey" })
		}},
		{"no nulls in elements", 15, func(_ corpus.Input, patch model.Value) model.Value {
			return dropped(patch, false, func(_ string, v model.Value, inList bool) bool { return inList && v.Type() == model.Null })
		}},
		{"no null for a field that the document lacks", 2, func(in corpus.Input, patch model.Value) model.Value {
			base := in.Original
			if in.Op == corpus.OpThreeWay {
				base = in.Current
			}
			for name, v := range patch.Members() {
				if _, has := base.Get(name); !has && v.Type() == model.Null {
					patch = set(patch, name, model.Value{})
				}
			}
			return patch
		}},
		{"null for a null field", 3, func(in corpus.Input, patch model.Value) model.Value {
			for name, v := range in.Original.Members() {
				if _, has := patch.Get(name); !has && v.Type() == model.Null && in.Op == corpus.OpDiff {
					patch = set(patch, name, model.NewNull())
				}
			}
			return patch
		}},
		{"an equal field", 80, withEqual},
		{"an equal field instead of an order list", 2, func(in corpus.Input, patch model.Value) model.Value {
			if other := effectless(in, patch); !model.Equal(other, patch) {
				return withEqual(in, other)
			}
			return patch
		}},
		{"an equal field in an element", 1, func(in corpus.Input, patch model.Value) model.Value {
			for name, list := range patch.Members() {
				was, _ := in.Original.Get(name)
				is, _ := in.Modified.Get(name)
				for i, e := range list.Elements() {
					key, ok := e.Get("name")
					if deletes, _ := e.Get("$patch"); !ok || deletes.Type() != model.Absent || in.Op != corpus.OpDiff {
						continue
					}
					named := func(list model.Value) model.Value {
						for _, e := range list.Elements() {
							if k, _ := e.Get("name"); model.Equal(k, key) {
								return e
							}
						}
						return model.Value{}
					}
					other := withEqual(corpus.Input{Original: named(was), Modified: named(is)}, e)
					patch = set(patch, name, must(list.WithElements([]model.Element{{Index: i, Value: other}})))
				}
			}
			return patch
		}},
		{"$patch: replace with all of modified", 100, func(in corpus.Input, patch model.Value) model.Value {
			if in.Op != corpus.OpDiff || patch.Len() == 0 || in.Modified.Type() != model.Map || strings.Contains(in.Modified.JSON(), `"$`) {
				return patch
			}
			return set(in.Modified, "$patch", model.NewString("replace"))
		}},
	} {
		p := &patcher{change: test.change}
		changed, failures := p.run(t, corpus.Terms{AnyPatch: true})
		t.Logf("%s: %d patches are changed, %d cases fail", test.name, changed, len(failures))
		if len(failures) < test.atLeast {
			t.Errorf("%s: %d patches are changed, but only %d cases fail", test.name, changed, len(failures))
		}
	}
}
