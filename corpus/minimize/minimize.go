// Package minimize makes a case of package corpus smaller for as long as it
// shows the same fault.
//
// [Minimizer] says what to keep and how to search. It reads no file and starts
// no process: what the fault is, the caller's Keep knows. [Trivial] is the case
// in which no fault should be found, [SharedText] what a redacted case still has
// of the words of another.
package minimize

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// Trivial returns the case with empty documents, no schema and no options, and
// with one patch where there may be several: what does not tell this case from
// another finds no fault.
func Trivial(c corpus.Case) corpus.Case {
	in := corpus.Input{Op: c.Input.Op}
	empty, _ := model.NewMap()
	if c.Want.Result.Type() != model.Absent {
		c.Want.Result = empty
	}
	for _, doc := range c.Input.Documents() {
		switch _, isText := c.Input.Text[doc.Name]; {
		case doc.Value.Type() == model.Absent && !isText:
		case in.Op == corpus.OpCompose:
			in.Patches = []model.Value{empty}
		default:
			in = in.With(doc.Name, empty)
		}
	}
	c.Input, c.Schema, c.SchemaErr = in, corpus.SchemaSource{}, nil
	return c
}

// A Minimizer makes a case smaller for as long as it shows the same fault.
type Minimizer struct {
	// Keep reports whether a case shows the fault. It gets the case with other
	// documents, options and schema; the wanted answer is that of the case it
	// began with, a Result reduced as the documents are. Equal cases must get
	// equal answers.
	Keep func(corpus.Case) bool
	// Stop, when not nil, is asked before each candidate; once it holds, the
	// best case so far is what Minimize returns.
	Stop func() bool
	// Better, when not nil, is called with every better case, one after the
	// other.
	Better func(corpus.Case)
	// Jobs is how many candidates are tried at once; with more than one, Keep
	// is called from several goroutines. The outcome does not depend on it.
	Jobs int
	// KeepNames leaves the names of members as they are.
	KeepNames bool
	// Redact gives every name and string another text than any that the case
	// has, before anything else is done; SharedText tells whether that was
	// possible.
	Redact bool
}

// Minimize returns a case that is no larger than c and for which Keep holds, as
// it does for c. Larger is what has the longer text: documents as compact JSON,
// options, and the schema written inline. Minimizing what it returns changes
// nothing, unless Stop cut it short or Redact wants other words again.
//
// It is a pure function of c and the answers of Keep and Stop.
//
//  1. The schema is reduced to what the documents touch.
//  2. Options are dropped, patches of several, pieces of documents that are
//     given as text.
//  3. A map far down, with its schema, takes the place of the root.
//  4. Whole subtrees are dropped from all documents at once: in lists the
//     elements that have a merge key in common; then those that have all
//     recommended keys in common, then those of one document alone. What is
//     dropped is sought by halves.
//  5. Any map gives way to a map inside it, and to an element of a list inside
//     it, together with their schemas.
//  6. The schema says less: fewer keys, no strategy, no type.
//  7. Numbers, strings and names become short, the same everywhere.
//
// The steps are repeated until none of them finds anything.
func (m Minimizer) Minimize(c corpus.Case) corpus.Case {
	s := newSearch(m, c)
	if m.Redact {
		s.redact()
	}
	steps := []func(*search){
		(*search).pruneSchema,
		(*search).dropOptions,
		(*search).dropText,
		(*search).dropPatches,
		(*search).hoistFar,
		(*search).cutTogether,
		(*search).hoist,
		(*search).simplifySchema,
		(*search).shortenNumbers,
		(*search).shortenStrings,
		(*search).shortenNames,
	}
	for before := ""; before != s.best.text; {
		before = s.best.text
		for _, step := range steps {
			step(s)
		}
	}
	return s.best.c
}
