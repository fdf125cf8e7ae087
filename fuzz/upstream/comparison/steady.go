package comparison

import (
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/smp"
)

// maxAnswers is the number of cached answers.
const maxAnswers = 1 << 16

// A steady subject is an engine that is called several times for each input. It caches the
// answers.
type steady struct {
	*protocol.Foreign
	answers map[question]corpus.Outcome
	varied  bool // whether an answer has varied since the field was last cleared
}

// A question is an input in comparable form.
type question struct {
	schema smp.Schema
	text   string
}

func newSteady(f *protocol.Foreign) *steady {
	return &steady{Foreign: f, answers: map[question]corpus.Outcome{}}
}

// Run returns the answer of the engine.
func (s *steady) Run(in corpus.Input) corpus.Outcome {
	q := questionOf(in)
	out, known := s.answers[q]
	if !known {
		out = named(s.Foreign.Run(in))
		if len(s.answers) == maxAnswers {
			clear(s.answers)
		}
		s.answers[q] = out
	}
	if fault := corpus.FaultOf(out.Err); fault != nil && fault.Code == corpus.Varies {
		s.varied = true
	}
	return out
}

// named returns an outcome without the engine's standard error. For a fault of the process,
// it keeps only the part of the message that does not vary.
func named(out corpus.Outcome) corpus.Outcome {
	if fault := corpus.FaultOf(out.Err); fault != nil {
		message := fault.Message
		if fault.Code == corpus.Garbage || fault.Code == corpus.OutOfOrder {
			message = "its answer is none of the protocol" // the full message contains the number of the request, which varies
		}
		out.Err = &corpus.Fault{Code: fault.Code, Message: message}
	}
	return out
}

func questionOf(in corpus.Input) question {
	text := fmt.Appendf(nil, "%s %+v", in.Op, in.Options)
	for _, d := range in.Documents() {
		text = append(append(append(text, 0), d.Name...), 0)
		given, isText := in.Text[d.Name]
		if isText {
			text = append(append(text, "text:"...), given...)
		} else {
			text = d.Value.AppendJSON(text)
		}
	}
	return question{in.Schema, string(text)}
}
