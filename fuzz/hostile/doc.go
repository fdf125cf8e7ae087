// Command hostile measures all operations on documents that are as hard as possible for their
// size: lists of duplicates or in reverse order, wide and deep maps, names and keys with the
// same simple hash, YAML with many aliases, and schemas with many references.
//
//	go build -cover -covermode atomic -coverpkg ./model,./smp/...,./fuzz/hostile,go.yaml.in/yaml/v3 -o hostile ./fuzz/hostile
//	hostile SIZE STEP [TRIALS]
//
// STEP selects shapes of documents: 1 selects all, 3 every third. TRIALS is an expression
// that matches "SHAPE - OPERATION".
//
// The command prints a line of JSON for each trial. It contains the number of executed blocks
// of code, the number of allocations, and the number of allocated bytes. The test of this
// package compares four sizes, and writes GROWTH.md. Work must grow in proportion to the
// length of the documents, except for sorting.
package main
