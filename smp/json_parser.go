package smp

import "github.com/strategicpatch/smp/model"

// A parser parses the documents of one call from text to text, within the limits
// of its engine. It is told what becomes of them, done or Keep, unless one cannot
// be read.
type parser struct {
	model.Parser
	limits Limits
	traced bool
}

func (e Engine) parser() parser { return parser{limits: e.Limits, traced: e.Trace != nil} }

// done ends a call of which nothing but text is left, if nobody was told of its
// values on the way.
func (p *parser) done() {
	if p.traced {
		p.Keep()
	} else {
		p.Drop()
	}
}

// parse reads one document.
func (p *parser) parse(document string, src []byte) (model.Value, error) {
	return p.parseNear(document, src, model.Value{})
}

// parseOptional is parse for a document that may be empty, which is absent.
func (p *parser) parseOptional(document string, src []byte) (model.Value, error) {
	return p.parseOptionalNear(document, src, model.Value{})
}

// parseOptionalNear is parseOptional for a document that resembles another of the
// same call: what both have alike is read once.
func (p *parser) parseOptionalNear(document string, src []byte, near model.Value) (model.Value, error) {
	if len(src) == 0 {
		return model.Value{}, nil
	}
	return p.parseNear(document, src, near)
}

func (p *parser) parseNear(document string, src []byte, near model.Value) (model.Value, error) {
	v, err := p.Parse(src, model.MaxDepth(p.limits.Depth), model.MaxBytes(p.limits.Bytes), model.Near(near))
	if err != nil {
		p.Drop() // the documents before it: nobody has seen them
		return model.Value{}, parseError(document, err)
	}
	return v, nil
}
