// Package comparison puts the cases and the laws to several engines and writes
// what comes of it: a page with a table of cases and one of laws, a chart, and
// for every law that an engine breaks the smallest input found that shows it, as
// a case file.
//
// All engines are tried alike, this project's among them: in a process of their
// own, through the engine protocol, on the same inputs, with errors of any kind
// accepted where a case wants one. Nothing in the page depends on the machine or
// on chance: inputs follow from seeds, shrinking from counted steps, and each
// engine is asked so often that an answer which varies is seen to.
//
//	go -C fuzz/upstream run ./cmd/compare
package comparison
