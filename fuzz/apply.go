package fuzz

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
)

// engine is the engine as users run it: without a trace, so that it uses its fast
// paths.
var engine = corpus.Untraced(corpus.Engine())

// Apply compares the engine with the reference and checks the laws of Apply. If the bytes are
// a JSON map, they are a case, but only its schema, options and documents are used. Other
// bytes are choices of package gen.
func Apply(data []byte) error {
	in, err := Input(corpus.OpApply, data)
	if err != nil {
		return err
	}
	if err := laws.Agree(engine, laws.Applier("reference", reference.Apply), in).Err(); err != nil {
		return err
	}
	return lawful(in)
}

// lawful checks the laws about the input's operation on the engine.
func lawful(in corpus.Input) error { return keeps(engine, in, ofOperation) }

// ofOperation selects the laws about one operation. General checks the laws about all
// operations.
func ofOperation(law laws.Law) bool { return law.Op != "" }

// keeps checks the selected laws on a subject.
func keeps(s corpus.Subject, in corpus.Input, chosen func(laws.Law) bool) error {
	for _, law := range laws.Of(in.Op) {
		if !chosen(law) {
			continue
		}
		if err := law.Check(s, in).Err(); err != nil {
			return err
		}
	}
	return nil
}
