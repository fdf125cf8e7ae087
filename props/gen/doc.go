// Package gen makes schemas, documents that follow them, and patches for those
// documents. It is what the laws, the differential tests and the fuzz targets
// draw their inputs from.
//
// Everything follows from the choices of a [Source]: bytes of a fuzzer, a seed,
// or a property testing library. A smaller choice gives a simpler input, so
// that a source that shrinks its choices shrinks the input with them.
//
// Names and values come from small alphabets, because the rules are about
// things that meet: keys that match, duplicates, a member that both sides have.
// A patch is made from the document it is for: it edits, deletes, moves and
// repeats what is there. Documents that are compared or merged are edits of one
// another: patches applied, elements in another order or of another hand, keys
// and fields filled in; rarely they have nothing to do with one another. Most
// inputs are accepted; the others break one rule or another, as [Case.Odds] says.
package gen
