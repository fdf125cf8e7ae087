package smp

import (
	"cmp"
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
		values[n] = p.parse(fmt.Sprintf("patches[%d]", n), src)
	}
	if p.err != nil {
		return nil, p.err
	}
	composed, err := e.Compose(s, values...)
	return p.write(nil, composed, err, false)
}

// ConflictsJSON is Conflicts of patches as JSON text: Engine{}.ConflictsJSON.
func ConflictsJSON(s Schema, left, right []byte) ([]Conflict, error) {
	return Engine{}.ConflictsJSON(s, left, right)
}

// ConflictsJSON is Conflicts of patches as JSON text. Besides the errors of
// Conflicts there are *Errors of Kind Syntax and Limit.
func (e Engine) ConflictsJSON(s Schema, left, right []byte) ([]Conflict, error) {
	p := e.parser()
	ours, theirs := p.parse("left", left), p.parse("right", right)
	if p.err != nil {
		return nil, p.err
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
	v := p.parse("patch", patch)
	if p.err != nil {
		return nil, p.err
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
	from, changes := p.parseNear("original", original, model.Value{}), p.parse("patch", patch)
	if p.err != nil {
		return dst, p.err
	}
	result, err := e.applyWith(p.Builder(), s, from, changes)
	return p.write(dst, result, err, false)
}

// AppendDiffJSON is DiffJSON that appends the patch to dst and returns the
// longer slice. As for AppendApplyJSON, dst may be the memory of a document, and
// comes back as it was on failure.
func (e Engine) AppendDiffJSON(dst []byte, s Schema, original, modified []byte, opts DiffOptions) ([]byte, error) {
	p := e.parser()
	from := p.parseNear("original", original, model.Value{})
	to := p.parseNear("modified", modified, from)
	if p.err != nil {
		return dst, p.err
	}
	patch, err := e.diffWith(p.Builder(), s, from, to, opts)
	return p.write(dst, patch, err, opts.toldOfPlaces())
}

// AppendThreeWayJSON is ThreeWayJSON that appends the patch to dst and returns
// the longer slice. As for AppendApplyJSON, dst may be the memory of a document,
// and comes back as it was on failure.
func (e Engine) AppendThreeWayJSON(dst []byte, s Schema, original, modified, current []byte, opts ThreeWayOptions) ([]byte, error) {
	p := e.parser()
	from := p.parseNear("original", original, model.Value{})
	to, live := p.parseNear("modified", modified, from), p.parseNear("current", current, from)
	if p.err != nil {
		return dst, p.err
	}
	patch, err := e.threeWayWith(p.Builder(), s, from, to, live, opts)
	return p.write(dst, patch, err, opts.toldOfPlaces())
}

// A parser parses the documents of one call from text to text, within the limits
// of its engine, until one cannot be read. It is told what becomes of them, by
// write or Keep, if all can.
type parser struct {
	model.Parser
	limits Limits
	traced bool
	err    error // of the first document that cannot be read
}

func (e Engine) parser() parser { return parser{limits: e.Limits, traced: e.Trace != nil} }

// write ends a call: it appends the text of a value to dst, or returns dst as it is
// with the error. What was read is kept for those who were told of it: by the path of
// the error, by the trace, or as told says.
func (p *parser) write(dst []byte, v model.Value, err error, told bool) ([]byte, error) {
	switch {
	case err != nil:
	case dst == nil:
		dst = p.JSON(v)
	default:
		dst = p.AppendJSON(dst, v)
	}
	if err != nil || told || p.traced {
		p.Keep()
	} else {
		p.Drop()
	}
	return dst, err
}

// toldOfPlaces reports whether the call wrote down places, in whose steps there are
// values.
func (o DiffOptions) toldOfPlaces() bool { return o.Wide != nil && len(*o.Wide) > 0 }

// parse reads one document.
func (p *parser) parse(document string, src []byte) model.Value {
	return p.read(document, src, model.Value{})
}

// parseNear reads a document that may be empty, which is absent, and may resemble
// another of the same call: what both have alike is read once.
func (p *parser) parseNear(document string, src []byte, near model.Value) model.Value {
	if len(src) == 0 {
		return model.Value{}
	}
	return p.read(document, src, near)
}

func (p *parser) read(document string, src []byte, near model.Value) model.Value {
	if p.err != nil {
		return model.Value{}
	}
	v, err := p.Parse(src, model.MaxDepth(p.limits.Depth), model.MaxBytes(p.limits.Bytes), model.Near(near))
	if err != nil {
		p.Drop() // the documents before it: nobody has seen them
		p.err = parseError(document, err)
	}
	return v
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
	if err := cmp.Or(documentKind("original", original), documentKind("result", result)); err != nil {
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
