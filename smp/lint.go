package smp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// The codes that only problems have. Apply accepts what they are about.
const (
	// NoEffect: a directive, or what stands beside one, changes no result.
	NoEffect Code = "no-effect"
	// DirectiveAsData: a directive stands where it has no effect as one, and comes
	// into the result as data.
	DirectiveAsData Code = "directive-as-data"
	// RepeatedKey: an element has the key of an earlier element of the same
	// patch list, or a value of a set stands twice.
	RepeatedKey Code = "repeated-key"
	// MixedMergeKeys: an element or order entry selects by other keys than the
	// first one of the list.
	MixedMergeKeys Code = "mixed-merge-keys"
	// UnionSiblings: two members of a union are set, or one against the
	// discriminator, or they may be in the document that is patched.
	UnionSiblings Code = "union-siblings"
)

// A Problem is one thing in a patch that is wrong, or is not what its author
// can have meant.
type Problem struct {
	// Path is where in the patch; lists are addressed by index. It is the path
	// of the Error that Apply gives, where it gives one.
	Path model.Path
	// Rule is the rule of that Error, or the rule that is not heeded.
	Rule Rule
	// Code is the class of the problem.
	Code Code
	// Rejected says that the engine's Apply, in the documented dialect, rejects the
	// patch for this, whatever the original is.
	Rejected bool
	// Cause says more. Its text holds field names and merge keys, never other
	// values of the patch, which may be secrets.
	Cause error
}

// String returns one line: path, code, cause and rule.
func (p Problem) String() string {
	return (&Error{Code: p.Code, Path: p.Path, Rule: p.Rule, Cause: p.Cause}).Error()
}

// Lint returns all problems of a patch: Engine{}.Lint.
func Lint(s Schema, patch model.Value) []Problem { return Engine{}.Lint(s, patch) }

// Lint returns all problems that a patch has whatever it is applied to, sorted
// by path; none for a good one (rule lint). The order of members does not
// matter. The engine's Ignore and Strict count as they do in Apply. A schema that is
// faulty, or the zero Schema, is a problem with Code InvalidSchema.
//
// With Rejected set come all faults for which Apply rejects the patch, each
// with the path and rule of its Error; faults that need an original to show
// are left out. The others are
//
//   - fields and directives that the schema does not know (UnknownField, rule
//     unknown-field; field-names where a declared field differs only in case),
//     and values whose type contradicts the schema (WrongType): Strict rejects
//     them.
//   - NoEffect: $setElementOrder for anything but a merging list, beside a value
//     that is no list, or where there is nothing to order; a
//     $deleteFromPrimitiveList for a field that the patch sets to null, a scalar
//     or a map, or whose list it replaces; what stands beside $patch: delete, the
//     keys of an element aside; $patch, $retainKeys, delete lists and deletions
//     in what is evaluated against empty, that is in and below replaced maps and
//     lists (not $retainKeys where the strategy is retainKeys); a marker in an
//     atomic list, and any but the first in another; $patchMergeKey in a list
//     that is replaced and not ordered; a value that repeats an earlier one of
//     the same $retainKeys or $deleteFromPrimitiveList. To leave it out changes
//     no result.
//   - DirectiveAsData: $patchMergeKey outside keyed lists, and directives of
//     Ignore, in maps of arbitrary names and without schema. Order and delete
//     lists that are data there by rule data-names are none.
//   - AmbiguousMergeKey: an element matches an earlier one of the patch list
//     but differs from it in a recommended key that is not selected. Or it names
//     a recommended key by which it does not select, or would remove one by
//     $retainKeys or $patch: replace: that makes another element of one in the
//     document that has another value there.
//   - RepeatedKey: it matches and does not differ, or the list has no such keys.
//   - MixedMergeKeys: the deletions, elements and order entries of one list do
//     not all select by the same keys.
//   - UnionSiblings, rule union-member: the patch sets two members of a union, or
//     one against the discriminator that it sets. With Unions that is a
//     UnionConflict, for which Apply rejects the patch.
//   - UnionSiblings, rule lint: in a map or element with strategy retainKeys, and
//     without Unions, the patch chooses a member of a union, but neither has
//     $retainKeys nor says anything of the other members, which stay set if the
//     document has them.
func (e Engine) Lint(s Schema, patch model.Value) []Problem {
	l := linter{reading: reading{ignore: e.Ignore}, strict: e.Strict, knowsUnions: e.Unions}
	if k := patch.Type(); k != model.Map {
		l.fault(newFault(WrongType, RuleRoot, "expected a map, got %s", describe(k)))
		return l.found
	}
	return l.walk(s, func(u *node) {
		l.faultOf(wrongType(u, patch))
		l.mapPatch(u, patch, surroundings{})
	})
}

// LintDocument returns the problems that a document, which is no patch, has with the
// unions of its schema, sorted by path. All are UnionSiblings: by rule union-member
// where two members of a union are set, or one against the discriminator; by rule
// union-discriminator where one is set and there is no discriminator, which a server
// may add. A schema that is faulty, or the zero Schema, is a problem with Code
// InvalidSchema.
func LintDocument(s Schema, document model.Value) []Problem {
	var l linter
	return l.walk(s, func(u *node) { l.document(u, document) })
}

