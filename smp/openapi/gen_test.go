package openapi_test

import (
	"fmt"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"pgregory.net/rapid"
)

// A typeGen generates valid types: types of every kind and strategy, lists with one key, with
// several keys and with recommended keys, defaults, and definitions with mutual and recursive
// references.
type typeGen struct {
	*rapid.T
	definitions map[string]smp.Definition
	names       []string
}

// drawTypes generates a type and the definitions that it refers to.
func drawTypes(t *rapid.T) (smp.Definition, map[string]smp.Definition) {
	g := &typeGen{T: t, definitions: map[string]smp.Definition{}}
	for i := range rapid.IntRange(0, 4).Draw(t, "definitions") {
		name := fmt.Sprintf("d%d", i)
		// The kind is chosen first, because references depend on it.
		g.definitions[name] = smp.Definition{Type: rapid.SampledFrom([]smp.SchemaType{
			smp.MapType, smp.MapType, smp.ListType, smp.ScalarType, smp.AnyType,
		}).Draw(t, "kind of "+name)}
		g.names = append(g.names, name)
	}
	for _, name := range g.names {
		g.definitions[name] = g.ofKind(g.definitions[name].Type, 2)
	}
	return g.any(3), g.definitions
}

// marks generates the marks of a field. Most results have no marks. The argument contains the other
// fields of the map.
func (g *typeGen) marks(others []string) (m smp.Marks) {
	if rapid.IntRange(0, 3).Draw(g.T, "marked") > 0 {
		return m
	}
	m.NotStored, m.FilledIn, m.Immutable = g.bool("not stored"), g.bool("filled in"), g.bool("immutable")
	m.Quantity, m.Time, m.Base64 = g.bool("quantity"), g.bool("time"), g.bool("base64")
	if len(others) > 0 && g.bool("is an alias") {
		m.AliasOf = rapid.SampledFrom(others).Draw(g.T, "alias of")
	}
	return m
}

func (g *typeGen) bool(label string) bool { return rapid.Bool().Draw(g.T, label) }

// any generates a type with at most the given number of levels, not counting definitions.
func (g *typeGen) any(depth int) smp.Definition {
	if len(g.names) > 0 && rapid.IntRange(0, 2).Draw(g.T, "refer") == 0 {
		return g.reference(rapid.SampledFrom(g.names).Draw(g.T, "reference"))
	}
	kinds := []smp.SchemaType{smp.ScalarType, smp.AnyType, smp.MapType, smp.ListType}
	if depth == 0 {
		kinds = kinds[:2]
	}
	return g.ofKind(rapid.SampledFrom(kinds).Draw(g.T, "kind"), depth)
}

func (g *typeGen) ofKind(kind smp.SchemaType, depth int) smp.Definition {
	switch kind {
	case smp.ScalarType:
		return g.scalar()
	case smp.ListType:
		return g.list(depth)
	case smp.MapType:
		return g.mapType(depth)
	default:
		return g.placed(smp.Definition{})
	}
}

func (g *typeGen) scalar() smp.Definition {
	t := smp.Definition{Type: smp.ScalarType, Scalars: smp.Scalars(rapid.IntRange(0, int(smp.AnyScalar)).Draw(g.T, "scalars"))}
	if t.Scalars&smp.NumberScalar != 0 && t.Scalars&smp.IntegerScalar == 0 {
		t.Scalars |= smp.NumberScalar // no set has fractions only
	}
	if g.bool("has default") {
		t.Default = rapid.SampledFrom([]model.Value{
			model.NewString(""), model.NewString("TCP"), model.NewInt(0), model.NewBool(false), model.MustParse("1.50"),
		}).Draw(g.T, "default")
	}
	return t
}

// placed adds a strategy to a map or to a value without schema.
func (g *typeGen) placed(t smp.Definition) smp.Definition {
	t.Strategy = rapid.SampledFrom([]smp.Strategy{smp.DefaultStrategy, smp.Merge, smp.Replace}).Draw(g.T, "strategy")
	t.RetainKeys = g.bool("retainKeys")
	return t
}

var fieldNames = []string{"a", "b", "spec", "$ref", "x/y~z", "", "type", "日"}

