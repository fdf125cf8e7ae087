package typed

import (
	"reflect"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// held removes the fields from a result that the Go type does not have, because encoding/json would
// ignore them. s is the schema of the type. before is a value of the type, and parts of it that are
// unchanged in the result are not checked again.
func held(s smp.Schema, before, after model.Value) (model.Value, error) {
	if model.Equal(before, after) {
		return after, nil
	}
	switch after.Type() {
	case model.Map:
		return heldMap(s, before, after)
	case model.List:
		var changes []model.Element
		for i, e := range after.Elements() {
			h, err := held(s.Element(), model.Value{}, e)
			if err != nil {
				return h, err
			}
			if !model.Same(h, e) {
				changes = append(changes, model.Element{Index: i, Value: h})
			}
		}
		if changes == nil {
			return after, nil
		}
		return after.WithElements(changes)
	default:
		return after, nil
	}
}

// stored returns the JSON of a Go value that has been read from v. If the Go type cannot hold v, or v is
// a map of the caller, stored returns v.
func (c call) stored(v model.Value) model.Value {
	if c.isMap() {
		return v
	}
	x := reflect.New(c.typ)
	if err := c.read(v, x.Interface()); err != nil {
		return v
	}
	if held, err := c.write("base", x.Elem().Interface()); err == nil {
		return held
	}
	return v
}

func heldMap(s smp.Schema, before, after model.Value) (model.Value, error) {
	var changes []model.Member
	visit := func(name string, was, is model.Value) error {
		below, known := s.Member(name)
		if !known && s.Declared() {
			if !sameButCase(s, name) {
				changes = append(changes, model.Member{Name: name}) // without a Value, the change removes the member
			}
			return nil
		}
		h, err := held(below, was, is)
		if err == nil && !model.Same(h, is) {
			changes = append(changes, model.Member{Name: name, Value: h})
		}
		return err
	}
	for name, is := range after.Members() {
		was, _ := before.Get(name)
		if err := visit(name, was, is); err != nil {
			return model.Value{}, err
		}
	}
	if changes == nil {
		return after, nil
	}
	return after.WithMembers(changes...)
}

// sameButCase reports whether a type has a field whose name differs only in case.
// encoding/json accepts such a name.
func sameButCase(s smp.Schema, name string) bool {
	for field := range s.Fields() {
		if strings.EqualFold(field, name) {
			return true
		}
	}
	return false
}
