// Package comparison runs the cases and the laws with several engines and writes the results:
// a page with a table of cases and a table of laws, a chart and, for every law that an engine
// breaks, the smallest counterexample found, as a case file.
//
// All engines, including this project's, run under the same conditions: in a process of their
// own, through the engine protocol, and on the same inputs. If a case expects an error, any
// error is accepted. The page does not depend on the machine or on chance: inputs are made
// from seeds, shrinking has a fixed number of steps, and each engine is called often enough
// to detect varying answers.
//
//	go -C fuzz/upstream run ./cmd/compare
package comparison
