// Package laws contains properties that every engine of strategic merge patch must have on
// every input. Each law is a function of a subject and one input, which returns a [Verdict].
//
//	for _, law := range laws.Of(in.Op) {
//		if err := law.Check(subject, in).Err(); err != nil {
//			fmt.Println(err)
//		}
//	}
//
// A law has no false positives: a verdict is Broken only if the answer is wrong in every
// reading of the rules. A law may miss errors: if it cannot decide, the verdict is
// Inapplicable. [In] returns the laws for engines that follow clusters. [Agree] compares two
// subjects on every input.
//
// The laws that [All], [In] and [Of] return have conditions. They are Inapplicable to an input
// without a schema, and they disable the options that they are not about.
//
// The package does not depend on package testing or on the source of inputs. Package props
// runs the laws with a property testing library, and package fuzz runs them with Go's fuzzer.
package laws
