package typed

import (
	"errors"
	"reflect"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A snapshot describes a Go value as it was when a layer was made. It shares no memory with the
// value. The schema of the base is not known yet.
type snapshot struct {
	typ   reflect.Type // nil for a nil interface
	isNil bool         // the value is a nil pointer
	set   model.Value  // the value as JSON, without the fields that are zero
	err   error        // of encoding
}

// snap returns the JSON and the snapshot of a value.
func snap(x any) ([]byte, snapshot) {
	s := snapshot{typ: reflect.TypeOf(x)}
	if s.typ == nil {
		return nil, s
	}
	r := reflect.ValueOf(x)
	switch r.Kind() {
	case reflect.Pointer:
		s.isNil = r.IsNil()
	case reflect.Map:
	default:
		p := reflect.New(s.typ) // the pointer may have the methods of unstructured
		p.Elem().Set(r)
		r = p
	}
	c := call{typ: r.Type(), limits: smp.Limits{Depth: model.HardMaxDepth}}
	all, err := c.write("patch", r.Interface())
	if err != nil {
		s.err = err
		return nil, s
	}
	text := all.AppendJSON(nil)
	if all, err = c.parse("patch", text); err == nil { // a map shares memory with all
		s.set, err = omission{}.from(all, r, smp.Schemaless, nil) // withKeys adds the keys
	}
	s.err = err
	return text, s
}

// otherType returns the Error for a document whose Go type differs from that of the first value.
func (c call) otherType(document string, t reflect.Type) error {
	return wrongType(document, errors.New("the Go type is "+name(t)+"; expected "+name(c.typ)+
		", the type of the first value; convert it, or use package kubernetes with the JSON of all values"))
}

// withKeys returns the fields of all that are also in set, and the merge keys of elements. The value
// set is all without some fields. If all is an element, keys are the merge keys of its list.
func withKeys(s smp.Schema, all, set model.Value, keys []string) (model.Value, error) {
	switch {
	case all.Type() == model.Map && set.Type() == model.Map:
		var edits []model.Member
		for name, x := range all.Members() {
			y, ok := set.Get(name)
			if slices.Contains(keys, name) {
				continue
			}
			if !ok {
				edits = append(edits, model.Member{Name: name})
				continue
			}
			below, _ := s.Member(name)
			z, err := withKeys(below, x, y, nil)
			if err != nil {
				return z, err
			}
			if !model.Same(x, z) {
				edits = append(edits, model.Member{Name: name, Value: z})
			}
		}
		return all.WithMembers(edits...)
	case all.Type() == model.List && set.Type() == model.List:
		keys := append(s.Keys(), s.Recommended()...)
		var edits []model.Element
		for i, x := range all.Elements() {
			z, err := withKeys(s.Element(), x, set.At(i), keys)
			if err != nil {
				return z, err
			}
			if !model.Same(x, z) {
				edits = append(edits, model.Element{Index: i, Value: z})
			}
		}
		return all.WithElements(edits)
	default:
		return all, nil
	}
}
