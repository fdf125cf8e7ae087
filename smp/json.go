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

// ApplyJSON is Apply from JSON text to JSON text: Engine{}.ApplyJSON.
func ApplyJSON(s Schema, original, patch []byte) ([]byte, error) {
	return Engine{}.ApplyJSON(s, original, patch)
}

// ApplyJSON is Apply from JSON text to JSON text. An empty original counts as
// {}. Text that the patch does not touch is copied as it is. Besides the errors
// of Apply there are *Errors of Kind Syntax and Limit, whose Cause is the
// *model.Error with the offset.
func (e Engine) ApplyJSON(s Schema, original, patch []byte) ([]byte, error) {
	return e.AppendApplyJSON(nil, s, original, patch)
}

// DiffJSON is Diff from JSON text to JSON text.
func DiffJSON(s Schema, original, modified []byte) ([]byte, error) {
	return Engine{}.DiffJSON(s, original, modified, DiffOptions{})
}

// DiffJSON is Diff from JSON text to JSON text. Empty documents count as {}.
// Besides the errors of Diff there are *Errors of Kind Syntax and Limit.
func (e Engine) DiffJSON(s Schema, original, modified []byte, opts DiffOptions) ([]byte, error) {
	return e.AppendDiffJSON(nil, s, original, modified, opts)
}

// ThreeWayJSON is ThreeWay from JSON text to JSON text. Empty documents count
// as {}. Besides the errors of ThreeWay there are *Errors of Kind Syntax and
// Limit.
func (e Engine) ThreeWayJSON(s Schema, original, modified, current []byte, opts ThreeWayOptions) ([]byte, error) {
	return e.AppendThreeWayJSON(nil, s, original, modified, current, opts)
}
