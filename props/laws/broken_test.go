package laws_test

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// An engine is a Subject that a function implements. If the engine is broken, law is the name
// of the law that it violates on inputs of op.
type engine struct {
	name string
	op   corpus.Op
	law  string
	run  func(corpus.Input) corpus.Outcome
}

func (e engine) Name() string { return e.name }

func (e engine) Run(in corpus.Input) corpus.Outcome { return e.run(in) }

// brokenEngines returns engines with one fault each.
func brokenEngines() []engine {
	return slices.Concat(carelessEngines(), fickleEngines(), forgetfulEngines(), wrongDiffs(), wrongMerges(), wrongOnPatches(), wrongLints(), wrongUnions())
}

// carelessEngines returns engines with malformed answers.
func carelessEngines() []engine {
	return []engine{
		{"panics", corpus.OpApply, "no-panic", func(in corpus.Input) corpus.Outcome {
			return corpus.Outcome{Result: in.Patch.AppendElements(make([]model.Value, 0))[in.Patch.Len()]}
		}},
		{"gives a result beside an error", corpus.OpApply, "all-or-nothing", after(func(in corpus.Input, out *corpus.Outcome) {
			if out.Err != nil {
				out.Result = in.Original
			}
		})},
		{"gives null for an empty map", corpus.OpApply, "all-or-nothing", after(func(in corpus.Input, out *corpus.Outcome) {
			if out.Err == nil && out.Result.Len() == 0 {
				out.Result = model.NewNull()
			}
		})},
		{"gives an error of its own", corpus.OpApply, "error-path", after(func(in corpus.Input, out *corpus.Outcome) {
			if out.Err != nil {
				out.Err = errors.New("no")
			}
		})},
		{"gives paths that are not there", corpus.OpApply, "error-path", onError(func(e *smp.Error) { e.Path = e.Path.Append(model.Field("nowhere")) })},
		{"names the wrong document", corpus.OpApply, "error-path", onError(func(e *smp.Error) { e.Document = "modified" })},
		{"gives errors without kind", corpus.OpApply, "error-path", onError(func(e *smp.Error) { e.Code = "" })},
		{"makes up rules", corpus.OpApply, "error-path", onError(func(e *smp.Error) { e.Rule = "because" })},
	}
}

// fickleEngines returns engines whose answers depend on irrelevant properties of the input.
func fickleEngines() []engine {
	calls := 0
	return []engine{
		{"answers every other call otherwise", corpus.OpApply, "repeatable", after(func(in corpus.Input, out *corpus.Outcome) {
			if calls++; out.Err == nil && calls%2 == 0 {
				out.Result = with(out.Result, "call", model.NewBool(true))
			}
		})},
		{"loses the last member of the patch", corpus.OpApply, "member-order", after(func(in corpus.Input, out *corpus.Outcome) {
			if members := in.Patch.AppendMembers(nil); out.Err == nil && len(members) > 1 {
				out.Result = with(out.Result, members[len(members)-1].Name, model.Value{})
			}
		})},
		{"reads text in another way", corpus.OpApply, "text", after(func(in corpus.Input, out *corpus.Outcome) {
			if in.Text != nil && out.Err == nil {
				out.Result = with(out.Result, "text", model.NewBool(true))
			}
		})},
		{"tells 1 from 1.0", corpus.OpApply, "number-spelling", after(func(in corpus.Input, out *corpus.Outcome) {
			if out.Err == nil && strings.Contains(in.Patch.JSON(), "1.0") {
				out.Result = with(out.Result, "float", model.NewBool(true))
			}
		})},
		{"compares numbers by their text", corpus.OpApply, "number-spelling", numbersAsTexts},
		{"counts its calls in the document", corpus.OpApply, "idempotent", after(func(in corpus.Input, out *corpus.Outcome) {
			if n, _ := in.Original.Get("calls"); out.Err == nil {
				out.Result = with(out.Result, "calls", model.NewInt(int64(n.Float64())+1))
			}
		})},
		{"says when it was here", corpus.OpApply, "identity", after(func(in corpus.Input, out *corpus.Outcome) {
			if out.Err == nil {
				out.Result = with(out.Result, "applied", model.NewBool(true))
			}
		})},
	}
}

