package smp

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
)

// A Code is the class of an [Error] or a [Problem]. For example, this tests for a code:
//
//	var e *smp.Error
//	if errors.As(err, &e) && e.Code == smp.MissingMergeKey { … }
type Code string

// These are the codes of errors. Problems may have these codes, too.
const (
	// Syntax: a document is not valid JSON or, for a function that reads YAML, not valid YAML.
	Syntax Code = "syntax"
	// Limit: a document exceeds the engine's Limits, or the result would be nested too deeply.
	Limit Code = "limit"
	// WrongType: a value has the wrong JSON type. The document or an element of a keyed list is not
	// a map, an element of a set is not a scalar, or, under Strict, a value contradicts its schema.
	WrongType Code = "wrong-kind"
	// InvalidDirective: a directive is in the wrong place, or its value is malformed.
	InvalidDirective Code = "invalid-directive"
	// MissingMergeKey: a merge key is absent or null in a patch element, a deletion, an order entry
	// or, under Strict, an element of the original.
	MissingMergeKey Code = "missing-merge-key"
	// InvalidMergeKey: a merge key is a map or list.
	InvalidMergeKey Code = "invalid-merge-key"
	// AmbiguousMergeKey: a patch element matches several elements or, under Strict, changes a
	// recommended key by which it does not match. If the element contains all keys, and
	// $patchMergeKey lists them, it matches by all of them. Clusters do not support that directive.
	AmbiguousMergeKey Code = "ambiguous-merge-key"
	// OrderMismatch: a patch list contradicts its $setElementOrder.
	OrderMismatch Code = "order-mismatch"
	// RetainKeysMismatch: $retainKeys lacks a field of the patch.
	RetainKeysMismatch Code = "retain-keys-mismatch"
	// UnionConflict: a patch sets two members of a union, or a member and a discriminator that does
	// not name this member.
	UnionConflict Code = "union-conflict"
	// UnknownField: the schema does not define a field or directive. In this package, only Strict
	// rejects such a patch.
	UnknownField Code = "unknown-field"
	// InvalidSchema: the description of a schema has an error.
	InvalidSchema Code = "invalid-schema"
	// UnknownKind: there is no schema for an apiVersion and kind.
	UnknownKind Code = "unknown-kind"
	// NotRepresentable: the patch format cannot express a change.
	NotRepresentable Code = "not-representable"
	// NotComposable: no single patch has the effect of the given patches.
	NotComposable Code = "not-composable"
	// Precondition: a patch would change a place that must not change, or the path of such a place
	// does not consist of field names.
	Precondition Code = "precondition"
	// Conflicting: modified and current changed a value in different ways. The error is a
	// [*ConflictError] with all conflicts.
	Conflicting Code = "conflict"
	// DifferentKind: documents have different apiVersions or kinds.
	DifferentKind Code = "different-kind"
)

// An Error is the error of a function that rejects its input. For example:
//
//	patch: spec.ports[0]: missing-merge-key: missing merge key "port" (rule keyed-merge)
type Error struct {
	Code Code
	// Document is the input that the error is about, such as original, modified, current, patch,
	// patches[n], left, right or schema.
	Document string
	// Path is the place in Document. Elements of lists are addressed by index. If the error is
	// about a directive, Path leads to the directive. If a key is missing, Path leads to the
	// element. For the line of a path in YAML, call Stream.Place of package smp/yaml/yamldoc.
	Path model.Path
	// Rule is the rule that rejects the input. It is empty if there is no such rule, for example in
	// errors about syntax, limits, schemas, preconditions and Kubernetes kinds.
	Rule Rule
	// Cause describes the problem. It contains field names and merge keys, but no other
	// values of the documents, because they may be secrets.
	Cause error
}

// Error returns the document, path, code, cause and rule in one line. If the error is about a whole
// document, there is no path. If a document cannot be parsed, the text of the Cause replaces the path
// and the code, as in "patch: syntax error at byte 1: the text ends too early". The middle of a very
// long path or name is left out.
func (e *Error) Error() string {
	text := ""
	if e.Document != "" {
		text = e.Document + ": "
	}
	if cause, ok := e.Cause.(*model.Error); ok {
		text += cause.Error()
	} else {
		if len(e.Path) > 0 {
			text += model.Shorten(e.Path.String()) + ": "
		}
		text += string(e.Code)
		if e.Cause != nil {
			text += ": " + e.Cause.Error()
		}
	}
	if e.Rule != "" {
		text += " (rule " + string(e.Rule) + ")"
	}
	return text
}

// Unwrap returns the Cause.
func (e *Error) Unwrap() error { return e.Cause }

// asError returns a fault as an Error. original and patch are the names of the two documents.
func asError(f *faults.Fault, original, patch string) error {
	document, path := f.In(original, patch)
	return &Error{Code: Code(f.Code), Document: document, Path: path, Rule: Rule(f.Rule), Cause: f.Cause}
}

// Kind is the former name of [Code].
//
// Deprecated: use Code. Kind will be removed in the next minor version.
type Kind = Code

// WrongKind is the former name of [WrongType].
//
// Deprecated: use WrongType. WrongKind will be removed in the next minor version.
const WrongKind = WrongType
