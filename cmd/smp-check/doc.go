// Smp-check creates, applies and explains strategic merge patches. It also shows how kinds
// merge, serves a page on which patches can be tried, and runs, minimizes and imports test
// cases.
//
//	smp-check apply ORIGINAL PATCH...
//	smp-check diff ORIGINAL MODIFIED
//	smp-check threeway [ORIGINAL] MODIFIED CURRENT
//	smp-check compose PATCH...
//	smp-check conflicts LEFT RIGHT
//	smp-check lint PATCH...
//	smp-check fn
//	smp-check schema [KIND]
//	smp-check explain ORIGINAL PATCH
//	smp-check play
//	smp-check minimize CASE
//	smp-check import FILE...
//	smp-check run [PATH...]
//	smp-check laws [PATH...]
//	smp-check rules [ID | PATH...]
//	smp-check show CASE
//	smp-check serve-engine
//	smp-check man DIR
//	smp-check version
//
// Standard output contains only the result. If a command fails, it writes nothing there,
// except that lint reports the problems in the files that it can read, and explain explains the
// objects in which --path selects one place. Errors go to standard error. An error names the file,
// the line or path in the file, and the rule. Advice may follow in a line of its own.
//
// Exit status: 0 done, 1 the answer is no (a case failed, there are conflicts or problems), 2
// bad usage, bad input, a rejected patch, or a failure to read or write.
package main
