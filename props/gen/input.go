package gen

import "github.com/strategicpatch/smp/corpus"

// Input returns the case as what a subject is given.
func (c Case) Input() corpus.Input {
	return corpus.Input{
		Op:       corpus.OpApply,
		Schema:   c.Schema,
		Options:  corpus.Options{Strict: c.Engine.Strict, Ignore: c.Engine.Ignore},
		Original: c.Original,
		Patch:    c.Patch,
	}
}
