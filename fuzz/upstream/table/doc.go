// Package table makes the table of built-in kinds that smp/kubernetes embeds:
// it reads the Go types of Kubernetes through smp/structtag, joins in the list
// types that the apply configurations of the same modules carry and what a real
// server does with each field, and writes all of it as a Go source file.
//
// What the server does is in marks.txt, which the module fuzz/cluster records, with
// adjustments in Go. tags.txt lists the fields that older servers may treat differently.
package table
