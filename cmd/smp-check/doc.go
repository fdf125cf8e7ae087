// Smp-check applies strategic merge patches and finds them from the command
// line, says why they do what they do, shows how kinds merge, and runs, minimizes
// and imports cases.
//
//	smp-check apply ORIGINAL PATCH...
//	smp-check diff ORIGINAL MODIFIED
//	smp-check threeway [ORIGINAL] MODIFIED CURRENT
//	smp-check compose PATCH...
//	smp-check conflicts LEFT RIGHT
//	smp-check lint PATCH...
//	smp-check schema [KIND]
//	smp-check explain ORIGINAL PATCH
//	smp-check minimize CASE
//	smp-check import FILE...
//	smp-check run [PATH...]
//	smp-check laws [PATH...]
//	smp-check rules [PATH...]
//	smp-check show CASE
//	smp-check serve-engine
//	smp-check man DIR
//	smp-check version
//
// Streams: standard output carries the result and nothing else, and nothing at
// all when the command fails, but for what lint finds in the files that can be read;
// errors go to standard error. Each error is one line that names the file, the line or
// path in it, and the rule.
//
// Exit status: 0 the work is done, 1 the answer is no (a case failed, there are
// conflicts or problems), 2 bad usage, bad input, a rejected patch, or a failure
// to read or write.
package main
