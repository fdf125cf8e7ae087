// Package output writes what smp-check has to say: documents as YAML and JSON,
// tables, files that are replaced as a whole, and a line of progress on a
// terminal.
package output
