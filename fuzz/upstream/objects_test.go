package upstream_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func TestObjectsEncodeAsTheyAre(t *testing.T) {
	for _, o := range objects(t) {
		if got := o.value.JSON(); got != string(o.text) {
			t.Errorf("%s is not written back byte for byte", o.name)
		}
	}
}

func TestObjectsFitTheirSchema(t *testing.T) {
	for _, o := range objects(t) {
		if misfit := misfit(schemaOf(t, o), o.value, nil); misfit != "" {
			t.Errorf("%s: %s", o.name, misfit)
		}
	}
}

func schemaOf(t *testing.T, o object) smp.Schema {
	t.Helper()
	s, ok := kubernetes.Lookup(o.apiVersion, o.kind)
	if !ok {
		t.Fatalf("%s: the table has no %s %s", o.name, o.apiVersion, o.kind)
	}
	return s
}

// misfit returns the place where a document does not fit its schema. The text is empty if the
// document fits.
func misfit(s smp.Schema, v model.Value, at model.Path) string {
	want := s.Type()
	if want == smp.AnyType || v.Type() == model.Null {
		return ""
	}
	got := map[model.Type]smp.SchemaType{
		model.Map: smp.MapType, model.List: smp.ListType,
		model.String: smp.ScalarType, model.Number: smp.ScalarType, model.Bool: smp.ScalarType,
	}[v.Type()]
	if got != want {
		return at.String() + " is a " + v.Type().String() + ", the schema is a " + want.String()
	}
	for name, member := range v.Members() {
		below, ok := s.Member(name)
		if !ok {
			return at.String() + " has the unknown member " + name
		}
		if m := misfit(below, member, at.Append(model.Field(name))); m != "" {
			return m
		}
	}
	for i, element := range v.Elements() {
		if m := misfit(s.Element(), element, at.Append(model.Index(i))); m != "" {
			return m
		}
	}
	return ""
}

// A place is a value in a document, with the schemas of the values on the path
// to it, from the root to the value itself.
type place struct {
	root    model.Value
	path    model.Path
	schemas []smp.Schema
}

func (p place) schema() smp.Schema { return p.schemas[len(p.schemas)-1] }

func (p place) value() model.Value {
	v, _ := p.path.Lookup(p.root)
	return v
}

func (p place) below(step model.Step, s smp.Schema) place {
	return place{p.root, p.path.Append(step), append(slices.Clip(p.schemas), s)}
}

// mergingLists returns the merging lists in and below a place. Lists in elements of an atomic
// list are left out, because patches cannot reach them.
func mergingLists(p place) []place {
	var found []place
	s := p.schema()
	switch {
	case s.Type() == smp.MapType && s.Strategy() == smp.Merge:
		for name := range p.value().Members() {
			member, _ := s.Member(name)
			found = append(found, mergingLists(p.below(model.Field(name), member))...)
		}
	case s.Merging():
		found = append(found, p)
		if s.Keyed() {
			found = append(found, mergingLists(p.below(model.Index(0), s.Element()))...)
		}
	}
	return found
}

// For every merging list of every object, a patch changes one element, or adds
// one value to a set. Nothing else must change.
func TestMergingListsTakePatches(t *testing.T) {
	keyed, sets := 0, 0
	for _, o := range objects(t) {
		for _, p := range mergingLists(place{o.value, nil, []smp.Schema{schemaOf(t, o)}}) {
			attempt := p.changeElement
			if p.schema().Set() {
				attempt = p.addValue
				sets++
			} else {
				keyed++
			}
			original, patch, want := attempt(t)
			got, err := smp.Apply(p.schemas[0], original, patch)
			if err != nil {
				t.Errorf("%s, %s: %v\npatch %s", o.name, p.path, err, patch.JSON())
				continue
			}
			if !model.Equal(got, want) {
				p.root = got
				t.Errorf("%s, %s: patch %s\ngives %s", o.name, p.path, patch.JSON(), p.value().JSON())
			}
		}
	}
	t.Logf("%d keyed lists and %d sets took patches", keyed, sets)
	if keyed == 0 || sets == 0 {
		t.Error("no lists were found")
	}
}

