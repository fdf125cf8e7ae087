package smp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// A Code is the class of an Error. The set of codes is closed. Find it with errors.As:
//
//	var e *smp.Error
//	if errors.As(err, &e) && e.Code == smp.MissingMergeKey { … }
type Code string

// The error codes.
const (
	// Syntax: a document is not JSON (or YAML, where that is read).
	Syntax Code = "syntax"
	// Limit: a document is deeper or larger than the engine's Limits.
	Limit Code = "limit"
	// WrongType: a value has the wrong JSON type: a root that is no map, an
	// element of a merging list that is no map (or no scalar, in a set), and
	// under Strict a value that contradicts its schema.
	WrongType Code = "wrong-kind"
	// InvalidDirective: a directive stands where it may not, or its value has
	// the wrong shape.
	InvalidDirective Code = "invalid-directive"
	// MissingMergeKey: a merge key is absent or null in a patch element, a
	// deletion or an order entry.
	MissingMergeKey Code = "missing-merge-key"
	// InvalidMergeKey: a merge key is present and no scalar.
	InvalidMergeKey Code = "invalid-merge-key"
	// AmbiguousMergeKey: some of the recommended keys match several elements.
	AmbiguousMergeKey Code = "ambiguous-merge-key"
	// OrderMismatch: the patch list and its $setElementOrder disagree.
	OrderMismatch Code = "order-mismatch"
	// RetainKeysMismatch: a field of the patch is missing from $retainKeys.
	RetainKeysMismatch Code = "retain-keys-mismatch"
	// UnionConflict: a patch sets two members of a union, or one against the
	// discriminator.
	UnionConflict Code = "union-conflict"
	// UnknownField: under Strict, a field or directive the schema lacks.
	UnknownField Code = "unknown-field"
	// InvalidSchema: a schema cannot be built from what describes it.
	InvalidSchema Code = "invalid-schema"
	// UnknownKind: no schema is known for an apiVersion and kind.
	UnknownKind Code = "unknown-kind"
	// NotRepresentable: what is asked for cannot be said in the patch format.
	NotRepresentable Code = "not-representable"
	// NotComposable: what patches do in turn, no single patch can say.
	NotComposable Code = "not-composable"
	// Precondition: a patch would touch what the caller wants unchanged.
	Precondition Code = "precondition"
	// Conflicting: modified and current changed the same differently. The error
	// itself is a *ConflictError, which lists all places.
	Conflicting Code = "conflict"
	// DifferentKind: documents name different apiVersions or kinds.
	DifferentKind Code = "different-kind"
)

// An Error is what every operation of this package returns when it rejects
// its input. Nothing is half done then: the result is absent.
type Error struct {
	Code Code
	// Document names the input the error is about: original, modified,
	// current, patch, patches[n], left, right or schema.
	Document string
	// Path is where in Document. Lists are addressed by index; the fault of a
	// directive ends in the directive's own field; a missing key names the
	// element that lacks it.
	Path model.Path
	// Rule is the rule that rejects the input; empty for errors that no rule
	// of merging decides (syntax, limits, schemas, Kubernetes kinds).
	Rule Rule
	// Cause says more. Its text holds field names and merge keys, never other
	// values of the documents, which may be secrets.
	Cause error
}

// Error returns one line: document, path, code, cause and rule. An error about a whole
// document has no path.
func (e *Error) Error() string {
	text := string(e.Code)
	if len(e.Path) > 0 {
		text = e.Path.String() + ": " + text
	}
	if e.Document != "" {
		text = e.Document + ": " + text
	}
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	if e.Rule != "" {
		text += " (rule " + string(e.Rule) + ")"
	}
	return text
}

// Unwrap returns the Cause.
func (e *Error) Unwrap() error { return e.Cause }

// A fault becomes an Error. Its path is collected in reverse while the calls return, so that
// a call without a fault does not pay for it.
type fault struct {
	code        Code
	rule        Rule
	original    bool // the fault is in the original, not in the patch
	inDirective bool // the path ends in a directive for the field, so that underField adds nothing
	cause       error
	reversed    []model.Step
}

// describe returns a JSON type as a message names it: "a map", "null", "nothing".
func describe(t model.Type) string {
	switch t {
	case model.Absent:
		return "nothing"
	case model.Null:
		return "null"
	}
	return "a " + t.String()
}

func newFault(code Code, rule Rule, format string, args ...any) *fault {
	return &fault{code: code, rule: rule, cause: fmt.Errorf(format, args...)}
}

// under adds a step to the front of the path.
func (f *fault) under(step model.Step) *fault {
	f.reversed = append(f.reversed, step)
	return f
}

// copy returns a copy of the fault, to report it a second time.
func (f *fault) copy() *fault {
	if f == nil {
		return nil
	}
	other := *f
	other.reversed = slices.Clone(f.reversed)
	return &other
}

// underDirective adds the name of a directive for a field to the front of the path. The
// original has no directives, so a fault in it stays in the field.
func (f *fault) underDirective(name string) *fault {
	if f.original {
		return f
	}
	f.inDirective = true
	return f.under(model.Field(name))
}

// underField adds the name of a field to the front of the path, unless it has that of a
// directive for the field already.
func (f *fault) underField(name string) *fault {
	if f.inDirective {
		f.inDirective = false
		return f
	}
	return f.under(model.Field(name))
}

// underElement adds the index of an element to the front of the path: patch for a fault in
// the patch, original for one in the original.
func (f *fault) underElement(original, patch int) *fault {
	if f.original {
		return f.under(model.Index(original))
	}
	return f.under(model.Index(patch))
}

// asError returns the fault as an Error, with the names of the two documents.
func (f *fault) asError(original, patch string) error {
	document := patch
	if f.original {
		document = original
	}
	path := model.Path(slices.Clone(f.reversed))
	slices.Reverse(path)
	return &Error{Code: f.code, Document: document, Path: path, Rule: f.rule, Cause: f.cause}
}

// parseError returns an error of model.Parse as an Error.
func parseError(document string, err error) error {
	out := &Error{Code: Syntax, Document: document, Cause: err}
	var e *model.Error
	if errors.As(err, &e) {
		out.Path = e.Path
		if e.Code == model.Limit {
			out.Code = Limit
		}
	}
	return out
}

// Kind is the former name of [Code].
//
// Deprecated: use Code. Kind will be removed in the next minor version.
type Kind = Code

// WrongKind is the former name of [WrongType].
//
// Deprecated: use WrongType. WrongKind will be removed in the next minor version.
const WrongKind = WrongType
