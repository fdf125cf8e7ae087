// Package table makes the table of built-in kinds that smp/kubernetes embeds:
// it reads the Go types of Kubernetes through smp/structtag, joins in the list
// types that the apply configurations of the same modules carry, and writes
// both as a Go source file.
package table
