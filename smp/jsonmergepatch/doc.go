// Package jsonmergepatch takes the place of
// k8s.io/apimachinery/pkg/util/jsonmergepatch for programs that use package
// strategicpatch beside it: the three-way merge of documents whose type nobody
// knows, such as custom resources.
//
// # Change three imports together
//
// The errors and preconditions are those of this module's package mergepatch.
// Replace
//
//	k8s.io/apimachinery/pkg/util/strategicpatch
//	k8s.io/apimachinery/pkg/util/mergepatch
//	k8s.io/apimachinery/pkg/util/jsonmergepatch
//
// by
//
//	github.com/strategicpatch/smp/smp/strategicpatch
//	github.com/strategicpatch/smp/smp/mergepatch
//	github.com/strategicpatch/smp/smp/jsonmergepatch
//
// in one step, in every package that sees an error of any of them.
//
// # What is the same, better and different
//
//	same     the patch, byte for byte, for all documents whose numbers are
//	         int64 or float64
//	better   the error of a failed precondition is a
//	         mergepatch.ErrPreconditionFailed, so that IsPreconditionFailed
//	         finds it; the other package hides it in an error of no type
//	better   numbers that float64 cannot hold keep their digits, and differ from
//	         each other
//	differs  a document that is not JSON, or no map, is mergepatch.ErrBadJSONDoc,
//	         where the other package has an error of a library it uses
package jsonmergepatch
