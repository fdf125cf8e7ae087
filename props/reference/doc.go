// Package reference applies strategic merge patches a second time, slowly and
// plainly, so that package smp can be compared with an engine that shares none
// of its code. It knows the documented dialect only, no limits and no tracing.
// Documents become nodes, plain Go maps and slices, and are copied freely. The
// functions cite the rules they write down, mostly one each.
//
// A fault does not stop the work: the first one is kept, and what comes out in
// the end is thrown away. So the order of the statements is the order in which
// faults are found, and every function must bear with misshapen values.
package reference
