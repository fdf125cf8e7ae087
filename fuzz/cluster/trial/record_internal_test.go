package trial

import (
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

func TestIsFrozen(t *testing.T) {
	for _, c := range []struct {
		field, message string
		want           bool
		reason         string
	}{
		{"spec.selector", "Invalid value: {}: field is immutable", true, "the field itself"},
		{"spec", "Forbidden: pod updates may not change fields other than `image`", true, "a map around it"},
		{"spec.selector.matchLabels", "field is immutable", false, "a field inside it"},
		{"spec.select", "field is immutable", false, "another field whose name is shorter"},
		{"spec.selector", "Forbidden: updates may not change fields other than `a`", false, "others inside it may change"},
		{"spec.selector", "Required value", false, "the value is invalid"},
	} {
		cause := mapOf(of("field", model.NewString(c.field)), of("message", model.NewString(c.message)))
		status := mapOf(of("details", mapOf(of("causes", listOf(cause)))))
		if got := isFrozen(model.Path{model.Field("spec"), model.Field("selector")}, status); got != c.want {
			t.Errorf("%s, %q: %t; %s", c.field, c.message, got, c.reason)
		}
	}
}

func TestSends(t *testing.T) {
	path := model.Path{model.Field("spec"), model.Field("ports"), model.Index(0), model.Field("name")}
	for patch, want := range map[string]bool{
		`{}`:                            false,
		`{"metadata":{"labels":{}}}`:    false,
		`{"spec":{"type":""}}`:          false,
		`{"spec":null}`:                 true,
		`{"spec":{"$patch":"replace"}}`: true,
		`{"spec":{"ports":[{"port":80,"name":""}]}}`: true,
		`{"spec":{"$setElementOrder/ports":[]}}`:     true,
	} {
		if got := sends(model.MustParse(patch), path); got != want {
			t.Errorf("%s: %t", patch, got)
		}
	}
}

func TestSet(t *testing.T) {
	path := model.Path{model.Field("a"), model.Index(1), model.Field("b")}
	for document, want := range map[string]string{
		`{"a":[{},{"c":1}]}`: `{"a":[{},{"c":1,"b":""}]}`,
		`{"a":[{},{"b":1}]}`: `{"a":[{},{"b":""}]}`,
		`{"a":[{}]}`:         "",
		`{"a":{}}`:           "",
		`{}`:                 "",
	} {
		got, ok := set(model.MustParse(document), path, model.NewString(""))
		if ok != (want != "") || ok && !model.Equal(got, model.MustParse(want)) {
			t.Errorf("%s: %s, %t", document, got.JSON(), ok)
		}
	}
}

func TestChangeable(t *testing.T) {
	was := model.NewString("a")
	frozen, stored := answer{isUpdate: true, before: was, outcome: table.Immutable}, answer{isUpdate: true, before: was, outcome: table.Stored}
	for _, c := range []struct {
		name    string
		answers []answer
		want    table.Outcomes
	}{
		{"nothing asked", nil, 0},
		{"only created", []answer{{before: was, outcome: table.Stored}}, 0},
		{"was not set", []answer{{isUpdate: true, outcome: table.Immutable}}, 0},
		{"stored", []answer{stored}, table.Stored},
		{"rejected for another reason", []answer{{isUpdate: true, before: was}}, table.Stored},
		{"immutable", []answer{stored, frozen}, table.Immutable},
	} {
		if got := changeable(c.answers); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestZeros(t *testing.T) {
	for _, c := range []struct {
		t    smp.Definition
		want string
	}{
		{smp.Definition{}, `[]`},
		{smp.Definition{Type: smp.MapType}, `[{}]`},
		{smp.Definition{Type: smp.ListType}, `[[]]`},
		{smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar | smp.NumberScalar}, `["",0]`},
		{smp.Definition{Type: smp.ScalarType, Scalars: smp.BoolScalar}, `[false]`},
	} {
		if got := listOf(zeros(c.t)...).JSON(); got != c.want {
			t.Errorf("%s: %s, want %s", c.t.Type, got, c.want)
		}
	}
}
