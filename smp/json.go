package smp

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// ComposeJSON is Compose from JSON texts to JSON text: Engine{}.ComposeJSON.
func ComposeJSON(s Schema, patches ...[]byte) ([]byte, error) {
	return Engine{}.ComposeJSON(s, patches...)
}

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

// ConflictsJSON is Conflicts of patches as JSON text: Engine{}.ConflictsJSON.
func ConflictsJSON(s Schema, left, right []byte) ([]Conflict, error) {
	return Engine{}.ConflictsJSON(s, left, right)
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

// LintJSON is Lint of a patch as JSON text: Engine{}.LintJSON.
func LintJSON(s Schema, patch []byte) ([]Problem, error) { return Engine{}.LintJSON(s, patch) }

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

// DiffJSON is Diff from JSON text to JSON text: Engine{}.DiffJSON with no options.
func DiffJSON(s Schema, original, modified []byte) ([]byte, error) {
	return Engine{}.DiffJSON(s, original, modified, DiffOptions{})
}

// DiffJSON is Diff from JSON text to JSON text. Empty documents count as {}.
// Besides the errors of Diff there are *Errors of Kind Syntax and Limit.
func (e Engine) DiffJSON(s Schema, original, modified []byte, opts DiffOptions) ([]byte, error) {
	return e.AppendDiffJSON(nil, s, original, modified, opts)
}

// ThreeWayJSON is ThreeWay from JSON text to JSON text: Engine{}.ThreeWayJSON with no
// options.
func ThreeWayJSON(s Schema, original, modified, current []byte) ([]byte, error) {
	return Engine{}.ThreeWayJSON(s, original, modified, current, ThreeWayOptions{})
}

// ThreeWayJSON is ThreeWay from JSON text to JSON text. Empty documents count
// as {}. Besides the errors of ThreeWay there are *Errors of Kind Syntax and
// Limit.
func (e Engine) ThreeWayJSON(s Schema, original, modified, current []byte, opts ThreeWayOptions) ([]byte, error) {
	return e.AppendThreeWayJSON(nil, s, original, modified, current, opts)
}

// AppendApplyJSON is ApplyJSON that appends the result to dst and returns the
// longer slice: no memory is allocated for the result if dst has room for it.
// The inputs are read before dst is written, so that dst may be the original's
// own memory: original[:0]. On failure dst comes back as it was.
func (e Engine) AppendApplyJSON(dst []byte, s Schema, original, patch []byte) ([]byte, error) {
	p := e.parser()
	from, err := p.parseOptional("original", original)
	if err != nil {
		return dst, err
	}
	changes, err := p.parse("patch", patch)
	if err != nil {
		return dst, err
	}
	result, err := e.applyWith(p.Builder(), s, from, changes)
	if err != nil {
		p.Keep() // for the path
		return dst, err
	}
	if dst == nil {
		dst = make([]byte, 0, len(original)+len(patch))
	}
	dst = result.AppendJSON(dst)
	p.done()
	return dst, nil
}

// AppendDiffJSON is DiffJSON that appends the patch to dst and returns the
// longer slice. As for AppendApplyJSON, dst may be the memory of a document, and
// comes back as it was on failure.
func (e Engine) AppendDiffJSON(dst []byte, s Schema, original, modified []byte, opts DiffOptions) ([]byte, error) {
	p := e.parser()
	from, err := p.parseOptional("original", original)
	if err != nil {
		return dst, err
	}
	to, err := p.parseOptionalNear("modified", modified, from)
	if err != nil {
		return dst, err
	}
	patch, err := e.diffWith(p.Builder(), s, from, to, opts)
	if err != nil {
		p.Keep() // for the path
		return dst, err
	}
	dst = patch.AppendJSON(dst)
	p.donePatch(opts)
	return dst, nil
}

// AppendThreeWayJSON is ThreeWayJSON that appends the patch to dst and returns
// the longer slice. As for AppendApplyJSON, dst may be the memory of a document,
// and comes back as it was on failure.
func (e Engine) AppendThreeWayJSON(dst []byte, s Schema, original, modified, current []byte, opts ThreeWayOptions) ([]byte, error) {
	p := e.parser()
	from, err := p.parseOptional("original", original)
	if err != nil {
		return dst, err
	}
	to, err := p.parseOptionalNear("modified", modified, from)
	if err != nil {
		return dst, err
	}
	live, err := p.parseOptionalNear("current", current, from)
	if err != nil {
		return dst, err
	}
	patch, err := e.threeWayWith(p.Builder(), s, from, to, live, opts)
	if err != nil {
		p.Keep() // for the path
		return dst, err
	}
	dst = patch.AppendJSON(dst)
	p.donePatch(opts.DiffOptions)
	return dst, nil
}

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

// donePatch is done for a call that may have told of places, in whose steps there
// are values.
func (p *parser) donePatch(opts DiffOptions) {
	if opts.Wide != nil && len(*opts.Wide) > 0 {
		p.Keep()
	} else {
		p.done()
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

// AsMergePatch returns the JSON Merge Patch (RFC 7386) that turns original into
// result, for servers that take no strategic merge patch: an API server answers
// 415 to one for a custom resource. Absent and null documents count as {}; a
// patch without changes is {}.
//
// Merge patches know no lists: a list that differs is sent whole. An *Error of
// Kind NotRepresentable, with the path in the document result, says that result
// has a null member that original has not, which a merge patch would delete.
// Documents that are no maps give an *Error of Kind WrongKind.
func AsMergePatch(original, result model.Value) (model.Value, error) {
	original, result = orEmpty(original), orEmpty(result)
	if err := documentKinds("original", original, "result", result); err != nil {
		return model.Value{}, err
	}
	patch, f := mergePatch(original, result)
	if f != nil {
		return model.Value{}, f.asError("result", "result")
	}
	return patch, nil
}

var errNullMember = errors.New("a merge patch cannot set a member to null")

// mergePatch returns the patch between two maps; what is no map in the original
// counts as empty.
func mergePatch(original, result model.Value) (model.Value, *fault) {
	if original.Kind() != model.Map {
		if !result.HasNull() {
			return result, nil
		}
		original = emptyMap
	}
	var members []model.Member
	for name, want := range result.Members() {
		have, _ := original.Get(name)
		if model.Equal(have, want) {
			continue
		}
		f := (*fault)(nil)
		switch want.Kind() {
		case model.Null:
			f = &fault{kind: NotRepresentable, cause: errNullMember}
		case model.Map:
			want, f = mergePatch(have, want)
		}
		if f != nil {
			return model.Value{}, f.under(model.Field(name))
		}
		members = append(members, model.Member{Name: name, Value: want})
	}
	for name := range original.Members() {
		if _, kept := result.Get(name); !kept {
			members = append(members, model.Member{Name: name, Value: model.NewNull()})
		}
	}
	return built(model.NewMap(members...))
}
