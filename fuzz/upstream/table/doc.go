// Package table makes the table of built-in kinds that smp/kubernetes embeds. It reads the Go
// types of Kubernetes with smp/structtag. It adds the list types in the apply configurations
// of the modules, and the behavior of a real server for each field. The table is written as a
// Go source file.
//
// The behavior of the server is recorded in marks.txt by the module fuzz/cluster, with
// adjustments in Go. tags.txt lists the fields that older servers may treat differently.
package table
