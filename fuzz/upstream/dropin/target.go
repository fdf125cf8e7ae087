package dropin

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

// target returns a check for the result of a three-way merge. The result must be equal to
// that of the reference engine in props/reference, except for the order of merging lists. A
// second merge must give {}, which also checks the order.
func (t Trial) target() (func(result map[string]any) error, error) {
	schema, err := schemaOf(t.Schema)
	if err != nil {
		return nil, err
	}
	var documents [3]model.Value
	for i, text := range [][]byte{t.Original, t.Modified, t.Current} {
		if documents[i], err = model.FromAny(Decode(text)); err != nil {
			return nil, err
		}
	}
	want, err := reference.Target(schema, documents[0], documents[1], documents[2])
	if err != nil {
		return nil, err
	}
	sorted := unordered(schema, want)
	return func(result map[string]any) error {
		got, err := model.FromAny(withoutNulls(result))
		if err != nil {
			return err
		}
		if !model.Equal(unordered(schema, got), sorted) {
			return fmt.Errorf("%s comes out, expected %s", got.JSON(), want.JSON())
		}
		again, err := Ours.ThreeWay(t.Original, t.Modified, Encode(result), true, nil, nil, t.Schema)
		if err != nil {
			return err
		}
		if string(again) != "{}" {
			return errors.New("asking again gives " + string(again))
		}
		return nil
	}, nil
}

// sameUnordered compares documents, ignoring null members and the order of merging lists.
func sameUnordered(s smp.Schema, a, b map[string]any) bool {
	left, err := model.FromAny(withoutNulls(a))
	right, rightErr := model.FromAny(withoutNulls(b))
	return err == nil && rightErr == nil && model.Equal(unordered(s, left), unordered(s, right))
}

func schemaOf(schema any) (smp.Schema, error) {
	if l, ok := schema.(Lookup); ok {
		return l.Schema, nil
	}
	lists, err := listTypes()
	if err != nil {
		return smp.Schema{}, err
	}
	return structtag.OfType(reflect.TypeOf(schema), lists.Options()...)
}

// listTypes are the list types of Kubernetes. Our engine identifies elements by them.
var listTypes = sync.OnceValues(func() (*table.ListTypes, error) { return table.ReadListTypes(table.NewScheme()) })

// unordered returns a document with the elements of merging lists sorted, and
// without null members.
func unordered(s smp.Schema, v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		var members []model.Member
		for name, member := range v.Members() {
			below, _ := s.Member(name)
			if member.Type() != model.Null {
				members = append(members, model.Member{Name: name, Value: unordered(below, member)})
			}
		}
		m, _ := model.NewMap(members...) // cannot fail: the map is no deeper than v
		return m
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, unordered(s.Element(), e))
		}
		if s.Merging() {
			slices.SortFunc(elements, model.Compare)
		}
		list, _ := model.NewList(elements...)
		return list
	default:
		return v
	}
}
