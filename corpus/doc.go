// Package corpus contains test cases of strategic merge patch as data, a strict loader
// for them, and a runner that tests an engine.
//
//	cases, err := corpus.Cases()
//	for _, c := range cases {
//		if v := corpus.Run(c, corpus.Engine()); len(v.Failures) > 0 {
//			fmt.Println(v)
//		}
//	}
//
// A [Case] is one file: an operation, its inputs, and the result or error that the rules require.
// README.md in this folder describes the format for readers in any language. [Cases] loads the
// embedded cases, and [Load] loads files and folders.
//
// A [Subject] is an engine under test. [Engine] is the engine of this module. [Run]
// tests a subject with several forms of a case's input and returns a [Verdict].
//
// [Differences] compares two results. [Expectations] lists the cases that an engine is
// known to fail.
//
// SPEC.md is the source of everything that repeats the text or the example of a rule. After a change
// to it, go generate ./corpus writes the rest.
//
// Package protocol runs engines in other processes, in any language, as Subjects.
// Package minimize makes a case smaller while it still shows the same fault.
package corpus

//go:generate go test -run TestSpecWrites -update
//go:generate go test -run ^TestVectors$ -update
