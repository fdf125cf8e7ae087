// Package play answers the questions of the page of smp-check play. A [Request] contains the
// texts on the page, and a [Reply] everything that the page shows:
//
//	reply := play.Run(play.Request{Op: corpus.OpApply, Documents: []string{original, patch}})
//	fmt.Print(reply.Result)
//
// [Run] combines apply, diff, threeway, explain and lint. [Minimize] finds a smaller input
// with the same behavior, [Copy] returns a test case, a Go test or an issue to paste
// elsewhere, and [Examples] returns the examples of the page.
//
// The package uses no files and no network. It runs in the server of the page, or as
// WebAssembly in a browser.
package play
