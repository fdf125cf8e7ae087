// Package rewrite writes patched documents back to the files that they were read from. The
// bytes of unchanged parts are kept.
package rewrite
