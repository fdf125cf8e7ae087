// Package meant finds the name or path that a misspelled text probably means.
package meant
