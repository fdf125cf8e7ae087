package fuzz

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
)

// A schemaWriter generates schema objects, mostly from keywords that belong together.
type schemaWriter struct{ src gen.Source }

const schemaObjectDepth = 4

// object generates a schema object, with at most depth levels.
func (w schemaWriter) object(depth int) model.Value {
	var members []model.Member
	add := func(name string, v model.Value) {
		if !slices.ContainsFunc(members, func(m model.Member) bool { return m.Name == name }) {
			members = append(members, model.Member{Name: name, Value: v})
		}
	}
	switch kind := w.src.Intn("kind", 8); {
	case kind == 0 || depth == 0:
		w.scalar(add)
	case kind < 4:
		w.mapObject(add, depth)
	case kind < 7:
		w.listObject(add, depth)
	default:
		w.reference(add, depth)
	}
	if w.src.Intn("stray keyword", 8) == 7 {
		w.stray(add, depth)
	}
	return must(model.NewMap(members...))
}

func (w schemaWriter) scalar(add func(string, model.Value)) {
	add("type", w.word("type", "string", "integer", "number", "boolean"))
	switch w.src.Intn("of a scalar", 4) {
	case 1:
		add("default", w.json("default", `"x"`, `1`, `1.0`, `true`, `null`, `{}`))
	case 2:
		add("nullable", model.NewBool(true))
	case 3:
		add("x-kubernetes-int-or-string", model.NewBool(true))
	}
}

func (w schemaWriter) mapObject(add func(string, model.Value), depth int) {
	add("type", model.NewString("object"))
	if n := w.src.Intn("fields", 4); n > 0 {
		var fields []model.Member
		for i := range n {
			fields = append(fields, model.Member{Name: []string{"a", "b", "metadata"}[i], Value: w.object(depth - 1)})
		}
		add("properties", must(model.NewMap(fields...)))
	}
	switch w.src.Intn("of a map", 8) {
	case 1:
		add("additionalProperties", w.object(depth-1))
	case 2:
		add("additionalProperties", model.NewBool(w.src.Intn("additional", 2) == 1))
	case 3:
		add("x-kubernetes-preserve-unknown-fields", model.NewBool(true))
	case 4:
		add("x-kubernetes-embedded-resource", model.NewBool(true))
	case 5:
		add("x-kubernetes-map-type", w.word("map type", "atomic", "granular", "set"))
	case 6:
		add("x-kubernetes-patch-strategy", w.word("strategy", "retainKeys", "replace", "merge,retainKeys", "merge|replace"))
	}
}

func (w schemaWriter) listObject(add func(string, model.Value), depth int) {
	add("type", model.NewString("array"))
	keys := must(model.NewMap(
		model.Member{Name: "k", Value: w.object(0)},
		model.Member{Name: "l", Value: w.object(0)},
		model.Member{Name: "m", Value: w.object(depth - 1)},
	))
	element := must(model.NewMap(
		model.Member{Name: "type", Value: model.NewString("object")},
		model.Member{Name: "properties", Value: keys},
	))
	if w.src.Intn("required", 2) == 1 {
		element = must(element.WithMembers(model.Member{Name: "required", Value: model.MustParse(`["k"]`)}))
	}
	switch w.src.Intn("elements", 4) {
	case 0:
		element = w.object(0)
	case 1:
		element = w.object(depth - 1)
	}
	add("items", element)
	if w.src.Intn("list type", 2) == 1 {
		add("x-kubernetes-list-type", w.word("list type", "map", "set", "atomic", "other"))
		add("x-kubernetes-list-map-keys", w.json("map keys", `["k"]`, `["k","l"]`, `["l"]`, `[]`, `["m"]`))
	}
	if w.src.Intn("patch strategy", 2) == 1 {
		add("x-kubernetes-patch-strategy", w.word("strategy", "merge", "merge,retainKeys", "replace", "retainKeys"))
		add("x-kubernetes-patch-merge-key", w.word("merge key", "k", "k,l", "l", "m", ""))
	}
	if w.src.Intn("recommended", 4) == 3 {
		add("x-kubernetes-recommended-patch-merge-key", w.word("recommended", "k,l", "k", "l", "k,m"))
	}
}

func (w schemaWriter) reference(add func(string, model.Value), depth int) {
	to := must(model.NewMap(model.Member{Name: "$ref", Value: w.word("to", "#/$defs/x", "#/$defs/y", "#", "#/properties/a", "#/$defs/none")}))
	switch w.src.Intn("reference", 4) {
	case 0:
		ref, _ := to.Get("$ref")
		add("$ref", ref)
	case 1:
		add("allOf", must(model.NewList(to)))
	case 2:
		add("oneOf", must(model.NewList(to, must(model.NewMap(model.Member{Name: "type", Value: model.NewString("null")})))))
	default:
		add("anyOf", must(model.NewList(w.object(depth-1), to)))
	}
}

// stray adds a keyword that may not belong to the others.
func (w schemaWriter) stray(add func(string, model.Value), depth int) {
	switch w.src.Intn("stray", 4) {
	case 0:
		w.scalar(add)
	case 1:
		w.listObject(add, depth)
	case 2:
		add(w.word("name", "type", "properties", "items", "$ref", "required", "allOf", "x-kubernetes-list-map-keys").Text(),
			w.json("value", `null`, `1`, `"x"`, `[]`, `[1]`, `{}`, `{"a":1}`, `["string","null"]`))
	default:
		add("$defs", must(model.NewMap(
			model.Member{Name: "x", Value: w.object(max(depth-1, 0))},
			model.Member{Name: "y", Value: w.object(max(depth-1, 0))})))
	}
}

func (w schemaWriter) word(label string, of ...string) model.Value {
	return model.NewString(of[w.src.Intn(label, len(of))])
}

func (w schemaWriter) json(label string, of ...string) model.Value {
	return model.MustParse(of[w.src.Intn(label, len(of))])
}