// walk returns the problems that find adds, or a problem of the schema.
func (l *linter) walk(s Schema, find func(u *node)) []Problem {
	look := func() (err error) {
		defer schemaError(&err)
		find(s.must())
		return nil
	}
	if err := look(); err != nil {
		l.found = append(l.found, Problem{Code: InvalidSchema, Rejected: true, Cause: err})
	}
	slices.SortFunc(l.found, compareProblems)
	return slices.CompactFunc(l.found, func(a, b Problem) bool { return compareProblems(a, b) == 0 })
}

// document checks the unions of a value of a document.
func (l *linter) document(u *node, v model.Value) {
	for name, member := range v.Members() {
		l.enter(model.Field(name))
		l.document(u.member(name), member)
		l.leave()
	}
	for i, e := range v.Elements() {
		l.enter(model.Index(i))
		l.document(elementNode(u), e)
		l.leave()
	}
	if v.Type() != model.Map {
		return
	}
	for _, union := range u.shape.unions {
		c := union.choiceIn(v)
		if f := union.fault(c); f != nil {
			l.unionProblem(f)
		} else if union.Discriminator != "" && c.member != nil && !nulls.Present(c.discriminator) {
			l.unionProblem(newFault(UnionSiblings, RuleUnionDiscriminator, "%s is set, but its discriminator %s is not", c.field, union.Discriminator))
		}
	}
}

// unions checks the patches of the unions of the map (see Lint).
func (m *mapLint) unions() {
	for i := range m.node.shape.unions {
		u := &m.node.shape.unions[i]
		c := u.choiceInPatch(m.patch)
		switch f := u.fault(c); {
		case f != nil && m.knowsUnions:
			m.fault(f)
		case f != nil:
			m.unionProblem(f)
		case !m.knowsUnions && m.hasRetainKeys() && !m.hasRetainKeysDirective && !m.againstEmpty && c.chooses() && m.leavesOthers(u, c):
			m.fault(newFault(UnionSiblings, RuleLint, "without %s, other members of the union stay set", retainKeysField))
		}
	}
}

// leavesOthers reports whether a union has members other than the chosen one, and the patch
// mentions none of them.
func (m *mapLint) leavesOthers(u *Union, c choice) bool {
	keep, leaves := u.chosen(c), false
	for i := range u.Members {
		if &u.Members[i] == keep {
			continue
		}
		for _, name := range u.Members[i].Fields {
			if _, mentioned := m.patch.Get(name); mentioned {
				return false
			}
			leaves = true
		}
	}
	return leaves
}

// unionProblem adds a problem of a union. Apply does not reject it.
func (l *linter) unionProblem(f *fault) {
	l.found = append(l.found, Problem{Path: l.path.Append(), Rule: f.rule, Code: UnionSiblings, Cause: f.cause})
}

// A linter is one call of Lint. It walks the patch with the checks of Apply, but without an
// original, and continues after a fault.
type linter struct {
	reading
	strict bool // Engine.Strict
	// knowsUnions is Engine.Unions.
	knowsUnions bool
	path        model.Path
	found       []Problem
}

func (l *linter) enter(step model.Step) { l.path = append(l.path, step) }
func (l *linter) leave()                { l.path = l.path[:len(l.path)-1] }

// fault adds a problem at or below the current place.
func (l *linter) fault(f *fault) {
	path := l.path.Append()
	for _, step := range slices.Backward(f.reversed) {
		path = append(path, step)
	}
	p := Problem{Path: path, Rule: f.rule, Code: f.code, Cause: f.cause}
	switch f.rule {
	case RuleLint:
	case RuleUnknownField, RuleFieldNames:
		p.Rejected = l.strict
	default:
		p.Rejected = true
	}
	l.found = append(l.found, p)
}

// faultOf is fault for the result of a check, which may be nil. up are the steps from the
// current place to the checked value, the last one first.
func (l *linter) faultOf(f *fault, up ...model.Step) {
	if f == nil {
		return
	}
	for _, step := range up {
		f = f.under(step)
	}
	l.fault(f)
}

// noEffect adds a problem with that code with a member of the current map.
func (l *linter) noEffect(name, format string, args ...any) {
	l.fault(newFault(NoEffect, RuleLint, format, args...).under(model.Field(name)))
}

// repeats reports the values in the list of a directive that equal an earlier one.
func (l *linter) repeats(name string, list model.Value) {
	seen := identity.NewIndex(1, list.Len())
	for i, v := range list.Elements() {
		if count := seen.Len(); seen.Add([]model.Value{v}) < count {
			l.fault(newFault(NoEffect, RuleLint, "the list already contains this value").under(model.Index(i)).under(model.Field(name)))
		}
	}
}

// compareProblems orders problems by path, then by all else that they show.
func compareProblems(a, b Problem) int {
	return cmp.Or(
		slices.CompareFunc(a.Path, b.Path, comparePatchSteps),
		strings.Compare(string(a.Rule), string(b.Rule)),
		strings.Compare(string(a.Code), string(b.Code)),
		strings.Compare(a.Cause.Error(), b.Cause.Error()),
	)
}

// comparePatchSteps orders steps of paths in patches, which are fields or, in one
// list, indexes.
func comparePatchSteps(a, b model.Step) int {
	i, _ := a.(model.Index)
	j, _ := b.(model.Index)
	m, _ := a.(model.Field)
	n, _ := b.(model.Field)
	return cmp.Or(cmp.Compare(i, j), cmp.Compare(m, n))
}
