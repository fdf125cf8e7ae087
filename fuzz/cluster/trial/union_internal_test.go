package trial

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/unions"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func parse(t *testing.T, text string) model.Value {
	t.Helper()
	v, err := model.ParseString(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWrongMember(t *testing.T) {
	plain := smp.Union{Members: []smp.UnionMember{{Fields: []string{"a"}, Unset: []model.Value{model.NewString("")}}, {Fields: []string{"b", "c"}}}}
	named := smp.Union{Discriminator: "type", Members: []smp.UnionMember{{Value: "A", Fields: []string{"a"}}}}
	for _, c := range []struct {
		name        string
		union       smp.Union
		wanted, got string
		says        string
	}{
		{"as wanted", plain, `{"a":1}`, `{"a":1,"x":1}`, ""},
		{"another value", plain, `{"a":1}`, `{"a":2}`, ""},
		{"both", plain, `{"a":1}`, `{"a":1,"c":1}`, "another member stays: c"},
		{"the other", plain, `{"b":1}`, `{"a":1}`, "another member stays: a"},
		{"nothing", plain, `{"b":1}`, `{}`, "the member is not set: b"},
		{"null", plain, `{"b":1}`, `{"b":null}`, "the member is not set: b"},
		{"counts as unset", plain, `{"b":1}`, `{"a":"","b":1}`, ""},
		{"another field of the member", plain, `{"b":1}`, `{"b":1,"c":1}`, ""},
		{"discriminator", named, `{"type":"B"}`, `{"type":"B"}`, ""},
		{"another discriminator", named, `{"type":"B"}`, `{"type":"A"}`, "the discriminator is another"},
		{"member of another discriminator", named, `{"type":"B"}`, `{"type":"B","a":{}}`, "another member stays: a"},
	} {
		says := wrongMember(c.union, parse(t, c.wanted), parse(t, c.got))
		if c.says == "" && says != "" || !strings.HasPrefix(says, c.says) {
			t.Errorf("%s: %q, not %q", c.name, says, c.says)
		}
	}
}

func TestWithoutNulls(t *testing.T) {
	patch := parse(t, `{"a":null,"b":{"c":null,"d":1},"e":[{"f":null,"g":[null]}]}`)
	if got, want := withoutNulls(patch).Canonical(), `{"b":{"d":1},"e":[{"g":[null]}]}`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestThird(t *testing.T) {
	for n := 3; n < 6; n++ {
		for i := range n {
			for j := range n {
				if k := third(i, j, n); i != j && (k == i || k == j || k < 0 || k >= n) {
					t.Errorf("after %d and %d of %d comes %d", i, j, n, k)
				}
			}
		}
	}
}

// A failure is recorded for every union of a served kind that is not tried with each member,
// at its own place.
func TestCover(t *testing.T) {
	kind := kubernetes.Kind{APIVersion: "v1", Kind: "Thing"}
	union := smp.Union{Members: []smp.UnionMember{{Fields: []string{"a"}}, {Fields: []string{"b"}}}}
	source := &table.Source{
		Roots: map[kubernetes.Kind]string{kind: "v1.Thing"},
		Plain: map[string]smp.Definition{
			"v1.Thing":   {Type: smp.MapType, Fields: map[string]smp.Definition{"spec": {Ref: "v1.Spec"}}},
			"v1.Spec":    {Type: smp.MapType, Unions: []smp.Union{union}},
			"v1.Another": {Type: smp.MapType, Unions: []smp.Union{union}},
		},
	}
	w := &World{Resources: []client.Resource{{Kind: kind}}}
	place := func(definition string, path model.Path, members ...string) unions.Place {
		p := unions.Place{Definition: definition, Kind: kind, Path: path}
		for _, m := range members {
			p.Members = append(p.Members, parse(t, m))
		}
		return p
	}
	spec := model.Path{model.Field("spec")}
	for _, c := range []struct {
		name   string
		places []unions.Place
		failed int
	}{
		{"both", []unions.Place{place("v1.Spec", spec, `{"a":1}`, `{"b":1}`)}, 0},
		{"one", []unions.Place{place("v1.Spec", spec, `{"a":1}`)}, 1},
		{"none", nil, 2},
		{"elsewhere", []unions.Place{place("v1.Spec", nil, `{"a":1}`, `{"b":1}`)}, 1},
	} {
		u := &Unions{}
		u.cover(w, source, c.places)
		if len(u.Failed) != c.failed || len(u.Unserved) != 1 {
			t.Errorf("%s: %d failures, not %d: %q; not served: %q", c.name, len(u.Failed), c.failed, u.Failed, u.Unserved)
		}
	}
}
