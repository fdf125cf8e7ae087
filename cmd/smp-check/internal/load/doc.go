// Package load reads the inputs of a command line: documents and cases. Errors contain the file, and
// the line or path in it.
package load