func (g *typeGen) mapType(depth int) smp.Definition {
	t := smp.Definition{Type: smp.MapType}
	names := rapid.SliceOfNDistinct(rapid.SampledFrom(fieldNames), 0, 3, rapid.ID).Draw(g.T, "fields")
	for _, name := range names {
		if t.Fields == nil {
			t.Fields = map[string]smp.Definition{}
		}
		field := g.any(max(depth-1, 0))
		field.Marks = g.marks(slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name || n == "" }))
		t.Fields[name] = field
	}
	if g.bool("has values") {
		values := g.any(max(depth-1, 0))
		values.Marks = g.marks(nil)
		t.Values = &values
	}
	t.Unions = g.unions(t.Fields)
	return g.placed(t)
}

// unions generates unions of the given fields. A union can have a scalar as its discriminator. Keys
// are not members.
func (g *typeGen) unions(fields map[string]smp.Definition) []smp.Union {
	names := slices.Sorted(maps.Keys(fields))
	if len(names) < 2 || !g.bool("has union") {
		return nil
	}
	var u smp.Union
	for i, name := range names {
		if u.Discriminator == "" && name != "" && fields[name].Type == smp.ScalarType && g.bool("discriminates") {
			u.Discriminator = name
			continue
		}
		if slices.Contains(keyNames, name) { // a list may have this key
			continue
		}
		if n := len(u.Members); n > 1 && g.bool("in a group") {
			u.Members[n-1].Fields = append(u.Members[n-1].Fields, name)
			continue
		}
		m := smp.UnionMember{Value: fmt.Sprintf("v%d", i), Fields: []string{name}}
		if g.bool("counts as unset") {
			m.Unset = []model.Value{model.NewString(""), model.NewInt(0)}
		}
		u.Members = append(u.Members, m)
	}
	if len(u.Members) == 0 || len(u.Members) == 1 && u.Discriminator == "" {
		return nil
	}
	if u.Discriminator == "" {
		for i := range u.Members {
			u.Members[i].Value = ""
		}
	}
	return []smp.Union{u}
}

func (g *typeGen) list(depth int) smp.Definition {
	t := smp.Definition{Type: smp.ListType, RetainKeys: g.bool("retainKeys")}
	switch rapid.SampledFrom([]string{"atomic", "set", "keyed"}).Draw(g.T, "list") {
	case "atomic":
		t.Strategy = rapid.SampledFrom([]smp.Strategy{smp.DefaultStrategy, smp.Replace}).Draw(g.T, "strategy")
		if g.bool("has element") {
			element := g.any(max(depth-1, 0))
			t.Element = &element
		}
	case "set":
		t.Strategy = smp.Merge
		element := g.scalar()
		if !g.bool("scalars") {
			element = smp.Definition{}
		}
		t.Element = &element
	case "keyed":
		t.Strategy = smp.Merge
		g.keys(&t)
		element := g.mapType(depth)
		if element.Fields == nil {
			element.Fields = map[string]smp.Definition{}
		}
		for _, key := range keyNames {
			element.Fields[key] = g.scalar()
		}
		t.Element = &element
	}
	return t
}

var keyNames = []string{"name", "port", "protocol"}

func (g *typeGen) keys(t *smp.Definition) {
	keys := rapid.Permutation(keyNames).Draw(g.T, "keys")
	n := rapid.IntRange(1, len(keys)).Draw(g.T, "merge keys")
	t.Keys = slices.Clone(keys[:n])
	if m := rapid.IntRange(n, len(keys)).Draw(g.T, "recommended keys"); m > n {
		t.Recommended = slices.Clone(keys[:m])
	}
	t.MapKeys = g.bool("map keys")
}

// reference generates a reference, which can override properties of the definition.
func (g *typeGen) reference(name string) smp.Definition {
	t := smp.Definition{Ref: name}
	d := g.definitions[name]
	switch {
	case d.Type == smp.ScalarType && g.bool("default"):
		t.Default = model.NewString("other")
	case d.Type == smp.MapType || d.Type == smp.AnyType:
		t = g.placed(t)
	case len(d.Keys) > 0 && g.bool("other keys"):
		g.keys(&t)
	}
	return t
}
