package smp

import "github.com/strategicpatch/smp/model"

// An Engine applies strategic merge patches. The zero value is ready: the
// documented dialect, every directive, default limits. Engines are values;
// they hold no state and may be shared.
type Engine struct {
	// Dialect is how the engine departs from the documented rules; zero is
	// not at all.
	Dialect Dialect
	// Ignore is the set of directives that the engine does not recognise, as
	// a server that is older than they are (rule directive-level).
	Ignore Directives
	// Strict rejects what is otherwise tolerated: fields and directives that
	// the schema does not know, values whose kind contradicts the schema,
	// elements of the original without merge key, and patch elements whose
	// default key does not say which element is meant (rules unknown-field,
	// keyed-original, keys-recommended).
	Strict bool
	// Limits bound the documents.
	Limits Limits
	// Trace, when not nil, is called for every decision, in the order in which
	// they are taken. A call that ends in an error may have been traced partly.
	Trace func(Event)
}

// Limits bound what an Engine accepts. Zero fields mean the defaults.
type Limits struct {
	// Depth is how deep maps and lists may nest; model.DefaultMaxDepth when
	// zero, and never more than model.HardMaxDepth.
	Depth int
	// Bytes is how long one document's text may be; applies to the forms that
	// take JSON text. What 32-bit offsets hold when zero.
	Bytes int
}

// An Event is one decision of an Engine.
type Event struct {
	// Rule is the rule that decided, or that a divergence departed from.
	Rule Rule
	// Divergence is the divergence that decided, zero where a rule did.
	Divergence Divergence
	// Varies says that clusters do not give one answer here (dialects of
	// Kubernetes only): which of several they give depends on the order in which
	// Go walks a map, or on how it grows a slice. The engine gives the same one
	// every time.
	Varies bool
	// Ambiguous is why the default key of a patch element does not say which
	// element is meant; nil where it does. Strict rejects that (rule
	// keys-recommended).
	Ambiguous error
	// Path is the place in the result; elements of keyed lists are addressed
	// by their keys, those of sets by value.
	Path model.Path
}
