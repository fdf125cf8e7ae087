// Package dropin compares smp/strategicpatch and smp/mergepatch with the packages of
// apimachinery that they replace. Both are called with the same arguments. Every difference
// must have one of a few reasons (see Reason), which is verified with these arguments.
//
// apimachinery's package changes its arguments, gives varying answers, and panics. It is
// therefore called with copies, several times, and with recover.
//
// testdata/program is a program written against apimachinery's packages. A test runs it
// unchanged, and with the two imports replaced.
package dropin
