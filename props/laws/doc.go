// Package laws states what holds for every engine of strategic merge patch, on
// every input, as plain functions: each takes a subject and one input, and
// returns a [Verdict].
//
// A law has no false positives: a verdict is Broken only if the rules leave no
// other reading. It may miss things; where it cannot tell, the verdict is
// Inapplicable. [Agree] compares two subjects on everything.
//
// Nothing here depends on testing or on where inputs come from. Package props
// runs the laws under a property testing library, package fuzz under the
// fuzzer of the go command.
package laws
