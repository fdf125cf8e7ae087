// Package corpus is the cases of strategic merge patch as data: their format,
// a strict loader, the cases that come with the module, and a runner that tries
// them on an engine.
//
// A [Case] is one file: an operation, its inputs, and the result or the error
// that the rules give. README.md beside this file describes the format for
// readers of any language. [Cases] loads the embedded cases, [Load] those of
// files and folders.
//
// A [Subject] is an engine under test. [Engine] is the one of this module;
// [Run] tries a case on a subject, in several forms of the same input, and
// returns a [Verdict].
//
// [Differences] tells how two results differ. [Expectations] are the cases that
// an engine is known to fail.
//
// Package protocol runs engines in other processes, written in whatever
// language, as Subjects. Package minimize makes a case smaller for as long as it
// shows the same fault.
//
// [ParseText] reads a document as users write it: JSON untouched, anything else
// as kubectl reads YAML.
package corpus
