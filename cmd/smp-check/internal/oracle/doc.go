// Package oracle determines how a case fails, and searches for the smallest case that fails
// in the same way. A failure is described by signs, which contain no text from the documents:
//
//	error missing-merge-key keyed-merge patch
package oracle
