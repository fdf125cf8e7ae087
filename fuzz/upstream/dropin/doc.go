// Package dropin compares smp/strategicpatch and smp/mergepatch with the packages of
// apimachinery that they replace. Both are called with the same arguments, and every
// difference must have one of a few reasons, each of which is verified on these arguments
// (Reason).
//
// apimachinery's package is called on copies, several times, and with recover, because it
// changes its arguments, gives answers that vary, and panics.
//
// testdata/program is a program written against apimachinery's packages. A test runs it
// unchanged, and with the two imports replaced.
package dropin
