package laws

import (
	"cmp"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// LintNoEffect checks the parts of a patch that lint reports as having no effect: a field, or a
// whole deletion or marker. If the patch is accepted, it must have the same effect without these
// parts.
func LintNoEffect(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "lint-no-effect", subject: s, in: in}
	problems, ok := t.result()
	if !ok {
		return t.inapplicable("no answer")
	}
	verdict := t.inapplicable("no part without effect")
	before := t.runOnBoth(in.Patch)
	for _, problem := range problems.Elements() {
		if kind, _ := problem.Get("kind"); kind.Text() != string(smp.NoEffect) {
			continue
		}
		less := leftOut(in.Patch, pathOf(problem))
		if markers(less) > markers(in.Patch) {
			continue // an element that contains only $patch: replace has another meaning
		}
		for i, after := range t.runOnBoth(less) {
			if accepted(before[i]) {
				verdict = t.held()
			}
			if accepted(before[i]) && !same(before[i], after) {
				return t.broken("the problem is %s\nwith it the patch gives %s\nwithout it %s\nwith the patch %s", problem.JSON(), describe(before[i]), describe(after), less.JSON())
			}
		}
	}
	return verdict
}

// markers counts the markers in a patch.
func markers(patch model.Value) int {
	n := 0
	for _, member := range patch.Members() {
		n += markers(member)
	}
	for _, element := range patch.Elements() {
		n += markers(element)
		if isMarker(element) {
			n++
		}
	}
	return n
}

// leftOut returns a patch without the value at a path.
func leftOut(v model.Value, path model.Path) model.Value {
	if len(path) == 0 {
		return v
	}
	whole := false
	if len(path) == 2 {
		below, _ := path[:1].Lookup(v)
		whole = path[1:].Equal(model.Path{model.Field(patchName)}) && (isDeletion(below) || v.Type() == model.List && isMarker(below))
	}
	switch step := path[0].(type) {
	case model.Field:
		below, _ := v.Get(string(step))
		if len(path) == 1 || whole {
			return without(v, string(step))
		}
		return newMap(append(without(v, string(step)).AppendMembers(nil), model.Member{Name: string(step), Value: leftOut(below, path[1:])})...)
	case model.Index:
		elements := v.AppendElements(nil)
		if len(path) == 1 || whole {
			return newList(slices.Delete(elements, int(step), int(step)+1)...)
		}
		elements[step] = leftOut(elements[step], path[1:])
		return newList(elements...)
	default:
		return v
	}
}

// LintStrict checks that if a strict engine rejects a patch, lint reports the error as a problem.
func LintStrict(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "lint-strict", subject: s, in: in}
	problems, ok := t.result()
	if !ok {
		return t.inapplicable("no answer")
	}
	t.in.Options.Strict = true
	return t.finds(problems)
}

// LintSorted checks that problems are sorted by path: fields by name, elements by
// index, and values before their contents.
func LintSorted(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "lint-sorted", subject: s, in: in}
	problems, ok := t.result()
	if !ok || problems.Len() < 2 {
		return t.inapplicable("fewer than two problems")
	}
	for i, problem := range problems.Elements() {
		if i > 0 && slices.CompareFunc(pathOf(problems.At(i-1)), pathOf(problem), compareSteps) > 0 {
			return t.broken("the problem at %s comes after that at %s", pathOf(problem), pathOf(problems.At(i-1)))
		}
	}
	return t.held()
}

// compareSteps orders the steps of paths in patches.
func compareSteps(a, b model.Step) int {
	if x, ok := a.(model.Index); ok {
		if y, ok := b.(model.Index); ok {
			return cmp.Compare(x, y)
		}
	}
	if x, ok := a.(model.Field); ok {
		if y, ok := b.(model.Field); ok {
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(a.String(), b.String())
}
