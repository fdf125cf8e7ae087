// Package answers contains PATCH requests that cover the different answers of an API server:
// all patch types, valid and invalid, at every limit. The requests are generated from lists
// of the possible mistakes in each place of a patch. The answers are recorded in
// smp/server/testdata.
package answers