// addValue returns the document, a patch that adds a value to the set at p, and
// the expected result.
func (p place) addValue(t *testing.T) (original, patch, want model.Value) {
	values := p.value().AppendElements(nil)
	added := other(values[0])
	want = replace(t, p.root, p.path, newList(t, append(values, added)...))
	return p.root, p.patch(t, newList(t, added)), want
}

// changeElement returns the document with the first element of the keyed list
// at p between two others, a patch that changes one field of that element, and
// the expected result.
func (p place) changeElement(t *testing.T) (original, patch, want model.Value) {
	element := p.value().At(0)
	before, after := element, element
	for _, key := range p.schema().Keys() {
		v, _ := element.Get(key)
		before = edit(t, before, model.Member{Name: key, Value: other(v)})
		after = edit(t, after, model.Member{Name: key, Value: other(other(v))})
	}
	change := p.scalarChange(element)
	original = replace(t, p.root, p.path, newList(t, before, element, after))
	want = replace(t, p.root, p.path, newList(t, before, edit(t, element, change), after))
	return original, p.patch(t, newList(t, edit(t, p.keys(element), change))), want
}

// scalarChange returns another value for a scalar field of the element that is
// not a key. An element with only keys gets an unknown field.
func (p place) scalarChange(element model.Value) model.Member {
	for name, v := range element.Members() {
		if v.IsScalar() && !slices.Contains(p.schema().Keys(), name) {
			return model.Member{Name: name, Value: other(v)}
		}
	}
	return model.Member{Name: "unknownField", Value: model.NewString("changed")}
}

// keys returns the part of an element that identifies it.
func (p place) keys(element model.Value) model.Value {
	var members []model.Member
	for _, key := range p.schema().Keys() {
		v, _ := element.Get(key)
		members = append(members, model.Member{Name: key, Value: v})
	}
	m, _ := model.NewMap(members...)
	return m
}

// patch turns a patch for the value at p into a patch for the whole document.
func (p place) patch(t *testing.T, patch model.Value) model.Value {
	for i, step := range slices.Backward(p.path) {
		above := place{p.root, p.path[:i], p.schemas[:i+1]}
		switch step := step.(type) {
		case model.Field:
			patch = edit(t, model.Value{}, model.Member{Name: string(step), Value: patch})
		case model.Index:
			element := above.keys(above.value().At(int(step)))
			patch = newList(t, edit(t, element, patch.AppendMembers(nil)...))
		}
	}
	return patch
}

// replace returns the document with another value at path.
func replace(t *testing.T, document model.Value, path model.Path, v model.Value) model.Value {
	if len(path) == 0 {
		return v
	}
	switch step := path[0].(type) {
	case model.Field:
		member, _ := document.Get(string(step))
		return edit(t, document, model.Member{Name: string(step), Value: replace(t, member, path[1:], v)})
	case model.Index:
		elements := document.AppendElements(nil)
		elements[step] = replace(t, elements[step], path[1:], v)
		return newList(t, elements...)
	}
	t.Fatalf("a step %s", path[0])
	return model.Value{}
}

func edit(t *testing.T, v model.Value, changes ...model.Member) model.Value {
	t.Helper()
	edited, err := v.WithMembers(changes...)
	if err != nil {
		t.Fatal(err)
	}
	return edited
}

func newList(t *testing.T, elements ...model.Value) model.Value {
	t.Helper()
	list, err := model.NewList(elements...)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// other returns a different scalar of the same type.
func other(v model.Value) model.Value {
	switch v.Type() {
	case model.Number:
		n, _ := v.Int64()
		return model.NewInt(n + 1)
	case model.Bool:
		return model.NewBool(!v.Bool())
	default:
		return model.NewString(v.Text() + "x")
	}
}