// forgetfulEngines returns engines that ignore one rule.
func forgetfulEngines() []engine {
	return []engine{
		{"rounds numbers", corpus.OpApply, "untouched", after(func(in corpus.Input, out *corpus.Outcome) {
			out.Result = rewrite(out.Result, func(v model.Value) model.Value {
				if v.Type() == model.Number && strings.Contains(v.NumberText(), "9007199254740993") {
					return model.NewInt(9007199254740992)
				}
				return v
			})
		})},
		{"writes numbers in its own spelling", corpus.OpApply, laws.SpellingKept, after(func(in corpus.Input, out *corpus.Outcome) {
			out.Result = rewrite(out.Result, plainNumber)
		})},
		{"keeps $retainKeys", corpus.OpApply, "no-leftovers", after(keep("$retainKeys"))},
		{"keeps nulls", corpus.OpApply, "no-leftovers", after(func(in corpus.Input, out *corpus.Outcome) {
			for name, v := range in.Patch.Members() {
				if v.Type() == model.Null && out.Err == nil {
					out.Result = with(out.Result, name, v)
				}
			}
		})},
		{"knows no $retainKeys", corpus.OpApply, "retained-only", without(func(m model.Member) bool { return m.Name == "$retainKeys" })},
		{"knows no $deleteFromPrimitiveList", corpus.OpApply, "set-delete", without(func(m model.Member) bool {
			return strings.HasPrefix(m.Name, "$deleteFromPrimitiveList/")
		})},
		{"knows no $setElementOrder", corpus.OpApply, "order", without(func(m model.Member) bool {
			return strings.HasPrefix(m.Name, "$setElementOrder/")
		})},
		{"puts the last element first", corpus.OpApply, "order-default", after(lastFirst)},
		{"puts elements in the order of their names", corpus.OpApply, "order", after(func(in corpus.Input, out *corpus.Outcome) {
			out.Result = rewrite(out.Result, sortElements)
		})},
		{"does not see numbers in patches", corpus.OpApply, "says", without(func(m model.Member) bool { return m.Value.Type() == model.Number })},
		{"deletes the first match only", corpus.OpApply, "keyed-delete", after(leaveDuplicate)},
		{"deletes no element that comes last", corpus.OpApply, "deletions-anywhere", before(func(v model.Value) model.Value {
			if last := v.At(v.Len() - 1); v.Len() < 2 || !isDeletion(last) {
				return v
			}
			return must(v.WithElements([]model.Element{{Index: v.Len() - 1}}))
		})},
		{"deletes no elements", corpus.OpApply, "keyed-delete", before(func(v model.Value) model.Value {
			elements := slices.DeleteFunc(v.AppendElements(nil), isDeletion)
			if v.Type() != model.List || len(elements) == v.Len() {
				return v
			}
			return must(model.NewList(elements...))
		})},
	}
}

// after returns an engine that changes the correct answer.
func after(spoil func(corpus.Input, *corpus.Outcome)) func(corpus.Input) corpus.Outcome {
	return func(in corpus.Input) corpus.Outcome {
		out := ours.Run(in)
		spoil(in, &out)
		return out
	}
}

// numbersAsTexts is an engine that does not find equal numbers if their texts differ. For the correct
// engine, it replaces each number with a fraction or exponent by another one.
func numbersAsTexts(in corpus.Input) corpus.Outcome {
	const first = 1 << 40
	var texts []string
	encoded := func(v model.Value) model.Value {
		text := v.NumberText()
		if !strings.ContainsAny(text, ".eE") {
			return v
		}
		at := slices.Index(texts, text)
		if at < 0 {
			at, texts = len(texts), append(texts, text)
		}
		return model.NewInt(first + int64(at))
	}
	in.Original, in.Patch, in.Text = rewrite(in.Original, encoded), rewrite(in.Patch, encoded), nil
	out := ours.Run(in)
	out.Result = rewrite(out.Result, func(v model.Value) model.Value {
		if at := v.Float64() - first; v.Type() == model.Number && at >= 0 && int(at) < len(texts) {
			return must(model.NewNumber(texts[int(at)]))
		}
		return v
	})
	return out
}

func onError(spoil func(*smp.Error)) func(corpus.Input) corpus.Outcome {
	return after(func(in corpus.Input, out *corpus.Outcome) {
		var e *smp.Error
		if errors.As(out.Err, &e) {
			spoil(e)
		}
	})
}

// before returns an engine that changes the patch first.
func before(change func(model.Value) model.Value) func(corpus.Input) corpus.Outcome {
	return func(in corpus.Input) corpus.Outcome {
		in.Patch, in.Text = rewrite(in.Patch, change), nil
		return ours.Run(in)
	}
}

