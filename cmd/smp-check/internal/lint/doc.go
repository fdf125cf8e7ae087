// Package lint finds the problems of many patches, with the line of each and how bad
// it is, and writes them for people, programs and pipelines.
package lint
