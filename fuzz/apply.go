package fuzz

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// engine is the engine as users run it: nobody asks which rules decide, and it
// takes short ways.
var engine = corpus.Untraced(smp.Documented)

// Apply compares the engine with the reference, and puts the laws of Apply to
// it. Bytes that are a JSON map are a case, of which only schema, options and
// documents count; all others are choices of package gen.
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

// lawful puts the laws about the input's operation to the engine.
func lawful(in corpus.Input) error { return keeps(engine, in, ofOperation) }

// ofOperation tells the laws about one operation from those about every one,
// which are General's.
func ofOperation(law laws.Law) bool { return law.Op != "" }

// keeps puts the laws that are chosen to a subject.
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
