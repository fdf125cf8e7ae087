package smp

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

// Only problems have these codes. Apply accepts patches with these problems.
const (
	// NoEffect: a directive, or a field next to a directive, has no effect on any result.
	NoEffect Code = "no-effect"
	// DirectiveAsData: a directive is in a place where it has no effect and becomes data of
	// the result.
	DirectiveAsData Code = "directive-as-data"
	// RepeatedKey: an element has the same merge key as an earlier element of the patch list, or a
	// patch list for a set contains a value twice.
	RepeatedKey Code = "repeated-key"
	// MixedMergeKeys: an element or order entry is matched by different merge keys than the first
	// element of the list is.
	MixedMergeKeys Code = "mixed-merge-keys"
	// UnionSiblings: a patch sets two members of a union, or a member and a discriminator that
	// names another member, or it sets a member while the original may have another one.
	UnionSiblings Code = "union-siblings"
)

// A Problem is a certain or likely mistake in a patch.
type Problem struct {
	// Path is the place in the patch. If Rejected is set, Path is the same as in the Error of
	// Apply. Elements of lists are addressed by index.
	Path model.Path
	// Rule is the rule that the patch violates. If Rejected is set, Rule is the same as in the
	// Error of Apply.
	Rule Rule
	// Code is the class of the problem.
	Code Code
	// Rejected reports whether Apply rejects the patch because of the problem, for every
	// original, by the specification.
	Rejected bool
	// Cause describes the problem. It contains field names and merge keys, but no other
	// values of the patch, because they may be secrets.
	Cause error
}

// String returns the path, code, cause and rule in one line.
func (p Problem) String() string {
	return (&Error{Code: p.Code, Path: p.Path, Rule: p.Rule, Cause: p.Cause}).Error()
}

// Lint returns the problems of a patch. The result is empty for a good patch.
//
// Lint is shorthand for Engine{}.Lint.
func Lint(s Schema, patch model.Value) []Problem { return Engine{}.Lint(s, patch) }

// Lint returns the problems that a patch has for every original, sorted by path (rule lint). The
// result is empty for a good patch. Ignore, Strict and Unions have the same effect as in Apply, so lint a
// patch with the engine that will apply it. If the schema has an error, Lint returns one problem with
// Code InvalidSchema.
//
// Lint follows the specification. On a cluster, $patchMergeKey is data. Set Ignore to PatchMergeKey
// to check a patch for a cluster, and call Differences of package cluster for the effects that
// are different on a cluster.
//
// A problem with Rejected set is an error of Apply, and has the path and rule of that error. Errors
// that depend on the original are not reported. The other problems are:
//
//   - UnknownField: the schema does not define a field or directive (rule unknown-field), or
//     defines a field whose name differs in case (rule field-names). Strict rejects such patches.
//   - WrongType: a value contradicts the schema. Strict rejects such patches.
//   - NoEffect: removing this part of the patch does not change any result. Examples are
//     $setElementOrder for a field that is not a merging list, $deleteFromPrimitiveList for a field
//     that the patch deletes or replaces, fields next to $patch: delete, deletions in a map or list
//     that is evaluated against empty, a second {$patch: replace} in a list, and repeated values in
//     the list of a directive.
//   - DirectiveAsData: $patchMergeKey in a map that is not an element of a keyed list, and
//     directives of Ignore in a free-form map or in a map without schema. Order and delete lists
//     that are data by rule data-names are not reported.
//   - AmbiguousMergeKey: an element has the same keys as an earlier element of the patch list, but
//     the two differ in a recommended key by which they do not match. Or an element contains or
//     removes a recommended key by which it does not match. Such an element may change the identity
//     of an element of the original.
//   - RepeatedKey: an element has the same keys as an earlier element of the patch list, or a value
//     of a set is repeated.
//   - MixedMergeKeys: the elements, deletions and order entries of one list do not all match by the
//     same keys.
//   - UnionSiblings, rule union-member: the patch sets two members of a union, or a member and a
//     discriminator that does not name this member. With Unions, this is a UnionConflict that Apply
//     rejects.
//   - UnionSiblings, rule lint: the patch chooses a member of a union in a map or element with
//     strategy retainKeys, but contains neither $retainKeys nor the other members. If the original
//     has another member, this member stays set. With Unions, Apply clears it.
func (e Engine) Lint(s Schema, patch model.Value) []Problem {
	l := linter{Dialect: e.dialect(), strict: e.Strict, knowsUnions: e.Unions}
	if k := patch.Type(); k != model.Map {
		l.fault(faults.New(faults.WrongType, rule.Root, "expected a map, got %s", k.Noun()))
		return l.found
	}
	return l.walk(s, func(u *schema.Node) {
		l.faultOf(syntax.TypeFault(u, patch))
		l.mapPatch(u, patch, surroundings{})
	})
}

