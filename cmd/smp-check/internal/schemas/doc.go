// Package schemas chooses the schema of documents: by their kind, by definitions of custom resources,
// or by a file with schemas, by the flags of a command line.
package schemas
