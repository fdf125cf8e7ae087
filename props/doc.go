// Package props puts the laws of package laws to an engine, with generated
// inputs and under a property testing library that shrinks what fails:
//
//	func TestLaws(t *testing.T) { props.Run(t, myengine) }
//
// RAPID_CHECKS says how many inputs each law is tried on. What a failure logs
// has a line that begins with "case:", which is a case file in JSON. [RunSeeds]
// tries many more inputs in the same time, and shrinks none.
package props
