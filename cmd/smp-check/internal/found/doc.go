// Package found makes cases of what was found elsewhere: inputs of fuzzers and
// the lines that broken laws print.
package found
