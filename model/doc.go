// Package model is an immutable tree of JSON values: the documents, patches and
// results of the rest of this module.
//
// A [Value] is null, a boolean, a number, a string, a list or a map; the zero
// Value is absent. Values are small, cheap to copy, never change, and may be
// shared between goroutines without synchronisation.
//
// # Reading
//
// [Parse] is strict. It accepts RFC 8259 text in UTF-8 and nothing else: two
// members of one map with the same name (however they are escaped), invalid
// UTF-8, lone surrogates, data after the value and nesting beyond a limit are
// errors with an offset and a path. One scan of the text builds a flat table of
// where each value stands; navigation looks things up there and allocates
// nothing. A value therefore keeps the text it came from alive;
// [Value.Compact] makes one that keeps only its own.
//
// # Building
//
// [Value.WithMembers] and [Value.WithElements] answer edited values. An edit
// records the difference to what was parsed, so that its cost follows the changes
// and not the document, and encoding it copies what was not touched byte for byte.
// [NewMap] and [NewList] are edits of an empty map and list.
//
// # Go trees
//
// [FromAny] and [Value.ToAny] copy: a map[string]any and a value have nothing in
// common afterwards. [WrapAny] makes a value of a Go tree that is read where somebody
// looks, and [Value.ShareAny] gives back what nobody changed as it came, so that a
// small change of a large tree costs what the maps and lists around it do.
//
// # Numbers
//
// Numbers keep their spelling. They are compared by exact value: 1, 1.0, 1e0
// and 10e-1 are equal, -0 equals 0, and nothing is rounded.
//
// # Paths
//
// A [Path] says where in a document a value stands. It has a text form that
// [ParsePath] reads back.
//
// # For engines, no compatibility promise
//
// These are shortcuts for those who merge and compare documents: everything they
// do can be said with the rest of the package, more slowly. What each of them
// costs and gains stands in the head of its file. They may change or go in any
// release.
//
//   - Documents, maps and lists that share memory: [Builder]; and a text that
//     resembles another: [Near].
//   - Members in the order of another map: [Finder], and with changes [Editor]; changes
//     that only the text of the result is to have: [Rewrite].
//   - The members of one name in all elements of a list: [Value.Column],
//     [SameColumn], [Value.Spelled], [Value.Project].
//   - What two values of one type have different: [DifferingMembers],
//     [DifferingElements].
//   - Whether two values are one, and so equal: [Same]; or one of those in a
//     document: [Within].
//   - What is below a value: [Value.HasNull], [Value.HasDollar],
//     [Value.HasOwnDollar].
package model
