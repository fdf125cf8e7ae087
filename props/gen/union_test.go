package gen_test

import (
	"slices"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
)

// lookUnions records the properties of the unions of a map.
func lookUnions(s smp.Schema, seen map[string]bool) {
	unions := s.Unions()
	seen["union"] = seen["union"] || len(unions) > 0
	seen["several unions"] = seen["several unions"] || len(unions) > 1
	fields := map[string]bool{}
	for _, u := range unions {
		seen["discriminator"] = seen["discriminator"] || u.Discriminator != ""
		for _, m := range u.Members {
			seen["union of groups"] = seen["union of groups"] || len(m.Fields) > 1
			seen["unset value"] = seen["unset value"] || len(m.Unset) > 0
			for _, name := range m.Fields {
				seen["unions that share fields"] = seen["unions that share fields"] || fields[name]
				fields[name] = true
				field, _ := s.Field(name)
				seen["union of lists"] = seen["union of lists"] || field.Type() == smp.ListType
				seen["union in union"] = seen["union in union"] || len(field.Unions())+len(field.Element().Unions()) > 0
			}
		}
	}
}

// unionsIn records the properties of the unions in a document or a patch.
func unionsIn(s smp.Schema, v model.Value, which string, seen map[string]bool) {
	for name, m := range v.Members() {
		field, _ := s.Member(name)
		unionsIn(field, m, which, seen)
	}
	for _, e := range v.Elements() {
		unionsIn(s.Element(), e, which, seen)
	}
	for _, u := range s.Unions() {
		set := 0
		for _, m := range u.Members {
			is := false
			for _, name := range m.Fields {
				field, has := v.Get(name)
				unset := slices.ContainsFunc(m.Unset, func(u model.Value) bool { return model.Equal(u, field) })
				is = is || has && field.Type() != model.Null && !unset
				seen[which+"unset"] = seen[which+"unset"] || has && unset
			}
			if is {
				set++
			}
		}
		_, says := v.Get(u.Discriminator)
		seen[which+"union"] = seen[which+"union"] || set > 0
		seen[which+"union, discriminated"] = seen[which+"union, discriminated"] || set > 0 && says
		seen[which+"union, ill-formed"] = seen[which+"union, ill-formed"] || set > 1
	}
}

// In enough of the three-way merges, the live document has another member of a union than
// modified: an additional one, or a different one.
func TestUnionsDrift(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes thousands of inputs")
	}
	const seeds = 4000
	more := 0
	for seed := range uint64(seeds) {
		c := gen.ThreeWay(gen.FromSeed(seed))
		wanted, live := map[string]bool{}, map[string]bool{}
		unionsIn(c.Schema, c.Modified, "", wanted)
		unionsIn(c.Schema, c.Current, "", live)
		if wanted["union"] && !wanted["union, ill-formed"] && live["union, ill-formed"] {
			more++
		}
	}
	if t.Log(more); more < 100 {
		t.Errorf("%d of %d have drift in a union, want 100", more, seeds)
	}
}
