// Command hostile measures all operations on documents that are as hard as possible for their size:
// lists of duplicates or in reverse order, wide and deep maps, names and keys with the same simple
// hash, YAML with many aliases, and schemas with many references.
//
//	go build -cover -covermode atomic -coverpkg ./model,./smp/...,./corpus/yamldoc,./fuzz/hostile,go.yaml.in/yaml/v3 -o hostile ./fuzz/hostile
//	hostile SIZE STEP [TRIALS]
//
// STEP selects shapes of documents: 1 selects all, 3 every third. TRIALS is an expression
// that matches "SHAPE - OPERATION".
//
// It prints a line for each trial, as JSON, with the number of executed blocks of code, of
// allocations, and of allocated bytes. The test compares four sizes, and writes GROWTH.md:
// work must grow in proportion to the length of the documents, except for sorting.
package main
