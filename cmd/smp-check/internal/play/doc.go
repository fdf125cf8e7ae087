// Package play answers the page of smp-check play: one Request with the texts that
// stand in the page, one Reply with all that it shows. [Run] does the work of apply,
// diff, threeway, explain and lint at once, [Minimize] finds a smaller input that
// behaves the same, [Copy] writes what to paste elsewhere, and [Examples] are inputs
// to begin with.
//
// It reads no file and asks no network. A server answers with it, and so does a
// browser that runs it as WebAssembly.
package play
