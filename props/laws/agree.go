package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Agreement is the name of the law that Agree checks.
const Agreement = "agreement"

// Agree checks that two subjects give the same answer: results with equal values, in
// the same order of elements, or errors with the same code, document, path and rule.
func Agree(s, reference corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: Agreement, subject: s, in: in}
	a, ok := t.outcome()
	if !ok {
		if a.Skipped != "" {
			return t.inapplicable("no answer")
		}
		return t.broken("%s: %s", s.Name(), describe(a))
	}
	b := run(reference, in)
	if t.answer = b; !same(a, b) {
		v := t.broken("%s: %s\n%s: %s", s.Name(), describe(a), reference.Name(), describe(b))
		v.compared = kindOf(a)
		return v
	}
	return t.held()
}

// These laws are checked by Reaches, ReachesAside, FindsConflicts and FindsProblems.
const (
	// TargetReached is the law of Reaches.
	TargetReached = "threeway-target"
	// PlacesAside is the law of ReachesAside.
	PlacesAside = "threeway-target-places-aside"
	// ConflictsFound is the law of FindsConflicts.
	ConflictsFound = "threeway-conflicts"
	// ProblemsFound is the law of FindsProblems.
	ProblemsFound = "lint-problems"
)

// A Target computes the result that a three-way merge must have.
type Target interface {
	// Target returns the wanted result, or the error that the merge must return.
	Target(s smp.Schema, original, modified, current model.Value) (model.Value, error)
	// SameAside reports whether two results are equal, except for null fields and the
	// positions of elements that only current has.
	SameAside(s smp.Schema, original, modified, current, a, b model.Value) bool
}

// Reaches checks that the patch of a three-way merge turns current into the target. The order of
// elements is compared, but null fields are ignored. In a list with duplicates or elements without
// keys, elements that only current has may be anywhere.
func Reaches(s corpus.Subject, target Target, in corpus.Input) Verdict {
	t := &trial{law: TargetReached, subject: s, in: in}
	free := !regular(in.Schema, in.Original) || !regular(in.Schema, in.Modified) || !regular(in.Schema, in.Current)
	return t.reaches(target, func(a, b model.Value) bool {
		return model.Equal(bare(a), bare(b)) || free && t.aside(target)(a, b)
	})
}

// aside returns a function that compares two results. It ignores the positions of elements
// that only current has.
func (t *trial) aside(target Target) func(a, b model.Value) bool {
	return func(a, b model.Value) bool {
		if current := bare(t.in.Current); model.Equal(bare(b), current) {
			return model.Equal(bare(a), current) // current needs no change
		}
		return target.SameAside(t.in.Schema, t.in.Original, t.in.Modified, t.in.Current, a, b)
	}
}

// ReachesAside is the law Reaches for all dialects. It ignores the positions of elements that
// only current has, because a dialect may choose these positions.
func ReachesAside(s corpus.Subject, target Target, in corpus.Input) Verdict {
	t := &trial{law: PlacesAside, subject: s, in: in}
	return t.reaches(target, t.aside(target))
}

func (t *trial) reaches(target Target, alike func(a, b model.Value) bool) Verdict {
	patch, ok := t.full()
	if !ok {
		return t.inapplicable("no patch, or one for an older server")
	}
	want, err := target.Target(t.in.Schema, t.in.Original, t.in.Modified, t.in.Current)
	if err != nil {
		return t.broken("the patch is %s\ninstead of the error %v", patch.JSON(), err)
	}
	got := t.runApply(t.in.Current, patch, 0)
	if got.Skipped != "" {
		return t.inapplicable("the subject does not apply patches")
	}
	if got.Err != nil || !alike(got.Result, want) {
		return t.broken("the patch %s\ngives     %s\ninstead of %s", patch.JSON(), describe(got), bare(want).Canonical())
	}
	return t.held()
}

// A ConflictsFunc returns the conflicts between modified and current, in any order. Only
// their paths and codes are compared.
type ConflictsFunc func(s smp.Schema, original, modified, current model.Value) []smp.Conflict

// FindsConflicts checks that a three-way merge without overwrite reports exactly the
// conflicts that find returns. If a subject reports only one conflict, as an error with a
// path, find must return a conflict. Codes are compared if the subject reports them.
func FindsConflicts(s corpus.Subject, find ConflictsFunc, in corpus.Input) Verdict {
	t := &trial{law: ConflictsFound, subject: s, in: in}
	t.answer = t.runChanged(func(in *corpus.Input) { in.Options.Overwrite = false })
	if t.answer.Skipped != "" || t.answer.Err != nil && !isConflict(t.answer.Err) {
		return t.inapplicable("no answer")
	}
	want := find(in.Schema, in.Original, in.Modified, in.Current)
	if (len(want) > 0) != (t.answer.Err != nil) {
		return t.broken("the answer is %s\nthe conflicts are %v", describe(t.answer), want)
	}
	list := conflictsIn(t.answer.Err)
	if list == nil {
		return t.held()
	}
	same := func(a, b smp.Conflict) bool {
		return a.Path.Equal(b.Path) && (a.Code == b.Code || a.Code == "" || b.Code == "")
	}
	for _, c := range want {
		if !slices.ContainsFunc(list.Conflicts, func(found smp.Conflict) bool { return same(found, c) }) {
			return t.broken("missing conflict %s; got %v", c, list.Conflicts)
		}
	}
	for _, c := range list.Conflicts {
		if !slices.ContainsFunc(want, func(wanted smp.Conflict) bool { return same(wanted, c) }) {
			return t.broken("unexpected conflict %s; expected %v", c, want)
		}
	}
	return t.held()
}

// A ProblemsFunc returns the problems of a patch, in any order. It uses the fields
// Ignore and Strict of the engine.
type ProblemsFunc func(e smp.Engine, s smp.Schema, patch model.Value) []smp.Problem

// FindsProblems checks that lint reports exactly the problems that find returns. The problems are
// compared by path, code, rule, and whether the patch is rejected.
func FindsProblems(s corpus.Subject, find ProblemsFunc, in corpus.Input) Verdict {
	t := &trial{law: ProblemsFound, subject: s, in: in}
	problems, ok := t.result()
	if !ok {
		return t.inapplicable("no answer")
	}
	var want []model.Value
	for _, p := range find(smp.Engine{Ignore: in.Options.Ignore, Strict: in.Options.Strict, Unions: in.Options.Unions}, in.Schema, in.Patch) {
		want = append(want, newMap(
			model.Member{Name: "path", Value: model.NewString(p.Path.String())},
			model.Member{Name: "kind", Value: model.NewString(string(p.Code))},
			model.Member{Name: "rule", Value: model.NewString(string(p.Rule))},
			model.Member{Name: "rejected", Value: model.NewBool(p.Rejected)},
		))
	}
	for _, p := range want {
		if !has(problems, func(v model.Value) bool { return sameEntry(v, p) }) {
			return t.broken("missing problem %s; got %s", p.JSON(), problems.JSON())
		}
	}
	for _, p := range problems.Elements() {
		if !slices.ContainsFunc(want, func(v model.Value) bool { return sameEntry(v, p) }) {
			return t.broken("unexpected problem %s; expected %s", p.JSON(), newList(want...).JSON())
		}
	}
	return t.held()
}
