package structtag_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/structtag"
)

type source struct {
	Secret *string `json:"secret,omitempty" patchUnion:"source=secret"`
	File   *string `json:"file,omitempty" patchUnion:"source=file,mode=plain"`
}

type volume struct {
	Name   string `json:"name"`
	source `json:",inline"`
	Text   string            `json:"text" patchUnion:"source=text,omitzero"`
	Mode   string            `json:"mode" patchUnion:"mode"`
	Rules  []string          `json:"rules" patchUnion:"mode=ruled"`
	Extra  map[string]string `json:"extra" patchUnion:"mode=ruled"`
}

func TestUnions(t *testing.T) {
	str := smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
	strs := smp.Definition{Type: smp.ListType, Element: &str}
	want, err := smp.NewSchema(smp.Definition{
		Type: smp.MapType,
		Fields: map[string]smp.Definition{
			"name": str, "secret": str, "file": str, "text": str, "mode": str, "rules": strs, "extra": {Type: smp.MapType, Values: &str},
		},
		Unions: []smp.Union{
			{Members: []smp.UnionMember{
				{Fields: []string{"secret"}}, {Fields: []string{"file"}}, {Fields: []string{"text"}, Unset: []model.Value{model.NewString("")}},
			}},
			{Discriminator: "mode", Members: []smp.UnionMember{
				{Value: "plain", Fields: []string{"file"}}, {Value: "ruled", Fields: []string{"extra", "rules"}},
			}},
		},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, opts := range [][]structtag.Option{nil, {structtag.Lazily()}} {
		got, err := structtag.Of[volume](opts...)
		if err != nil || !got.Equal(want) {
			t.Errorf("%v, unions %v, want %v", err, got.Unions(), want.Unions())
		}
	}
}

func TestUnionFaults(t *testing.T) {
	for _, c := range []struct {
		err  func() error
		want string
	}{
		{check[struct {
			A, B string `patchUnion:"u"`
			C    string `patchUnion:"u=c"`
		}], `schema: properties.B: invalid-schema: union "u" has two discriminators; expected one at most`},
		{check[struct {
			A string `patchUnion:"u=a"`
		}], `schema: invalid-schema: a union requires two members, or a discriminator and one member, got only the member "A"`},
		{check[struct {
			A string `patchUnion:"=a"`
		}], `schema: properties.A: invalid-schema: patchUnion has "=a"; expected the name of a union, or union=member`},
		{check[struct {
			A string `patchUnion:"u="`
		}], `schema: properties.A: invalid-schema: patchUnion has "u="; expected the name of a union, or union=member`},
		{check[struct {
			A string `patchUnion:"omitzero"`
		}], `schema: properties.A: invalid-schema: patchUnion has only omitzero; expected the name of a union`},
		{check[struct {
			A string `patchUnion:"u=a,u=b"`
			B string `patchUnion:"u=b"`
		}], `schema: invalid-schema: the union has the field "A" twice`},
		{check[struct {
			A []string `patchUnion:"u"`
			B string   `patchUnion:"u=b"`
		}], `schema: invalid-schema: discriminator "A": expected a string, got a list`},
	} {
		if err := c.err(); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

func check[T any]() error { return structtag.Check[T]() }

// The unset value of a scalar that is written as a string is a string.
func TestUnsetText(t *testing.T) {
	type quoted struct {
		N int    `json:"n,string" patchUnion:"u=n,omitzero"`
		B bool   `json:"b,string" patchUnion:"u=b,omitzero"`
		S string `json:"s,string" patchUnion:"u=s,omitzero"`
		M string `json:"m" patchUnion:"u=m"`
	}
	s, err := structtag.Of[quoted]()
	if err != nil {
		t.Fatal(err)
	}
	for _, patch := range []string{`{"n":"0"}`, `{"b":"false"}`, `{"s":"\"\""}`} {
		got, err := smp.Engine{Unions: true}.Apply(s, model.MustParse(`{"m":"y"}`), model.MustParse(patch))
		if m, _ := got.Get("m"); err != nil || m.Text() != "y" {
			t.Errorf("%s makes %s, %v", patch, got.JSON(), err)
		}
	}
}