func without(drop func(model.Member) bool) func(corpus.Input) corpus.Outcome {
	return before(func(v model.Value) model.Value {
		if v.Type() != model.Map {
			return v
		}
		return must(model.NewMap(slices.DeleteFunc(v.AppendMembers(nil), drop)...))
	})
}

// lastFirst moves the last element of the merging lists in the patch to the front.
func lastFirst(in corpus.Input, out *corpus.Outcome) {
	for name, field := range in.Schema.Fields() {
		list, _ := out.Result.Get(name)
		elements := list.AppendElements(nil)
		if _, ok := in.Patch.Get(name); ok && field.Merging() && len(elements) > 1 {
			last := len(elements) - 1
			out.Result = with(out.Result, name, must(model.NewList(slices.Insert(elements[:last:last], 0, elements[last])...)))
		}
	}
}

// leaveDuplicate restores the last of two elements with the same key that the patch deletes.
func leaveDuplicate(in corpus.Input, out *corpus.Outcome) {
	for name, field := range in.Schema.Fields() {
		patch, _ := in.Patch.Get(name)
		list, ok := out.Result.Get(name)
		original, _ := in.Original.Get(name)
		for _, deletion := range patch.Elements() {
			if !ok || !field.Keyed() || !isDeletion(deletion) {
				continue
			}
			key, _ := deletion.Get("k")
			duplicates := slices.DeleteFunc(original.AppendElements(nil), func(e model.Value) bool {
				k, _ := e.Get("k")
				return !model.Equal(k, key)
			})
			if len(duplicates) > 1 {
				out.Result = with(out.Result, name, must(list.WithElements(nil, duplicates[len(duplicates)-1])))
			}
		}
	}
}

func keep(name string) func(corpus.Input, *corpus.Outcome) {
	return func(in corpus.Input, out *corpus.Outcome) {
		if v, ok := in.Patch.Get(name); ok && out.Err == nil {
			out.Result = with(out.Result, name, v)
		}
	}
}

// An unusual engine is correct. It reverses the members of every other result, writes numbers in its
// own spelling, does not report rules, and skips strict inputs and inputs that the format cannot
// express.
type unusual struct{ calls *int }

func (unusual) Name() string { return "unusual" }

func (u unusual) Run(in corpus.Input) corpus.Outcome {
	*u.calls++
	if in.Options.Strict {
		return corpus.Outcome{Skipped: "it is never strict"}
	}
	out := ours.Run(in)
	out.Result = rewrite(out.Result, func(v model.Value) model.Value {
		if v.Type() != model.Map {
			return plainNumber(v)
		}
		members := v.AppendMembers(nil)
		if *u.calls%2 == 1 {
			slices.Reverse(members)
		}
		return must(model.NewMap(members...))
	})
	var e *smp.Error
	if errors.As(out.Err, &e) {
		if e.Code == smp.NotRepresentable {
			return corpus.Outcome{Skipped: "it says nothing of what it has no words for"}
		}
		out.Err = &smp.Error{Code: e.Code, Document: e.Document, Path: e.Path}
	}
	return out
}

// plainNumber returns a number that has no more than 15 digits without a fraction or an exponent, if
// it is an integer: 1 for 1.0, and 0 for -0. It returns any other value unchanged.
func plainNumber(v model.Value) model.Value {
	if n := int64(v.Float64()); v.Type() == model.Number && math.Abs(v.Float64()) < 1e15 && model.Equal(v, model.NewInt(n)) {
		return model.NewInt(n)
	}
	return v
}

// rewrite returns v with every value in it changed, the innermost first.
func rewrite(v model.Value, change func(model.Value) model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i := range members {
			members[i].Value = rewrite(members[i].Value, change)
		}
		v = must(model.NewMap(members...))
	case model.List:
		elements := v.AppendElements(nil)
		for i := range elements {
			elements[i] = rewrite(elements[i], change)
		}
		v = must(model.NewList(elements...))
	}
	return change(v)
}

func sortElements(v model.Value) model.Value {
	if v.Type() != model.List {
		return v
	}
	elements := v.AppendElements(nil)
	slices.SortFunc(elements, model.Compare)
	return must(model.NewList(elements...))
}

func with(v model.Value, name string, member model.Value) model.Value {
	return must(v.WithMembers(model.Member{Name: name, Value: member}))
}

func must(v model.Value, err error) model.Value {
	if err != nil {
		panic(err)
	}
	return v
}

func parsed(texts ...string) []model.Value {
	var values []model.Value
	for _, text := range texts {
		values = append(values, model.MustParse(text))
	}
	return values
}
