package jsonpatch

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// An Op is the type of an operation.
type Op string

// These are the operations of RFC 6902.
const (
	// Add sets a member, or inserts an element before the element at an index. The
	// index "-" is the end of a list.
	Add Op = "add"
	// Remove removes a member or an element.
	Remove Op = "remove"
	// Replace replaces an existing value.
	Replace Op = "replace"
	// Move removes the value at From and adds it at Path.
	Move Op = "move"
	// Copy adds the value at From to the place Path.
	Copy Op = "copy"
	// Test compares the value at Path with Value (see [model.Equal]). If they differ,
	// the whole patch fails.
	Test Op = "test"
)

var ops = []Op{Add, Remove, Replace, Move, Copy, Test}

const opNames = "add, remove, replace, move, copy or test"

// needsFrom and needsValue report which members an operation has in addition to path.
func (o Op) needsFrom() bool  { return o == Move || o == Copy }
func (o Op) needsValue() bool { return o == Add || o == Replace || o == Test }

// An Operation is one step of a patch.
type Operation struct {
	Op Op
	// Path is the JSON Pointer to the place of the operation; see [Pointer].
	Path string
	// From is the pointer to the value that Move and Copy use.
	From string
	// Value is the value of Add, Replace and Test.
	Value model.Value

	pathless bool // the operation has no member path; see FromValueAsServer
}

// A Patch is a list of operations, which are applied in order.
type Patch []Operation

// Parse reads the text of a patch. The error is an [*Error]. Its Code is Syntax or Limit, or the
// Code of an error of [FromValue].
func Parse(text []byte) (Patch, error) {
	v, err := model.Parse(text)
	if err != nil {
		return nil, modelError(err)
	}
	return FromValue(v)
}

// MarshalJSON returns the text of [Patch.Value] for encoding/json.
func (p Patch) MarshalJSON() ([]byte, error) {
	v, err := p.Value()
	if err != nil {
		return nil, err
	}
	return v.MarshalJSON()
}

// UnmarshalJSON sets p to the patch that [Parse] reads from text, for encoding/json. If Parse fails,
// p does not change.
func (p *Patch) UnmarshalJSON(text []byte) error {
	read, err := Parse(text)
	if err == nil {
		*p = read
	}
	return err
}

// String returns the patch as JSON, so that %v prints it. The values may be secrets.
func (p Patch) String() string { return textOf(p.Value()) }

// MarshalJSON returns the operation as a JSON map for encoding/json, such as
// {"op":"remove","path":"/a"}.
func (o Operation) MarshalJSON() ([]byte, error) {
	v, err := o.value()
	if err != nil {
		return nil, modelError(err)
	}
	return v.MarshalJSON()
}

// UnmarshalJSON sets o to the operation in text, for encoding/json. It accepts what [Parse] accepts
// as an element of a patch. If it fails, o does not change.
func (o *Operation) UnmarshalJSON(text []byte) error {
	v, err := model.Parse(text)
	if err != nil {
		return modelError(err)
	}
	read, fault := readOperation(v)
	if fault != nil {
		return fault
	}
	*o = read
	return nil
}

// String returns the operation as JSON, so that %v prints it. The value may be a secret.
func (o Operation) String() string { return textOf(o.value()) }

// textOf returns the text of a value or of the error that there is instead.
func textOf(v model.Value, err error) string {
	if err != nil {
		return err.Error()
	}
	return v.JSON()
}

// FromValue converts a JSON value to a patch. If the value is not a list of valid operations, the
// error is an [*Error] with Code InvalidPatch. It names the first invalid operation.
func FromValue(v model.Value) (Patch, error) {
	if v.Type() != model.List {
		return nil, newError(InvalidPatch, "expected a list of operations, got %s", v.Type().Noun())
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
		return Operation{}, newError(InvalidPatch, "expected an operation, which is a map, got %s", v.Type().Noun())
	}
	texts := [3]string{}
	for i, name := range [3]string{"op", "path", "from"} {
		m, ok := v.Get(name)
		if i == 2 && !Op(texts[0]).needsFrom() {
			break // other operations ignore from
		}
		if !ok {
			return Operation{}, newError(InvalidPatch, "missing %q", name)
		}
		if m.Type() != model.String {
			return Operation{}, newError(InvalidPatch, "%q: expected a string, got %s", name, m.Type().Noun())
		}
		texts[i] = m.Text()
	}
	o := Operation{Op: Op(texts[0]), Path: texts[1], From: texts[2]}
	if o.Op.needsValue() {
		o.Value, _ = v.Get("value")
	}
	return o, o.check()
}

// check returns an error for an operation that cannot be applied to any document.
func (o *Operation) check() *Error {
	if !slices.Contains(ops, o.Op) {
		err := newError(InvalidPatch, "unknown operation %q; expected %s", string(o.Op), opNames)
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
		err := newError(InvalidPatch, "missing \"value\"")
		err.Path = o.Path
		return err
	}
	return nil
}

// Value returns the patch as a JSON value. It is the reverse of [FromValue]. If a value in the
// patch is nested too deeply to be part of the result, the error is an [*Error] with Code Limit.
func (p Patch) Value() (model.Value, error) {
	operations := make([]model.Value, len(p))
	for i, o := range p {
		var err error
		if operations[i], err = o.value(); err != nil {
			return model.Value{}, modelError(err).in(i, o.Op)
		}
	}
	v, err := model.NewList(operations...)
	if err != nil {
		return model.Value{}, modelError(err)
	}
	return v, nil
}

// value returns the operation as a JSON value.
func (o Operation) value() (model.Value, error) {
	members := []model.Member{{Name: "op", Value: model.NewString(string(o.Op))}}
	if o.Op.needsFrom() {
		members = append(members, model.Member{Name: "from", Value: model.NewString(o.From)})
	}
	if !o.pathless {
		members = append(members, model.Member{Name: "path", Value: model.NewString(o.Path)})
	}
	if o.Op.needsValue() {
		members = append(members, model.Member{Name: "value", Value: o.Value})
	}
	return model.NewMap(members...)
}

// ApplyJSON applies the text of a patch to the text of a document. An empty original counts as {}.
// Unchanged text is copied byte for byte. The errors are those of [Parse] and [Patch.Apply], and
// those with Code Syntax or Limit for original.
//
//	result, err := jsonpatch.ApplyJSON([]byte(`{"a": 1}`),
//		[]byte(`[{"op":"add","path":"/b","value":2}]`)) // {"a": 1,"b":2}
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

// DiffJSON is like [Diff], but for JSON text. Empty documents count as {}. The error is an [*Error]
// with Code Syntax or Limit.
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
