package minimize_test

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A minimal case has no map that a map inside it can replace. The functions in this file replace each
// such map, in all documents and in the schema, without the package minimize.

// anyElement is the step from a list to its elements. All other steps of a place are names of fields.
const anyElement = "[*]"

// A lift replaces a map with a field of it, or with the only element of a list in it.
type lift struct {
	around []string // the place of the map
	from   []string // the steps from the map to its replacement
}

// lifted returns copies of a case. In each copy, a map inside another one replaces the other one. The
// keys are the places of the inner maps.
func lifted(c corpus.Case) iter.Seq2[string, corpus.Case] {
	return func(yield func(string, corpus.Case) bool) {
		all := lifts(c)
		for _, place := range slices.Sorted(maps.Keys(all)) {
			l := all[place]
			less := c
			for _, d := range minimizable(c) {
				v := l.in(d.Value)
				if v.Type() == model.Absent {
					v, _ = model.NewMap()
				}
				if d.Name == "want" {
					less.Want.Result = v
				} else {
					less.Input = less.Input.With(d.Name, v)
				}
			}
			if c.Schema.OpenAPI.Type() != model.Absent {
				s, err := openapi.Schema(l.inSchema(c.Schema.OpenAPI))
				if err != nil {
					continue
				}
				less.Input.Schema, less.Schema = s, corpus.SourceOf(s)
			}
			if !yield(place, less) {
				return
			}
		}
	}
}

// minimizable returns the documents of a case that are not texts, and the wanted result.
func minimizable(c corpus.Case) []corpus.Document {
	documents := append(c.Input.Documents(), corpus.Document{Name: "want", Value: c.Want.Result})
	return slices.DeleteFunc(documents, func(d corpus.Document) bool {
		_, isText := c.Input.Text[d.Name]
		return isText || d.Value.Type() == model.Absent
	})
}

// lifts returns the lifts of a case by the places of the inner maps.
func lifts(c corpus.Case) map[string]lift {
	all := map[string]lift{}
	values := map[string][]model.Value{} // the values at each place
	var add func(at []string, v model.Value)
	add = func(at []string, v model.Value) {
		place := strings.Join(at, ".")
		values[place] = append(values[place], v)
		n := len(at)
		switch {
		case n > 0 && v.Type() == model.Map && at[n-1] != anyElement:
			all[place] = lift{at[:n-1], at[n-1:]}
		case n > 1 && v.Type() == model.Map && at[n-2] != anyElement:
			all[place] = lift{at[:n-2], at[n-2:]}
		}
		for name, m := range v.Members() {
			add(append(at[:n:n], fieldOf(name)), m)
		}
		for _, e := range v.Elements() {
			add(append(at[:n:n], anyElement), e)
		}
	}
	for _, d := range minimizable(c) {
		add(nil, d.Value)
	}
	for place, l := range all {
		if len(l.from) > 1 && len(values[place]) > 1 {
			delete(all, place)
		}
	}
	return all
}

// fieldOf returns the name of the field to which a member of a map belongs.
func fieldOf(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "$setElementOrder/"), "$deleteFromPrimitiveList/")
}

// in returns a document after a lift. A map without the inner map becomes absent.
func (l lift) in(v model.Value) model.Value {
	if len(l.around) == 0 {
		if v.Type() != model.Map {
			return v
		}
		v, _ = v.Get(l.from[0])
		for range l.from[1:] {
			v, _ = model.Path{model.Index(0)}.Lookup(v)
		}
		return v
	}
	step := l.around[0]
	l.around = l.around[1:]
	return corpus.Rebuilt(v, func(name string, m model.Value) (string, model.Value) {
		if v.Type() == model.List && step == anyElement || v.Type() == model.Map && step == fieldOf(name) {
			m = l.in(m)
		}
		return name, m
	})
}

// inSchema returns the text of a schema after a lift.
func (l lift) inSchema(schema model.Value) model.Value {
	at := func(path model.Path, steps []string) model.Path {
		for _, step := range steps {
			next := path.Append(model.Field("properties"), model.Field(step))
			if _, ok := next.Lookup(schema); step == anyElement {
				next = path.Append(model.Field("items"))
			} else if !ok {
				next = path.Append(model.Field("additionalProperties"))
			}
			path = next
		}
		return path
	}
	outer := at(nil, l.around)
	if _, ok := outer.Lookup(schema); !ok {
		return schema // the schema does not define the map
	}
	inner, ok := at(outer, l.from).Lookup(schema)
	if !ok {
		inner, _ = model.NewMap()
	}
	after, err := outer.Set(schema, inner)
	if err != nil {
		panic(err) // the schema has a value at this path
	}
	return after
}
