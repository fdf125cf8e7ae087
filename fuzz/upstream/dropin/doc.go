// Package dropin compares smp/strategicpatch and smp/mergepatch with the
// packages of apimachinery whose place they take: the same arguments go to
// both, and every difference must have one of a few reasons, each of which is
// checked on the very inputs (Reason).
//
// The other package is called on copies, several times, behind a recover: it
// changes its inputs, gives answers that vary, and panics.
//
// testdata/program is a program written against apimachinery's packages. A
// test runs it as it is and with the two imports changed.
package dropin
