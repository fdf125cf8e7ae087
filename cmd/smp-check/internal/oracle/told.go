package oracle

import "github.com/strategicpatch/smp/corpus"

// Told returns a Found for a case that was not minimized, for its issue and Go test. It has
// the correct answer and, if different, a cluster's answer. The text describes the actual
// answer; command reproduces it.
func Told(c corpus.Case, text, command string) Found {
	c = c.Answered(Ours.Run(c.Input))
	if c.Input.Op == corpus.OpApply {
		c.Kubernetes = divergenceOf(c)
	}
	return Found{c: c, fault: Fault{text: text}, Command: command}
}
