// Package lint finds the mistakes in a patch that need no original (rule lint).
package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// A Problem is a certain or likely mistake in a patch or document. Package smp documents its fields.
type Problem struct {
	Path     model.Path
	Rule     string
	Code     string
	Rejected bool
	Cause    error
}

// Options are the properties of the engine that will apply the patch.
type Options struct {
	syntax.Dialect
	Strict bool
	Unions bool
}

// Patch returns the problems that a patch has for every original.
func Patch(u *schema.Node, patch model.Value, opts Options) []Problem {
	l := linter{Options: opts}
	if k := patch.Type(); k != model.Map {
		l.fault(faults.New(faults.WrongType, rule.Root, "expected a map, got %s", k.Noun()))
		return l.found
	}
	return l.problems(func() {
		l.faultOf(syntax.TypeFault(u, patch))
		l.mapPatch(u, patch, context{})
	})
}

// Unions returns the problems of the unions in a document, which is not a patch.
func Unions(u *schema.Node, document model.Value) []Problem {
	var l linter
	return l.problems(func() { l.document(u, document) })
}

// problems calls find and returns the problems that it adds. If find uses a field whose description has an
// error, this error is a problem.
func (l *linter) problems(find func()) []Problem {
	look := func() (err error) {
		defer faults.RecoverSchema(&err)
		find()
		return nil
	}
	if err := look(); err != nil {
		l.found = append(l.found, Problem{Code: faults.InvalidSchema, Rejected: true, Cause: err})
	}
	slices.SortFunc(l.found, compareProblems)
	return slices.CompactFunc(l.found, func(a, b Problem) bool { return compareProblems(a, b) == 0 })
}

// document checks the unions of a document.
func (l *linter) document(u *schema.Node, document model.Value) {
	for place, v := range walk.All(u, document) {
		if v.Type() != model.Map || len(place.Schema.Shape.Unions) == 0 {
			continue
		}
		l.path = place.Path()
		for _, union := range place.Schema.Shape.Unions {
			c := union.ChoiceIn(v)
			if f := union.Fault(c); f != nil {
				l.unionProblem(f)
			} else if union.Discriminator != "" && c.Member != nil && !nulls.Present(c.Discriminator) {
				l.unionProblem(faults.New(faults.UnionSiblings, rule.UnionDiscriminator, "%s is set, but the discriminator %s is not", c.Field, union.Discriminator))
			}
		}
	}
}

// unions checks the patch of each union in the map (see Lint).
func (m *mapLint) unions() {
	for i := range m.node.Shape.Unions {
		union := &m.node.Shape.Unions[i]
		c := union.ChoiceInPatch(m.patch)
		switch f := union.Fault(c); {
		case f != nil && m.Unions:
			m.fault(f)
		case f != nil:
			m.unionProblem(f)
		case !m.Unions && m.hasRetainKeys() && !m.hasRetainKeysDirective && !m.againstEmpty && c.Chooses() && m.leavesOthers(union, c):
			m.hint(faults.New(faults.UnionSiblings, rule.Lint, "without %s, other members of the union stay set", syntax.RetainKeys))
		}
	}
}

// leavesOthers reports whether a union has members other than the chosen one, and the patch
// contains none of their fields.
func (m *mapLint) leavesOthers(union *schema.Union, c schema.Choice) bool {
	chosen, leaves := union.Chosen(c), false
	for i := range union.Members {
		if &union.Members[i] == chosen {
			continue
		}
		for _, name := range union.Members[i].Fields {
			if _, mentioned := m.patch.Get(name); mentioned {
				return false
			}
			leaves = true
		}
	}
	return leaves
}

// unionProblem adds a problem of a union that Apply does not reject.
func (l *linter) unionProblem(f *faults.Fault) {
	l.found = append(l.found, Problem{Path: l.path.Append(), Rule: f.Rule, Code: faults.UnionSiblings, Cause: f.Cause})
}

// A linter is the state of one call of Lint. It makes the checks of Apply without an original, and
// continues after a fault.
type linter struct {
	Options
	path  model.Path
	found []Problem
}

func (l *linter) enter(step model.Step) { l.path = append(l.path, step) }

func (l *linter) leave() { l.path = l.path[:len(l.path)-1] }

// fault adds a problem that Apply rejects, at or below the current place.
func (l *linter) fault(f *faults.Fault) { l.add(f, l.Strict || !f.OnlyStrict) }

// hint adds a problem that Apply does not reject, at or below the current place.
func (l *linter) hint(f *faults.Fault) { l.add(f, false) }

func (l *linter) add(f *faults.Fault, rejected bool) {
	path := l.path.Append()
	for _, step := range slices.Backward(f.Reversed) {
		path = append(path, step)
	}
	l.found = append(l.found, Problem{Path: path, Rule: f.Rule, Code: f.Code, Rejected: rejected, Cause: f.Cause})
}

// faultOf adds a problem if f, the result of a check, is not nil. up contains the steps from the
// current place to the checked value, in reverse.
func (l *linter) faultOf(f *faults.Fault, up ...model.Step) {
	if f == nil {
		return
	}
	for _, step := range up {
		f = f.Under(step)
	}
	l.fault(f)
}

// noEffect adds a problem with code NoEffect for a member of the current map.
func (l *linter) noEffect(name, format string, args ...any) {
	l.hint(faults.New(faults.NoEffect, rule.Lint, format, args...).Under(model.Field(name)))
}

// repeats reports the values in the list of a directive that are equal to an earlier value.
func (l *linter) repeats(name string, list model.Value) {
	seen := identity.NewIndex(1, list.Len())
	for i, v := range list.Elements() {
		if count := seen.Len(); seen.Add([]model.Value{v}) < count {
			l.hint(faults.New(faults.NoEffect, rule.Lint, "the list already contains this value").Under(model.Index(i)).Under(model.Field(name)))
		}
	}
}

// compareProblems orders problems by path, and problems with the same path by rule, code and cause.
func compareProblems(a, b Problem) int {
	return cmp.Or(
		slices.CompareFunc(a.Path, b.Path, comparePatchSteps),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Code, b.Code),
		strings.Compare(a.Cause.Error(), b.Cause.Error()),
	)
}

// comparePatchSteps orders two steps of paths in patches. Both are fields of the same map, or
// indexes in the same list.
func comparePatchSteps(a, b model.Step) int {
	i, _ := a.(model.Index)
	j, _ := b.(model.Index)
	m, _ := a.(model.Field)
	n, _ := b.(model.Field)
	return cmp.Or(cmp.Compare(i, j), cmp.Compare(m, n))
}
