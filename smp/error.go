package smp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
)

// A Code is the class of an [Error]. The set of codes is closed. For example, this tests for a
// code:
//
//	var e *smp.Error
//	if errors.As(err, &e) && e.Code == smp.MissingMergeKey { … }
type Code string

// These are the error codes.
const (
	// Syntax: a document is not valid JSON or, for a function that reads YAML, not valid YAML.
	Syntax Code = "syntax"
	// Limit: a document exceeds the engine's Limits.
	Limit Code = "limit"
	// WrongType: a value has the wrong JSON type. The document or an element of a keyed list is not
	// a map, an element of a set is not a scalar, or, under Strict, a value contradicts its schema.
	WrongType Code = "wrong-kind"
	// InvalidDirective: a directive is in the wrong place, or its value is malformed.
	InvalidDirective Code = "invalid-directive"
	// MissingMergeKey: a merge key is absent or null in a patch element, a deletion or an
	// order entry.
	MissingMergeKey Code = "missing-merge-key"
	// InvalidMergeKey: a merge key is a map or list.
	InvalidMergeKey Code = "invalid-merge-key"
	// AmbiguousMergeKey: the keys that select an element match several elements.
	AmbiguousMergeKey Code = "ambiguous-merge-key"
	// OrderMismatch: a patch list contradicts its $setElementOrder.
	OrderMismatch Code = "order-mismatch"
	// RetainKeysMismatch: $retainKeys lacks a field of the patch.
	RetainKeysMismatch Code = "retain-keys-mismatch"
	// UnionConflict: a patch sets two members of a union, or a member and the discriminator of
	// another one.
	UnionConflict Code = "union-conflict"
	// UnknownField: under Strict, the schema does not define a field or directive.
	UnknownField Code = "unknown-field"
	// InvalidSchema: the description of a schema has an error.
	InvalidSchema Code = "invalid-schema"
	// UnknownKind: there is no schema for an apiVersion and kind.
	UnknownKind Code = "unknown-kind"
	// NotRepresentable: the patch format cannot express a change.
	NotRepresentable Code = "not-representable"
	// NotComposable: no single patch has the effect of the given patches.
	NotComposable Code = "not-composable"
	// Precondition: a patch would change a place that must not change.
	Precondition Code = "precondition"
	// Conflicting: modified and current changed a value in different ways. The error is a
	// [*ConflictError] with all conflicts.
	Conflicting Code = "conflict"
	// DifferentKind: documents have different apiVersions or kinds.
	DifferentKind Code = "different-kind"
)

// An Error is returned by every operation of this package that rejects its input. In that case the
// result is absent. For example:
//
//	patch: spec.ports[0]: missing-merge-key: missing merge key "port" (rule keyed-merge)
type Error struct {
	Code Code
	// Document is the input that the error is about: original, modified, current, patch,
	// patches[n], left, right or schema.
	Document string
	// Path is the place in Document. Elements of lists are addressed by index. If the error is
	// about a directive, Path leads to the directive. If a key is missing, Path leads to the
	// element.
	Path model.Path
	// Rule is the rule that rejects the input. It is empty for errors about syntax, limits,
	// schemas and Kubernetes kinds.
	Rule Rule
	// Cause describes the problem. It contains field names and merge keys, but no other
	// values of the documents, because they may be secrets.
	Cause error
}

// Error returns the document, path, code, cause and rule in one line. If the error is about a whole
// document, there is no path.
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

// A fault is an error before it has the name of its document. Its path is collected in reverse
// while the calls return, so that calls without a fault need not keep a path.
type fault struct {
	code        Code
	rule        Rule
	original    bool // the fault is in the original, not in the patch
	inDirective bool // the path ends in a directive for the field, and underField must not add the field
	cause       error
	reversed    []model.Step
}

// describe returns the name of a JSON type in messages, such as "a map", "null" or "nothing".
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

// copy returns a copy of the fault, so that it can be reported a second time.
func (f *fault) copy() *fault {
	if f == nil {
		return nil
	}
	other := *f
	other.reversed = slices.Clone(f.reversed)
	return &other
}

// underDirective adds the name of a directive for a field to the front of the path. A fault in the
// original gets no directive, because the original has none.
func (f *fault) underDirective(name string) *fault {
	if f.original {
		return f
	}
	f.inDirective = true
	return f.under(model.Field(name))
}

// underField adds the name of a field to the front of the path, unless the path begins with a
// directive for the field.
func (f *fault) underField(name string) *fault {
	if f.inDirective {
		f.inDirective = false
		return f
	}
	return f.under(model.Field(name))
}

// underElement adds the index of an element to the front of the path. original is the index for a
// fault in the original, and patch is the index for a fault in the patch.
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

// parseError converts an error of model.Parse to an Error.
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