// LintDocument returns the problems of the unions in a document, sorted by path. The document is
// not a patch. A problem has the Code UnionSiblings. Its rule is union-member if two members of a
// union are set, or if the member that is set contradicts the discriminator. The rule is
// union-discriminator if a member is set and the discriminator is missing. A server may add a
// missing discriminator. If the schema has an error, the only problem has the Code InvalidSchema
// instead.
func LintDocument(s Schema, document model.Value) []Problem {
	var l linter
	return l.walk(s, func(u *schema.Node) { l.document(u, document) })
}

// walk calls find and returns the problems that it adds. If the schema has an error, it returns a
// problem of the schema.
func (l *linter) walk(s Schema, find func(u *schema.Node)) []Problem {
	look := func() (err error) {
		defer faults.RecoverSchema(&err)
		find(s.must())
		return nil
	}
	if err := look(); err != nil {
		l.found = append(l.found, Problem{Code: InvalidSchema, Rejected: true, Cause: err})
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
		case f != nil && m.knowsUnions:
			m.fault(f)
		case f != nil:
			m.unionProblem(f)
		case !m.knowsUnions && m.hasRetainKeys() && !m.hasRetainKeysDirective && !m.againstEmpty && c.Chooses() && m.leavesOthers(union, c):
			m.fault(faults.New(faults.UnionSiblings, rule.Lint, "without %s, other members of the union stay set", syntax.RetainKeys))
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
	l.found = append(l.found, Problem{Path: l.path.Append(), Rule: Rule(f.Rule), Code: UnionSiblings, Cause: f.Cause})
}

// A linter is the state of one call of Lint. It makes the checks of Apply without an original, and
// continues after a fault.
type linter struct {
	syntax.Dialect
	strict bool // Engine.Strict
	// knowsUnions is Engine.Unions.
	knowsUnions bool
	path        model.Path
	found       []Problem
}

func (l *linter) enter(step model.Step) { l.path = append(l.path, step) }
func (l *linter) leave()                { l.path = l.path[:len(l.path)-1] }

// fault adds a problem at or below the current place.
func (l *linter) fault(f *faults.Fault) {
	path := l.path.Append()
	for _, step := range slices.Backward(f.Reversed) {
		path = append(path, step)
	}
	p := Problem{Path: path, Rule: Rule(f.Rule), Code: Code(f.Code), Cause: f.Cause}
	switch p.Rule {
	case rule.Lint:
	case rule.UnknownField, rule.ValueType, rule.FieldNames:
		p.Rejected = l.strict
	default:
		p.Rejected = true
	}
	l.found = append(l.found, p)
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
	l.fault(faults.New(faults.NoEffect, rule.Lint, format, args...).Under(model.Field(name)))
}

// repeats reports the values in the list of a directive that are equal to an earlier value.
func (l *linter) repeats(name string, list model.Value) {
	seen := identity.NewIndex(1, list.Len())
	for i, v := range list.Elements() {
		if count := seen.Len(); seen.Add([]model.Value{v}) < count {
			l.fault(faults.New(faults.NoEffect, rule.Lint, "the list already contains this value").Under(model.Index(i)).Under(model.Field(name)))
		}
	}
}

// compareProblems orders problems by path, and problems with the same path by rule, code and cause.
func compareProblems(a, b Problem) int {
	return cmp.Or(
		slices.CompareFunc(a.Path, b.Path, comparePatchSteps),
		strings.Compare(string(a.Rule), string(b.Rule)),
		strings.Compare(string(a.Code), string(b.Code)),
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
