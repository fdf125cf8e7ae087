// Package props checks the laws of package laws on an engine, with generated inputs. It uses
// a property testing library that shrinks failing inputs:
//
//	func TestLaws(t *testing.T) { props.Run(t, myengine) }
//
// An engine need not support everything: [corpus.Without] leaves out features and operations, and
// [Known] lists laws that the engine is known to break. A check that judged no answer fails. The
// page corpus/README.md shows a complete test of an engine, also with Go's fuzzer (see [Fuzz]).
//
// The environment variable RAPID_CHECKS sets the number of inputs for each law. In the log of
// a failure, a line begins with "case:" and continues with a case file in JSON. [RunSeeds]
// checks many more inputs in the same time and, if a law is broken, prints the smallest case
// it finds as YAML.
package props
