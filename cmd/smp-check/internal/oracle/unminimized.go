package oracle

import "github.com/strategicpatch/smp/corpus"

// Unminimized returns a Found for a case that was not minimized, for its issue and Go test. The
// Found contains the correct answer and, if it is different, the answer of a cluster. The
// text describes the actual answer, and the command reproduces it.
func Unminimized(c corpus.Case, text, command string) Found {
	c = c.Answered(Ours.Run(c.Input))
	if c.Input.Op == corpus.OpApply {
		c.Kubernetes = divergenceOf(c)
	}
	return Found{c: c, fault: Fault{text: text}, Command: command}
}
