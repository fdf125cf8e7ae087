package oracle

import "github.com/strategicpatch/smp/corpus"

// Told returns a case as a search would find it, for its texts: with the right
// answer, and what a cluster answers where that is another one. What says in words
// what happens, and command how to see it.
func Told(c corpus.Case, what, command string) Found {
	c = c.Answered(Ours.Run(c.Input))
	if c.Input.Op == corpus.OpApply {
		c.Kubernetes = divergenceOf(c)
	}
	return Found{c: c, fault: Fault{what: what}, Command: command}
}
