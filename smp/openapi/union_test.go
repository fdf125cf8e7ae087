package openapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

func one(field string) smp.UnionMember { return smp.UnionMember{Fields: []string{field}} }

func valued(value string, fields ...string) smp.UnionMember {
	return smp.UnionMember{Value: value, Fields: fields}
}

var unionCases = []struct {
	name, reason, said string // said beside the properties type (a string), a, b and c
	want               []smp.Union
}{
	{"extension", "a discriminator and a value a member",
		`"x-kubernetes-unions":[{"discriminator":"type","fields-to-discriminateBy":{"a":"A","b":"B"}}]`,
		[]smp.Union{{Discriminator: "type", Members: []smp.UnionMember{valued("A", "a"), valued("B", "b")}}}},
	{"extension, one member", "the discriminator has other values",
		`"x-kubernetes-unions":[{"discriminator":"type","fields-to-discriminateBy":{"a":"A"}}]`,
		[]smp.Union{{Discriminator: "type", Members: []smp.UnionMember{valued("A", "a")}}}},
	{"extension without discriminator", "values only tell members apart; one value is one member",
		`"x-kubernetes-unions":[{"fields-to-discriminateBy":{"a":"X","b":"Y","c":"X"}}]`,
		[]smp.Union{{Members: []smp.UnionMember{{Fields: []string{"a", "c"}}, one("b")}}}},
	{"unset values", "scalars that count as unset",
		`"x-kubernetes-unions":[{"fields-to-discriminateBy":{"a":"X","b":"Y"},"unset-values":{"a":["",0]}}]`,
		[]smp.Union{{Members: []smp.UnionMember{
			{Fields: []string{"a"}, Unset: []model.Value{model.NewString(""), model.NewInt(0)}}, one("b"),
		}}}},
	{"one member", "without discriminator it excludes nothing",
		`"x-kubernetes-unions":[{"fields-to-discriminateBy":{"a":"A"}}]`, nil},
	{"two unions", "a map may have several",
		`"x-kubernetes-unions":[{"discriminator":"type","fields-to-discriminateBy":{"a":"A"}},{"fields-to-discriminateBy":{"b":"B","c":"C"}}]`,
		[]smp.Union{{Members: []smp.UnionMember{one("b"), one("c")}}, {Discriminator: "type", Members: []smp.UnionMember{valued("A", "a")}}}},
	{"extension and oneOf", "the extension wins",
		`"x-kubernetes-unions":[],"oneOf":[{"required":["a"]},{"required":["b"]}]`, nil},

	{"oneOf", "each alternative requires another field", `"oneOf":[{"required":["a"]},{"required":["b"]}]`,
		[]smp.Union{{Members: []smp.UnionMember{one("a"), one("b")}}}},
	{"oneOf with groups", "a and b together are accepted", `"oneOf":[{"required":["a","c"]},{"required":["b"]}]`, nil},
	{"oneOf with a common field", "what all require is no member", `"oneOf":[{"required":["a","c"]},{"required":["b","c"]}]`,
		[]smp.Union{{Members: []smp.UnionMember{one("a"), one("b")}}}},
	{"oneOf with none of them", "an alternative that is a not", `"oneOf":[{"not":{"anyOf":[{"required":["a"]},{"required":["b"]}]}},{"required":["a"]},{"required":["b"]}]`,
		[]smp.Union{{Members: []smp.UnionMember{one("a"), one("b")}}}},
	{"oneOf in allOf", "several unions", `"allOf":[{"oneOf":[{"required":["a"]},{"required":["b"]}]},{"required":["c"]}]`,
		[]smp.Union{{Members: []smp.UnionMember{one("a"), one("b")}}}},
	{"oneOf with values of own fields", "says nothing of the other", `"oneOf":[{"required":["a"],"properties":{"a":{"oneOf":[{"required":["x"]}]}}},{"type":"object","description":"other","required":["b"]}]`,
		[]smp.Union{{Members: []smp.UnionMember{one("a"), one("b")}}}},
	{"oneOf with an alternative in an alternative", "a must choose, too", `"oneOf":[{"required":["a"],"properties":{"a":{"oneOf":[{"not":{"anyOf":[{"required":["x"]}]}},{"required":["x"]},{"required":["y"],"properties":{"y":{}}}]}}},{"required":["b"]}]`,
		[]smp.Union{{Members: []smp.UnionMember{one("a"), one("b")}}}},
	{"oneOf with few values of an own field", "b and another a are accepted", `"oneOf":[{"required":["a"],"properties":{"a":{"enum":["x"]}}},{"required":["b"]}]`, nil},
	{"oneOf with a limit of an own field", "b and a short a are accepted", `"oneOf":[{"required":["a"],"properties":{"a":{"minLength":2}}},{"required":["b"]}]`, nil},
	{"oneOf with a field in an own field", "b and an a without x are accepted", `"oneOf":[{"required":["a"],"properties":{"a":{"required":["x"]}}},{"required":["b"]}]`, nil},
	{"oneOf with values in an own field", "b and an a with another x are accepted", `"oneOf":[{"required":["a"],"properties":{"a":{"oneOf":[{"required":["x"],"properties":{"x":{"enum":[1]}}},{"required":["y"]}]}}},{"required":["b"]}]`, nil},
	{"oneOf with a discriminator", "beside type A and a, b is accepted",
		`"oneOf":[{"properties":{"type":{"enum":["A"]}},"required":["type","a"]},{"properties":{"type":{"enum":["B"]}},"required":["type","b"]}]`, nil},
	{"oneOf with values of other fields", "a and b with another c are accepted", `"oneOf":[{"required":["a"],"properties":{"a":{},"c":{"enum":["x"]}}},{"required":["b"]}]`, nil},
	{"oneOf that limits otherwise", "a and b are accepted", `"oneOf":[{"required":["a"],"maxProperties":1},{"required":["b"]}]`, nil},
	{"oneOf with a not beside", "a and b are accepted", `"oneOf":[{"required":["a"],"not":{"required":["b"]}},{"required":["b"]}]`, nil},

	{"overlap", "two alternatives of three share a field", `"oneOf":[{"required":["a","c"]},{"required":["b","c"]},{"required":["type"]}]`, nil},
	{"alternative without a field", "nothing says when it holds", `"oneOf":[{"required":["a"]},{}]`, nil},
	{"one alternative", "nothing else to choose", `"oneOf":[{"required":["a"]}]`, nil},
	{"unknown field", "the map has no such field", `"oneOf":[{"required":["a"]},{"required":["x"]}]`, nil},
	{"oneOf of values", "says nothing of fields", `"oneOf":[{"properties":{"a":{"enum":["x"]}}},{"properties":{"a":{"enum":["y"]}}}]`, nil},
	{"oneOf that is faulty", "not looked at beside properties", `"oneOf":[1,{"required":2}]`, nil},
	{"anyOf", "several may be set", `"anyOf":[{"required":["a"]},{"required":["b"]}]`, nil},
}

