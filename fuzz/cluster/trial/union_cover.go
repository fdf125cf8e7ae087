package trial

import (
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/unions"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// cover records a failure for every union of a served kind, and for every member, that is not
// tried.
func (u *Unions) cover(w *World, source *table.Source, places []unions.Place) {
	tried := map[string][]unions.Place{}
	for _, p := range places {
		tried[p.Definition] = append(tried[p.Definition], p)
		if name := definitionAt(source, p); name != p.Definition {
			u.fail("%s: %s of %s is %s", p.Definition, p.Path, p.Kind, name)
		}
	}
	served := w.servedUnions(source)
	for _, name := range source.Names() {
		if _, ok := served[name]; !ok && len(source.Plain[name].Unions) > 0 {
			u.Unserved = append(u.Unserved, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(served)) {
		for _, union := range served[name] {
			for _, m := range union.Members {
				if !slices.ContainsFunc(tried[name], func(p unions.Place) bool {
					return slices.ContainsFunc(slices.Concat(p.Members, p.Refused), func(v model.Value) bool { return setsMember(m, v) })
				}) {
					u.fail("%s: nothing tries its member %s", name, strings.Join(m.Fields, ", "))
				}
			}
		}
	}
}

// definitionAt returns the name of the definition at a place.
func definitionAt(source *table.Source, p unions.Place) string {
	name, ok := source.Roots[p.Kind]
	if !ok {
		return p.Kind.String() + " " + p.Path.String()
	}
	at := source.Plain[name]
	for _, step := range p.Path {
		switch step := step.(type) {
		case model.Field:
			if field, ok := at.Fields[string(step)]; ok {
				at = field
			} else if at.Values != nil {
				at = *at.Values
			}
		case model.Index:
			if at.Element != nil {
				at = *at.Element
			}
		}
		if at.Ref != "" {
			name, at = at.Ref, source.Plain[at.Ref]
		}
	}
	return name
}

// servedUnions returns the unions of the definitions in served kinds, and of custom resources.
func (w *World) servedUnions(source *table.Source) map[string][]smp.Union {
	found := map[string][]smp.Union{}
	seen := map[string]bool{}
	var walk func(t smp.Definition)
	reach := func(name string) {
		if name == "" || seen[name] {
			return
		}
		seen[name] = true
		if all := source.Plain[name].Unions; len(all) > 0 {
			found[name] = all
		}
		walk(source.Plain[name])
	}
	walk = func(t smp.Definition) {
		reach(t.Ref)
		for _, field := range t.Fields {
			walk(field)
		}
		if t.Values != nil {
			walk(*t.Values)
		}
		if t.Element != nil {
			walk(*t.Element)
		}
	}
	for _, r := range w.Resources {
		reach(source.Roots[r.Kind])
	}
	for kind, schema := range w.custom {
		customUnions(found, kind, nil, schema)
	}
	return found
}

// customUnions adds the unions of a custom resource. It terminates because the definitions'
// schemas do not refer to themselves.
func customUnions(found map[string][]smp.Union, kind kubernetes.Kind, path model.Path, s smp.Schema) {
	if all := s.Unions(); len(all) > 0 {
		found[kind.String()+" "+path.String()] = all
	}
	for name, field := range s.Fields() {
		customUnions(found, kind, path.Append(model.Field(name)), field)
	}
	if s.Type() == smp.ListType {
		customUnions(found, kind, path.Append(model.Index(0)), s.Element())
	}
}

// setsMember reports whether a map sets a member of a union, in any of its fields.
func setsMember(m smp.UnionMember, v model.Value) bool {
	return slices.ContainsFunc(m.Fields, func(name string) bool { return setsField(m, v, name) })
}

// setsField reports whether a map sets a field of a member.
func setsField(m smp.UnionMember, v model.Value, name string) bool {
	have, ok := v.Get(name)
	return ok && have.Type() != model.Null && !slices.ContainsFunc(m.Unset, func(unset model.Value) bool { return model.Equal(unset, have) })
}
