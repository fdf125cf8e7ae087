package fuzz

import (
	"errors"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// rulesOf returns the rules that determine the result of an input of Apply. It returns nil
// for an invalid input.
func rulesOf(data []byte) []smp.Rule {
	in, err := Input(corpus.OpApply, data)
	if err != nil {
		return nil
	}
	out := corpus.Engine().Run(in)
	var e *smp.Error
	if errors.As(out.Err, &e) && e.Rule != "" {
		out.Rules = append(out.Rules, e.Rule)
	}
	return out.Rules
}
