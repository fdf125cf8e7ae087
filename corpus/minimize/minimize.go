// Package minimize makes a case of package corpus smaller while it still shows the same
// fault.
//
//	m := minimize.Minimizer{Keep: func(c corpus.Case) bool { return failsAlike(c) }}
//	small := m.Minimize(c)
//
// The function Keep decides whether a case shows the fault. The package itself reads no files and
// starts no processes. [Trivial] and [Empty] find faults that do not depend on the documents. [SharedText] lists the
// words that a redacted case and the case before redaction still have in common.
package minimize

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// Trivial returns the case with empty documents and without schema and options. If there are
// several patches, only one remains. If Trivial(c) shows the fault, Keep cannot distinguish
// cases.
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

// Empty reports whether all documents of a case are empty maps. If such a case fails, its documents
// are not the reason.
func Empty(c corpus.Case) bool {
	for _, doc := range c.Input.Documents() {
		_, isText := c.Input.Text[doc.Name]
		if isText || doc.Value.Type() != model.Absent && !(isMap(doc.Value) && doc.Value.Len() == 0) {
			return false
		}
	}
	return true
}

// A Minimizer makes a case smaller while it still shows the same fault.
type Minimizer struct {
	// Keep reports whether a case shows the fault. The documents, options and schema of the case
	// differ from those of the case passed to Minimize. The wanted answer is the same in both
	// cases, but its Result is reduced like the documents, and the words in its Rejection and its
	// Wide are replaced like theirs. If Keep does not use the wanted answer, it may not fit the
	// smaller case, so ask the engine again, or call props.Smallest for a broken law. If Keep compares
	// two answers, it should require the difference of the first case, such as the code of an error. If
	// it accepts any difference, the smallest case may show another fault. Keep must give equal answers
	// for equal cases.
	Keep func(corpus.Case) bool
	// Answer is set if the wanted answer of the case defines the fault. It returns the actual
	// answer to a case. Nothing is then dropped from the wanted answer alone: the documents, the
	// wanted answer and the actual answer always lose the same parts, so that the smaller case
	// has the same difference at the same place. The options, the properties of the schema, and
	// the values at the places of errors and of Wide are kept. Lists of conflicts and problems contain
	// places as texts; if the wanted answer is one, the documents are kept, too.
	Answer func(corpus.Case) corpus.Answer
	// Stop, if not nil, is called before each candidate. When it returns true, Minimize
	// returns the best case so far.
	Stop func() bool
	// Better, if not nil, is called with each case that is smaller than the best case so far and
	// shows the fault. Calls do not overlap.
	Better func(corpus.Case)
	// Jobs is the number of candidates that are tried at once. If it is more than one, Keep
	// is called from several goroutines. The result does not depend on Jobs.
	Jobs int
	// KeepNames is set to keep the names of fields.
	KeepNames bool
	// Redact is set to replace every name and string first, with texts that the case does not
	// contain. SharedText lists the words that could not be replaced.
	Redact bool
}

// Minimize returns the smallest case found for which Keep is true. Keep must be true
// for c. The size of a case is the length of its text: its documents as compact JSON,
// its options, and its schema written inline. Minimizing the result again does not
// change it, unless Stop ended the search or Redact is set. The result depends only on
// c and the results of Keep and Stop.
//
// The steps are:
//
//  1. Reduce the schema to the parts that the documents use.
//  2. Drop options, patches if there are several, and pieces of documents given as
//     text.
//  3. Replace the root with a map far down, together with its schema.
//  4. Drop whole subtrees from all documents at once: first fields and elements with a
//     merge key in common, then elements with all recommended keys in common, then
//     parts of one document alone. Each search drops halves first.
//  5. Replace a map with a map inside it, or with an element of a list inside it,
//     together with their schemas.
//  6. Simplify the schema: fewer keys, no strategy, no type.
//  7. Shorten numbers, strings and names, in the same way everywhere. If a string cannot be
//     replaced, drop pieces of it.
//
// The steps are repeated until none of them changes anything.
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
		(*search).cutStrings,
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
