// Package rewrite writes documents back to where they were read from, in the text
// that was there: what does not change keeps its bytes.
package rewrite
