// Package oracle tells how a case fails, in signs that have no word of its
// documents, and searches for the smallest case that fails in the same way.
package oracle
