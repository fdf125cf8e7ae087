// Package output writes the output of smp-check: documents as YAML and JSON, tables, files
// that are replaced atomically, and a progress line on a terminal.
package output
