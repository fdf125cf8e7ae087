package smp

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// ComposeJSON is Compose from JSON texts to JSON text. Besides the errors of
// Compose there are *Errors of Kind Syntax and Limit.
func (e Engine) ComposeJSON(s Schema, patches ...[]byte) ([]byte, error) {
	p := e.parser()
	values := make([]model.Value, len(patches))
	for n, src := range patches {
		var err error
		if values[n], err = p.parse(fmt.Sprintf("patches[%d]", n), src); err != nil {
			return nil, err
		}
	}
	composed, err := e.Compose(s, values...)
	if err != nil {
		p.Keep() // for the path
		return nil, err
	}
	text := composed.AppendJSON(nil)
	p.done()
	return text, nil
}

// ConflictsJSON is Conflicts of patches as JSON text. Besides the errors of
// Conflicts there are *Errors of Kind Syntax and Limit.
func (e Engine) ConflictsJSON(s Schema, left, right []byte) ([]Conflict, error) {
	p := e.parser()
	ours, err := p.parse("left", left)
	if err != nil {
		return nil, err
	}
	theirs, err := p.parse("right", right)
	if err != nil {
		return nil, err
	}
	defer p.Keep()
	return e.Conflicts(s, ours, theirs)
}

// LintJSON is Lint of a patch as JSON text. The error is an *Error of Kind
// Syntax or Limit.
func (e Engine) LintJSON(s Schema, patch []byte) ([]Problem, error) {
	p := e.parser()
	v, err := p.parse("patch", patch)
	if err != nil {
		return nil, err
	}
	defer p.Keep()
	return e.Lint(s, v), nil
}
