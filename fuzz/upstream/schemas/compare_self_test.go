package schemas_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A comparison finds every difference, and names the place by its definition. It finds no
// difference between a schema and itself.
func TestComparisonFindsDifferences(t *testing.T) {
	text := smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	protocol := smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar, Default: model.NewString("TCP")}
	element := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": text, "b": protocol, "c": text}}
	list := func(change func(*smp.Definition)) smp.Definition {
		l := smp.Definition{Type: smp.ListType, Element: &element, Strategy: smp.Merge,
			Keys: []string{"a"}, Recommended: []string{"a", "b"}, MapKeys: true}
		change(&l)
		return l
	}
	same := func(*smp.Definition) {}
	for _, c := range []struct {
		name  string
		typ   smp.Definition
		want  []difference
		loose []difference
	}{
		{"nothing", list(same), nil, nil},
		{"kind", text, []difference{{"Root.x", "kind"}}, []difference{{"Root.x", "kind"}}},
		{"strategy", list(func(t *smp.Definition) { *t = smp.Definition{Type: smp.ListType, Element: &element} }),
			[]difference{{"Root.x", "default"}, {"Root.x", "keys"}, {"Root.x", "map keys"}, {"Root.x", "recommended"}, {"Root.x", "strategy"}},
			[]difference{{"Root.x", "keys"}, {"Root.x", "strategy"}}},
		{"keys", list(func(t *smp.Definition) { t.Keys = []string{"b"}; t.Recommended = nil }),
			[]difference{{"Root.x", "keys"}, {"Root.x", "recommended"}}, []difference{{"Root.x", "keys"}, {"Root.x", "recommended"}}},
		{"recommended", list(func(t *smp.Definition) { t.Recommended = nil }),
			[]difference{{"Root.x", "default"}, {"Root.x", "recommended"}}, []difference{{"Root.x", "default"}, {"Root.x", "recommended"}}},
		{"map keys", list(func(t *smp.Definition) { t.MapKeys = false }),
			[]difference{{"Root.x", "default"}, {"Root.x", "map keys"}}, nil},
		{"retainKeys", list(func(t *smp.Definition) { t.RetainKeys = true }),
			[]difference{{"Root.x", "retainKeys"}}, []difference{{"Root.x", "retainKeys"}}},
		{"scalars", list(func(t *smp.Definition) { t.Element = with(element, "c", smp.Definition{Type: smp.ScalarType}) }),
			[]difference{{"Root.x[].c", "scalars"}}, []difference{{"Root.x[].c", "scalars"}}},
		{"members", list(func(t *smp.Definition) { t.Element = with(element, "d", text) }),
			[]difference{{"Root.x[].d", "members"}}, nil},
		{"free-form", list(func(t *smp.Definition) { e := element; e.Values = &text; t.Element = &e }),
			[]difference{{"Root.x[]", "members"}}, []difference{{"Root.x[]", "members"}}},
	} {
		for _, exact := range []bool{true, false} {
			want := c.want
			if !exact {
				want = c.loose
			}
			left, right := root(t, list(same)), root(t, c.typ)
			got := newComparison(map[string]smp.Definition{"Root": {Type: smp.MapType}}, exact)
			got.walk(smp.Definition{Ref: "Root"}, left, right, "")
			if !slices.Equal(got.differences(), want) {
				t.Errorf("%s, exact %t: got %v, want %v", c.name, exact, got.differences(), want)
			}
		}
	}
}

func with(t smp.Definition, name string, field smp.Definition) *smp.Definition {
	t.Fields = maps.Clone(t.Fields)
	t.Fields[name] = field
	return &t
}

func root(t *testing.T, x smp.Definition) smp.Schema {
	t.Helper()
	s, err := smp.NewSchema(smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"x": x}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
