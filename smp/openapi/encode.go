package openapi

import (
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Root is the name of the definition that [Encode] writes for its argument.
const Root = "root"

// maxInline is the number of types that are nested in each other before a reference is written.
const maxInline = 20

// Encode writes a schema as an OpenAPI v3 document. The schema becomes the definition [Root]. Types
// that the schema uses more than once or recursively become separate definitions. Reading the
// document requires no options and gives an equal schema:
//
//	d, err := openapi.Read(openapi.Encode(s))
//	t, err := d.Schema(openapi.Root) // t.Equal(s)
//
// A field with a fault (smp.Schema.Err) becomes a value without schema, and the zero
// Schema becomes Schemaless.
func Encode(s smp.Schema) model.Value { return encode(s, true) }

// encode implements Encode, with or without the marks of fields.
func encode(s smp.Schema, marks bool) model.Value {
	e := encoder{graph: graphOf(s), names: map[int]string{}, marks: marks}
	definitions := []model.Member{{Name: Root, Value: e.use(e.graph.ids[s], 0)}}
	for len(e.pending) > 0 {
		shape := e.pending[0]
		e.pending = e.pending[1:]
		definitions = append(definitions, model.Member{
			Name:  e.names[shape],
			Value: newMap(e.structure(shape, 0)...),
		})
	}
	return encodedDocument(definitions)
}

func encodedDocument(definitions []model.Member) model.Value {
	return newMap(
		member("openapi", model.NewString("3.0.3")),
		member("info", encodedInfo()),
		member("paths", newMap()),
		member("components", newMap(member("schemas", newMap(definitions...)))),
	)
}

func encodedInfo() model.Value {
	return newMap(
		member("title", model.NewString("strategic merge patch schema")),
		member("version", model.NewString("1")),
	)
}

// An encoder writes the uses and shapes of a graph.
type encoder struct {
	graph   *graph
	names   map[int]string // names of the shapes that become definitions
	pending []int          // shapes whose definitions must still be written
	marks   bool           // write the marks of fields
}

// use writes the schema of one place, which is depth types below a definition.
func (e *encoder) use(id, depth int) model.Value {
	s := e.graph.uses[id]
	shape := e.graph.shapeOf[id]
	strategies := strategyMembers(s)
	if e.marks {
		strategies = append(strategies, markMembers(s.Marks())...)
	}
	if !e.isDefinition(shape, depth) {
		return newMap(append(e.structure(shape, depth), strategies...)...)
	}
	ref := member(refKeyword, model.NewString("#/components/schemas/"+e.name(shape)))
	if len(strategies) == 0 {
		return newMap(ref)
	}
	return newMap(append([]model.Member{member(allOfKeyword, newList(newMap(ref)))}, strategies...)...)
}

func (e *encoder) isDefinition(shape, depth int) bool {
	n := e.graph.shapes[shape]
	return !n.leaf && (n.arrivals > 1 || depth >= maxInline)
}

// name returns the name of a definition. The first call for a shape adds the definition to pending.
func (e *encoder) name(shape int) string {
	name, ok := e.names[shape]
	if !ok {
		name = "type" + strconv.Itoa(len(e.names)+1)
		e.names[shape] = name
		e.pending = append(e.pending, shape)
	}
	return name
}

// structure returns the members of a schema object that describe the structure of a value.
func (e *encoder) structure(shape, depth int) []model.Member {
	n := e.graph.shapes[shape]
	switch n.schema.Type() {
	case smp.ScalarType:
		return scalarMembers(n.schema)
	case smp.ListType:
		return []model.Member{
			member(typeKeyword, model.NewString("array")),
			member(itemsKeyword, e.use(n.element, depth+1)),
		}
	case smp.MapType:
		members := []model.Member{member(typeKeyword, model.NewString("object"))}
		if len(n.fields) > 0 {
			properties := make([]model.Member, len(n.fields))
			for i, f := range n.fields {
				properties[i] = member(f.name, e.use(f.use, depth+1))
			}
			members = append(members, member(propertiesKeyword, newMap(properties...)))
		}
		if n.hasValues {
			members = append(members, member(additionalKeyword, e.use(n.values, depth+1)))
		}
		return append(members, unionMembers(n.schema.Unions())...)
	default:
		return nil
	}
}

// scalarNames are the names of the types of scalars. An integer is also a number.
var scalarNames = []struct {
	scalar smp.Scalars
	name   string
}{
	{smp.StringScalar, "string"},
	{smp.NumberScalar, "number"},
	{smp.IntegerScalar, "integer"},
	{smp.BoolScalar, "boolean"},
}

func scalarMembers(s smp.Schema) []model.Member {
	var types []model.Value
	rest := s.Scalars()
	for _, n := range scalarNames {
		if rest&n.scalar == n.scalar {
			rest &^= n.scalar
			types = append(types, newMap(member(typeKeyword, model.NewString(n.name))))
		}
	}
	var members []model.Member
	if len(types) == 1 {
		members = types[0].AppendMembers(nil)
	} else {
		members = []model.Member{member(oneOfKeyword, newList(types...))}
	}
	if s.Default().Type() != model.Absent {
		members = append(members, member(defaultKeyword, s.Default()))
	}
	return members
}

// strategyMembers returns the members of a schema object that describe the strategies of a place.
func strategyMembers(s smp.Schema) []model.Member {
	var members []model.Member
	var words []string
	switch {
	case s.Merging():
		words = append(words, "merge")
	case s.Type() != smp.ListType && s.Strategy() == smp.Replace:
		words = append(words, "replace")
	}
	if s.RetainKeys() {
		words = append(words, "retainKeys")
	}
	if len(words) > 0 {
		members = append(members, member(patchStrategyKeyword, model.NewString(strings.Join(words, ","))))
	}
	keys, recommended := s.Keys(), s.Recommended()
	if len(keys) > 0 {
		members = append(members, member(mergeKeyKeyword, model.NewString(strings.Join(keys, ","))))
	}
	switch {
	case s.MapKeys():
		if recommended == nil {
			recommended = keys
		}
		members = append(members,
			member(listTypeKeyword, model.NewString("map")),
			member(listMapKeysKeyword, newStrings(recommended)))
	case recommended != nil:
		members = append(members, member(recommendedKeyword, model.NewString(strings.Join(recommended, ","))))
	}
	if s.AcceptsLists() {
		members = append(members, member(nullableKeyword, model.NewBool(true)))
	}
	return members
}

func member(name string, v model.Value) model.Member { return model.Member{Name: name, Value: v} }

// newMap returns a map of the members. It cannot fail, because at most maxInline types are nested
// in each other, so the result is never too deep.
func newMap(members ...model.Member) model.Value {
	m, _ := model.NewMap(members...)
	return m
}

func newList(elements ...model.Value) model.Value {
	l, _ := model.NewList(elements...)
	return l
}

func newStrings(texts []string) model.Value {
	elements := make([]model.Value, len(texts))
	for i, text := range texts {
		elements[i] = model.NewString(text)
	}
	return newList(elements...)
}
