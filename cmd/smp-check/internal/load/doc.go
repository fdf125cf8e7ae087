// Package load reads what a command line names: files with one document each,
// cases, the kinds that documents say, and the schemas that follow from kinds,
// definitions and flags. Errors name the file, and the line or path in it.
package load
