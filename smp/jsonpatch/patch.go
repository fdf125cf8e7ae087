package jsonpatch

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// An Op is what an operation does.
type Op string

// The operations of RFC 6902.
const (
	// Add sets a member, or inserts an element before the one at an index; the
	// index "-" is the end of a list.
	Add Op = "add"
	// Remove takes a member or an element away.
	Remove Op = "remove"
	// Replace puts a value in the place of one that is there.
	Replace Op = "replace"
	// Move is Remove at From and Add of what was there at Path.
	Move Op = "move"
	// Copy is Add at Path of what stands at From.
	Copy Op = "copy"
	// Test fails the whole patch unless Value stands at Path (see model.Equal).
	Test Op = "test"
)

var ops = []Op{Add, Remove, Replace, Move, Copy, Test}

const opNames = "add, remove, replace, move, copy or test"

// needsFrom and needsValue report which members an operation has beside path.
func (o Op) needsFrom() bool  { return o == Move || o == Copy }
func (o Op) needsValue() bool { return o == Add || o == Replace || o == Test }

// An Operation is one step of a patch.
type Operation struct {
	Op Op
	// Path is the JSON Pointer to the place where it happens; see [Pointer].
	Path string
	// From is the pointer to what Move and Copy take.
	From string
	// Value is for Add, Replace and Test.
	Value model.Value

	pathless bool // there is no Path, which is not the empty one; see FromValueAsServer
}

// A Patch is a list of operations that happen one after the other.
type Patch []Operation

// Parse reads the text of a patch. The *Error has Code Syntax or Limit, or as
// [FromValue] says.
func Parse(text []byte) (Patch, error) {
	v, err := model.Parse(text)
	if err != nil {
		return nil, modelError(err)
	}
	return FromValue(v)
}

// FromValue returns the patch that a JSON value is. The *Error has Code
// InvalidPatch, for a value that is no list of operations, and names the first that
// is wrong.
func FromValue(v model.Value) (Patch, error) {
	if v.Type() != model.List {
		return nil, newError(InvalidPatch, "a patch is a list of operations; this one is %s", noun(v))
	}
	p := make(Patch, 0, v.Len())
	for i, e := range v.Elements() {
		op, err := readOperation(e)
		if err != nil {
			return nil, err.in(i, op.Op)
		}
		p = append(p, op)
	}
	return p, nil
}

func readOperation(v model.Value) (Operation, *Error) {
	if v.Type() != model.Map {
		return Operation{}, newError(InvalidPatch, "an operation is a map; this one is %s", noun(v))
	}
	texts := [3]string{}
	for i, name := range [3]string{"op", "path", "from"} {
		m, ok := v.Get(name)
		if i == 2 && !Op(texts[0]).needsFrom() {
			break // ignored, whatever it is
		}
		if !ok {
			return Operation{}, newError(InvalidPatch, "the operation lacks %q", name)
		}
		if m.Type() != model.String {
			return Operation{}, newError(InvalidPatch, "%q is a string; this one is %s", name, noun(m))
		}
		texts[i] = m.Text()
	}
	o := Operation{Op: Op(texts[0]), Path: texts[1], From: texts[2]}
	if o.Op.needsValue() {
		o.Value, _ = v.Get("value")
	}
	return o, o.check()
}

// check rejects what could not be applied to any document.
func (o *Operation) check() *Error {
	if !slices.Contains(ops, o.Op) {
		err := newError(InvalidPatch, "there is no operation %q: %s was expected", string(o.Op), opNames)
		o.Op = ""
		return err
	}
	pointers := []string{o.Path}
	if o.Op.needsFrom() {
		pointers = append(pointers, o.From)
	}
	for _, pointer := range pointers {
		if _, err := namesOf(pointer); err != nil {
			err.Path = pointer
			return err
		}
	}
	if o.Op.needsValue() && o.Value.Type() == model.Absent {
		err := newError(InvalidPatch, "the operation lacks \"value\"")
		err.Path = o.Path
		return err
	}
	return nil
}

// Value returns the patch as a JSON value, the reverse of [FromValue]. The *Error
// has Code Limit, for a value in it that is nested too deeply to stand in a patch.
func (p Patch) Value() (model.Value, error) {
	operations := make([]model.Value, len(p))
	for i, o := range p {
		members := []model.Member{{Name: "op", Value: model.NewString(string(o.Op))}}
		if o.Op.needsFrom() {
			members = append(members, model.Member{Name: "from", Value: model.NewString(o.From)})
		}
		members = append(members, model.Member{Name: "path", Value: model.NewString(o.Path)})
		if o.Op.needsValue() {
			members = append(members, model.Member{Name: "value", Value: o.Value})
		}
		var err error
		if operations[i], err = model.NewMap(members...); err != nil {
			return model.Value{}, modelError(err).in(i, o.Op)
		}
	}
	v, err := model.NewList(operations...)
	if err != nil {
		return model.Value{}, modelError(err)
	}
	return v, nil
}

// ApplyJSON is Patch.Apply from text to text. An empty original counts as {}. Text
// that the patch does not touch is copied as it is. Besides the errors of Parse and
// Apply there are those with the codes Syntax and Limit for the original.
func ApplyJSON(original, patch []byte) ([]byte, error) {
	from, err := parseOptional(original)
	if err != nil {
		return nil, err
	}
	p, err := Parse(patch)
	if err != nil {
		return nil, err
	}
	result, err := p.Apply(from)
	if err != nil {
		return nil, err
	}
	return result.AppendJSON(nil), nil
}

// DiffJSON is Diff from text to text. Empty documents count as {}. The *Error is of
// Code Syntax or Limit.
func DiffJSON(original, modified []byte) ([]byte, error) {
	from, err := parseOptional(original)
	if err != nil {
		return nil, err
	}
	to, err := parseOptional(modified)
	if err != nil {
		return nil, err
	}
	patch, err := Diff(from, to).Value()
	if err != nil {
		return nil, err
	}
	return patch.AppendJSON(nil), nil
}

func parseOptional(text []byte) (model.Value, error) {
	if len(text) == 0 {
		return model.Value{}, nil
	}
	v, err := model.Parse(text)
	if err != nil {
		return model.Value{}, modelError(err)
	}
	return v, nil
}
