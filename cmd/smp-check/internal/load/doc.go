// Package load reads the inputs of a command line: documents, cases, and the schemas that
// follow from kinds, definitions and flags. Errors contain the file, and the line or path in
// it.
package load
