// Command hostile measures all operations on documents that are as hard as possible for their size:
// lists of duplicates or in reverse order, wide and deep maps, and names and keys with the same
// simple hash.
//
//	go build -cover -covermode atomic -coverpkg ./model,./smp,./corpus/yamldoc,./fuzz/hostile -o hostile ./fuzz/hostile
//	hostile SIZE STEP
//
// STEP selects shapes of documents: 1 selects all, 3 every third.
//
// It prints a line for each shape and each operation, as JSON, with the number of
// executed blocks of packages model, smp and yamldoc, of allocations, and of allocated bytes.
// The test compares two sizes: twice the size must take about twice the work.
package main
