// Package found converts inputs of fuzzers, and the lines that tests print for broken laws,
// to cases.
package found
