// Package answers has PATCH requests to which an API server answers in many ways: of every
// type, right and wrong, at every limit. They are generated from lists of what can be
// wrong in each place of a patch. The answers are recorded in smp/server/testdata.
package answers
