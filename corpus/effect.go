package corpus

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An effect defines which patches of a diff or three-way merge are correct, from one correct patch.
// Several patches may be correct, for example with and without an order list (rule diff-keyed).
type effect struct {
	// size is the greatest number of values inside a patch: scalars, nulls, and empty maps and lists.
	size int
	// without lists the fields that a patch must not contain. Each is a list of names from the root.
	without [][]string
	// applied are inputs that apply a patch, with the result that it must have. Null fields count as
	// absent. The patch of the inputs is the correct one.
	applied []effectOn
	// again are merges of the result. The patch must be {}.
	again []Input
}

// An effectOn is the result of a patch for a document.
type effectOn struct {
	in     Input
	result model.Value
}

// effectOf returns the effect of a correct patch, as an engine of this module for a dialect applies
// it. The patch is applied like a server does for which it was made, like other servers that give the
// same result, and to a document that shows what else it sends.
func effectOf(in Input, patch model.Value, dialect string) effect {
	engine := Untraced(EngineOf(dialect))
	apply := Input{Op: OpApply, Schema: in.Schema, Original: in.Original, Patch: patch}
	if in.Op == OpThreeWay {
		apply.Original = in.Current
	}
	e := effect{size: size(patch)}
	var applied model.Value
	for i, ignore := range append([]smp.Directives{in.Options.Omit}, olderServers(patch, in.Options.Omit)...) {
		apply.Options.Ignore = ignore
		result := withoutNulls(engine.Run(apply).Result)
		if i == 0 {
			applied = result
		}
		if model.Equal(result, applied) {
			e.applied = append(e.applied, effectOn{apply, applied})
		}
	}
	e.without = needless(apply.Original, applied, patch, nil)
	apply.Options.Ignore = in.Options.Omit
	p := prober{base: apply.Original, patch: patch, ignore: in.Options.Omit}
	if dialect == Kubernetes {
		p.ignore |= smp.PatchMergeKey // no cluster supports it
	}
	if in.Op == OpThreeWay {
		p.others = []model.Value{in.Original, in.Modified}
	}
	if other := p.value(in.Schema, in.Schema.RetainKeys(), applied); !model.Equal(other, applied) {
		apply.Original = other
		if out := engine.Run(apply); out.Err == nil {
			e.applied = append(e.applied, effectOn{apply, withoutNulls(out.Result)})
		}
	}
	again := in
	again.Text = nil
	for _, last := range []model.Value{in.Original, in.Modified} {
		again.Original, again.Current = last, applied
		if in.Op == OpDiff {
			again.Original = applied
		}
		if out := engine.Run(again); out.Err == nil && out.Result.Len() == 0 {
			e.again = append(e.again, again)
		}
		if in.Op == OpDiff {
			break
		}
	}
	return e
}

// differs returns how a patch differs from the correct ones: the compared property, and its expected
// and actual value. what is empty if the patch is correct.
func (e effect) differs(patch model.Value, dialect string) (what, want, got string) {
	for _, names := range e.without {
		if _, there := fieldsPath(names).Lookup(patch); there {
			return "the patch", "no field " + fieldsPath(names).String(), patch.Canonical()
		}
	}
	engine := Untraced(EngineOf(dialect))
	for _, on := range e.applied {
		on.in.Patch = patch
		out := engine.Run(on.in)
		if out.Err == nil {
			out.Result = withoutNulls(out.Result)
		}
		if out.Err != nil || !model.Equal(out.Result, on.result) {
			what := "the effect of the patch " + patch.Canonical() + " on " + on.in.Original.Canonical()
			if d := on.in.Options.Ignore; d != 0 {
				what += ", without " + strings.Join(DirectiveNames(d), " and ")
			}
			return what, on.result.Canonical(), out.String()
		}
	}
	if n := size(patch); n > e.size {
		return "the size of the patch", fmt.Sprintf("at most %d values", e.size), fmt.Sprintf("%d values: %s", n, patch.Canonical())
	}
	return "", "", ""
}

func fieldsPath(names []string) model.Path {
	var path model.Path
	for _, name := range names {
		path = append(path, model.Field(name))
	}
	return path
}

// needless returns fields that a patch must not contain, each as a list of names. These are
// the fields that do not change, and $patch in a map that the correct patch does not replace. It
// does not look inside lists.
func needless(before, after, patch model.Value, above []string) [][]string {
	var all [][]string
	if v, _ := patch.Get(patchMarkName); v.Type() == model.Absent {
		all = append(all, append(slices.Clone(above), patchMarkName))
	}
	for name, was := range before.SortedMembers() {
		if name == patchMarkName {
			continue
		}
		here := append(slices.Clone(above), name)
		is, _ := after.Get(name)
		inPatch, _ := patch.Get(name)
		switch {
		case inPatch.Type() == model.Absent && model.Equal(was, is):
			all = append(all, here)
		case inPatch.Type() == model.Map:
			all = append(all, needless(was, is, inPatch, here)...)
		}
	}
	return all
}

// olderServers returns the sets of directives that servers of different age ignore: the empty
// set, and for each directive in the patch this directive together with base.
func olderServers(patch model.Value, base smp.Directives) []smp.Directives {
	var found []smp.Directives
	if base != 0 {
		found = append(found, 0)
	}
	text := patch.JSON()
	for _, name := range DirectiveNames(smp.AllDirectives) {
		if strings.Contains(text, `"$`+name) {
			found = append(found, base|Directive(name))
		}
	}
	return found
}

// size counts the values inside a patch: scalars, nulls, and empty maps and lists.
func size(v model.Value) int {
	n := 0
	for _, m := range v.Members() {
		n += max(1, size(m))
	}
	for _, e := range v.Elements() {
		n += max(1, size(e))
	}
	return n
}
