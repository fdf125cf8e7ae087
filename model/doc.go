// Package model represents JSON documents as immutable values. The other packages of
// this module use it for objects, patches and results.
//
//	doc, err := model.ParseString(`{"spec": {"replicas": 1}}`)
//	if err != nil { … }
//	replicas := model.Path{model.Field("spec"), model.Field("replicas")}
//	doc, err = replicas.Set(doc, model.NewInt(3))
//	if err != nil { … }
//	fmt.Println(doc.JSON()) // {"spec": {"replicas": 3}}
//
// A [Value] is null, a boolean, a number, a string, a list or a map. The zero Value is
// absent. Values never change, are cheap to copy, and may be shared between goroutines
// without synchronization.
//
// # Reading
//
// [Parse] accepts only RFC 8259 text in UTF-8. It reports duplicate names (even if they are escaped
// differently), invalid UTF-8, lone surrogates, data after the value, and nesting beyond a limit,
// with the offset and the path of the fault. Parse scans the text once and records the position of
// each value. Finding a value uses these records and allocates nothing. Because of the records, a
// value keeps its whole text alive. [Value.Compact] returns a copy that keeps only its own text.
//
// # Printing
//
// The verbs %v and %s print a value as JSON, and %#v prints a Go expression. [Value.JSON] and
// [Value.AppendJSON] return the text, and encoding/json reads and writes values.
//
// # Building
//
// [Value.WithMembers] and [Value.WithElements] return edited values. An edit records only the
// changes. Its cost therefore depends on the number of changes and not on the size of the document.
// In the text of an edited value, the unchanged parts stay the same byte for byte. [NewMap] and
// [NewList] edit an empty map and an empty list.
//
// # Go trees
//
// [FromAny] copies a Go tree, such as a map[string]any, into a value, and [Value.ToAny] copies a
// value into a Go tree. [WrapAny] turns a Go tree into a value without copying it, and
// [Value.ShareAny] returns a Go tree that shares its unchanged parts with the wrapped tree. If you
// use WrapAny and ShareAny, the cost of a small change of a large tree depends only on the maps and
// lists around the change.
//
// # Numbers
//
// Numbers keep their spelling and are compared by exact value: 1, 1.0, 1e0 and 10e-1
// are equal, -0 equals 0, and no number is rounded.
//
// # Paths
//
// A [Path] names the place of a value in a document, such as spec.containers[name=app].
// [ParsePath] reads its text form. [Path.Lookup] returns the value at a path, and [Path.Set] returns
// a document with another value there.
//
// # For engines, no compatibility promise
//
// These shortcuts make merging and comparing documents faster. The rest of the package can do the
// same, but more slowly. If a shortcut has a file of its own, the first comment of the file states
// its cost and its gain. Any release may change or remove the shortcuts.
//
//   - Sharing memory: [Builder] for documents, maps and lists; [Near] for a text that
//     resembles another one.
//   - Using memory again: calls whose result is text or a Go tree read their documents on a [Desk] of the
//     engines. The values on a desk change after the call. So desks are among the [Shortcuts], which
//     [ForEngines] returns only for a key that no other module can have. Everybody else gets values that
//     never change.
//   - Finding members in the order of another map: [Finder]; changing them: [Editor].
//   - Reading the members of one name in all elements of a list: [Value.Column].
//   - Testing for identity, which implies equality: [Same].
//   - Testing for nulls and directives below a value: [Value.HasNull], [Value.HasDollar],
//     [Value.HasOwnDollar].
package model