// Kubernetes publishes some discriminator values that its servers reject. They are replaced by the
// values that servers accept.
func TestPublishedValues(t *testing.T) {
	for _, c := range []struct{ field, published, want string }{
		{"localhostProfile", "LocalhostProfile", "Localhost"},
		{"queuing", "Queuing", "Queue"},
		{"queuing", "LocalhostProfile", "LocalhostProfile"},
	} {
		s, err := openapi.Schema(model.MustParse(`{"properties":{"type":{"type":"string"},"` + c.field + `":{}},
			"x-kubernetes-unions":[{"discriminator":"type","fields-to-discriminateBy":{"` + c.field + `":"` + c.published + `"}}]}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Unions()[0].Members[0].Value; got != c.want {
			t.Errorf("%s with %s is %s, not %s", c.field, c.published, got, c.want)
		}
	}
}

// A type can have these values itself. Then Encode writes them so that they are read back
// unchanged.
func TestPublishedValuesWritten(t *testing.T) {
	typ := fields(map[string]smp.Definition{"type": str, "localhostProfile": str, "queuing": str})
	typ.Unions = []smp.Union{{Discriminator: "type", Members: []smp.UnionMember{
		{Value: "LocalhostProfile", Fields: []string{"localhostProfile"}}, {Value: "Queuing", Fields: []string{"queuing"}},
	}}}
	s := build(t, typ, nil)
	d, err := openapi.Read(openapi.Encode(s))
	if err != nil {
		t.Fatal(err)
	}
	if back, err := d.Schema(openapi.Root); err != nil || !back.Equal(s) {
		t.Errorf("got %v, %v", back.Unions(), err)
	}
}

func TestUnions(t *testing.T) {
	const properties = `"properties":{"type":{"type":"string"},"a":{},"b":{},"c":{}}`
	for _, c := range unionCases {
		got, err := openapi.Schema(model.MustParse(`{` + properties + `,` + c.said + `}`))
		if err != nil {
			t.Errorf("%s (%s): %v", c.name, c.reason, err)
			continue
		}
		typ := fields(map[string]smp.Definition{"type": str, "a": anything, "b": anything, "c": anything})
		typ.Unions = c.want
		if want := build(t, typ, nil); !got.Equal(want) {
			t.Errorf("%s (%s):\ngot  %v\nwant %v", c.name, c.reason, got.Unions(), want.Unions())
		}
		if bare, err := openapi.Schema(model.MustParse(`{`+properties+`,`+c.said+`}`), openapi.WithoutUnions()); err != nil || bare.Unions() != nil {
			t.Errorf("%s, without unions: %v, %v", c.name, err, bare.Unions())
		}
	}
}

// A oneOf with very many required fields is read in one pass.
func TestOneOfRequiresManyFields(t *testing.T) {
	cputime.CheckGrowth(t, 6000, cputime.Built, func(n int) func() {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf(`"f%d"`, i)
		}
		object := model.MustParse(`{"properties":{"a":{},"b":{}},"oneOf":[{"required":["a"]},{"required":["b",` + strings.Join(names, ",") + `]}]}`)
		return func() {
			if s, err := openapi.Schema(object); err != nil || s.Unions() != nil {
				t.Errorf("unions %v, %v", s.Unions(), err)
			}
		}
	})
}
