// Command hostile makes documents that are as unfriendly as documents of their
// size can be, and does with them whatever can be done: lists of duplicates and in
// reverse order, wide maps, deep ones, names and keys that simple hashes take
// for one another.
//
//	go build -cover -covermode atomic -coverpkg ./model,./smp -o hostile ./fuzz/hostile
//	hostile SIZE STEP
//
// STEP selects shapes of documents: 1 is all of them, 3 every third.
//
// It prints a line for each shape of documents and each operation: how many
// blocks of the code of packages model and smp that executes, how often it
// allocates, and how many bytes. Its test compares sizes: twice the size is about
// twice the work.
package main
