// Package mergepatch takes the place of k8s.io/apimachinery/pkg/util/mergepatch
// for programs that use package strategicpatch beside this one.
//
// # Change three imports together
//
// The errors and preconditions here are types of their own. A program that
// imports strategicpatch from here and mergepatch from apimachinery, or the
// other way round, does not compile where it hands over preconditions, and,
// worse, compiles and answers false where it asks IsConflict or
// IsPreconditionFailed. So replace
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
// # What is the same, better and missing
//
//	same     the error values, as themselves: == and errors.Is find them
//	same     HasConflicts, RequireKeyUnchanged, RequireMetadataKeyUnchanged,
//	         and what custom preconditions are given: the patch as a map. That of
//	         CreateTwoWayMergeMapPatch shares maps and lists with modified
//	better   IsConflict and IsPreconditionFailed also look into wrapped errors
//	better   error texts name fields and merge keys but no values, which may be
//	         secrets; no Go formatting artefacts
//	better   HasConflicts decides the same every time, also where there is a
//	         conflict beside a value of an unknown type
//	differs  ToYAMLOrError writes JSON, indented, which is YAML too; a YAML
//	         encoder would be this module's first dependency
package mergepatch
