package fuzz

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
)

// Apply puts every law of Apply to the engine, and compares it with the
// reference. Bytes that are a JSON map are a case, of which only schema,
// options and documents count; all others are choices of package gen.
func Apply(data []byte) error {
	in, err := input(corpus.OpApply, data)
	if err != nil {
		return err
	}
	if err := laws.Agree(corpus.Engine(), laws.Applier("reference", reference.Apply), in).Err(); err != nil {
		return err
	}
	return lawful(in)
}

// lawful puts every law of the input's operation to the engine.
func lawful(in corpus.Input) error {
	for _, law := range laws.Of(in.Op) {
		if err := law.Check(corpus.Engine(), in).Err(); err != nil {
			return err
		}
	}
	return nil
}
