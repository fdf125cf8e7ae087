package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/lint"
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
	if s.node == nil && patch.Type() == model.Map {
		return lintsNoSchema()
	}
	return problemsOf(lint.Patch(s.node, patch, lint.Options{Dialect: e.dialect(), Strict: e.Strict, Unions: e.Unions}))
}

// LintDocument returns the problems of the unions in a document, sorted by path. The document is
// not a patch. A problem has the Code UnionSiblings. Its rule is union-member if two members of a
// union are set, or if the member that is set contradicts the discriminator. The rule is
// union-discriminator if a member is set and the discriminator is missing. A server may add a
// missing discriminator. If the schema has an error, the only problem has the Code InvalidSchema
// instead.
func LintDocument(s Schema, document model.Value) []Problem {
	if s.node == nil {
		return lintsNoSchema()
	}
	return problemsOf(lint.Unions(s.node, document))
}

// lintsNoSchema returns the problem of a missing schema.
func lintsNoSchema() []Problem {
	return []Problem{{Code: InvalidSchema, Rejected: true, Cause: noSchema()}}
}

func problemsOf(found []lint.Problem) []Problem {
	if len(found) == 0 {
		return nil
	}
	problems := make([]Problem, len(found))
	for i, p := range found {
		problems[i] = Problem{Path: p.Path, Rule: Rule(p.Rule), Code: Code(p.Code), Rejected: p.Rejected, Cause: p.Cause}
	}
	return problems
}
