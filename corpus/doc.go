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
// An engine in another process, written in whatever language, speaks the engine
// protocol that README.md specifies. [Launch] starts one as a Subject, a
// *[Foreign]; a [Server] is the other side of the conversation. [Expectations]
// are the cases that an engine is known to fail.
//
// [Minimize] makes a case smaller for as long as it shows the same fault, and
// [Differences] tells how two answers differ.
//
// [ParseText] reads a document as users write it: JSON untouched, anything else
// as kubectl reads YAML.
package corpus
