// Package mergepatch replaces k8s.io/apimachinery/pkg/util/mergepatch for programs that
// use package strategicpatch of this module.
//
//	if mergepatch.IsConflict(err) { … }
//
// # Change three imports together
//
// The errors and preconditions have types of their own. Do not combine strategicpatch of this
// module with mergepatch of apimachinery, or the other way round. A program that combines them does
// not compile if it passes preconditions. If it calls IsConflict or IsPreconditionFailed, it
// compiles, but these functions return false. So replace
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
//   - The error values have the same names and texts, and can be compared with == and errors.Is.
//   - HasConflicts, RequireKeyUnchanged and RequireMetadataKeyUnchanged give the same results.
//   - Custom preconditions get the patch as a map. The patch of CreateTwoWayMergeMapPatch shares
//     maps and lists with modified.
//
// # Better
//
//   - IsConflict and IsPreconditionFailed also find wrapped errors.
//   - Error texts contain names of fields and merge keys, but no values, because these may be
//     secrets.
//   - HasConflicts always gives the same result, even if there is a conflict and a
//     value of an unknown type.
//
// # Different
//
//   - ToYAMLOrError writes indented JSON, which is valid YAML. A YAML encoder would be
//     a dependency.
package mergepatch
