// Package jsonmergepatch replaces k8s.io/apimachinery/pkg/util/jsonmergepatch for
// programs that use package strategicpatch of this module. It creates the patch of a
// three-way merge for documents without schema, such as custom resources.
//
//	patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch(original, modified, current)
//
// # Change three imports together
//
// The errors and preconditions are those of package mergepatch of this module. Replace
//
//	k8s.io/apimachinery/pkg/util/strategicpatch
//	k8s.io/apimachinery/pkg/util/mergepatch
//	k8s.io/apimachinery/pkg/util/jsonmergepatch
//
// with
//
//	github.com/strategicpatch/smp/smp/strategicpatch
//	github.com/strategicpatch/smp/smp/mergepatch
//	github.com/strategicpatch/smp/smp/jsonmergepatch
//
// in one step, in every package that handles an error of one of them.
//
// Do this in programs, not in libraries that have these packages' types in their own API.
// Even before version 1.0, the API and results of the three packages change only together
// with those of the packages that they replace.
//
// # The same
//
//   - For all documents whose numbers are int64 or float64, the patch has the same bytes as that of
//     the other package.
//
// # Better
//
//   - If a precondition rejects the patch, the error is a
//     mergepatch.ErrPreconditionFailed, so IsPreconditionFailed recognizes it. The
//     other package returns an error without a type.
//   - Numbers that float64 cannot represent keep their digits, and are compared exactly.
//
// # Different
//
//   - If a document is not JSON or not a map, the error is mergepatch.ErrBadJSONDoc.
//     The other package returns an error of a library.
package jsonmergepatch
