// Package gen generates schemas, documents for them, and patches for those documents. It
// generates the inputs of the laws, the differential tests and the fuzz targets.
//
//	c := gen.ThreeWay(gen.FromSeed(1))
//	patch, err := smp.Engine{}.ThreeWay(c.Schema, c.Original, c.Modified, c.Current, smp.ThreeWayOptions{})
//
// An input depends only on the choices of a [Source]: the bytes of a fuzzer, a seed, or a property
// testing library. A smaller choice gives a simpler input. A source that shrinks its choices
// therefore shrinks the input.
//
// Names and values come from small alphabets, because the rules depend on matches: equal
// keys, duplicates, and fields that both sides have. A patch is made for its document: it
// edits, deletes, moves and repeats existing values. Documents that are compared or merged
// are edited versions of each other: a patch is applied, elements are reordered or added, and
// keys and fields are filled in. Unrelated documents are rare. Most inputs are accepted.
// [Case.Odds] determines how often an input breaks a rule.
package gen
