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
// [Value.Compact] makes one that keeps only its own. A [Parser] is for texts that
// are read, used and dropped together: what it read costs hardly any memory.
//
// # Building
//
// [Value.WithMembers] and [Value.WithElements] answer edited values, as does an
// [Editor], which changes a map while it is looked at. An edit records the
// difference to what was parsed, so that its cost follows the changes and not
// the document, and encoding it copies what was not touched byte for byte.
// [NewMap] and [NewList] are edits of an empty map and list.
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
package model
