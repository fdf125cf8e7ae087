package gen

import (
	"strconv"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

const (
	schemaDepth   = 3
	documentDepth = 4
)

// Schema generates the definition of a document, and the definitions that it refers to.
// smp.NewSchema accepts them.
func Schema(src Source) (smp.Definition, map[string]smp.Definition) {
	g := newGenerator(src)
	root := g.root()
	return root, g.definitions
}

// root generates the definition of a document: a map.
func (g *generator) root() smp.Definition {
	g.marks = g.oneIn("marks", 4)
	if g.alone {
		return smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{"a": g.mergingType()}}
	}
	switch g.weighted("root", 84, 9, 4, 3) {
	case 0:
		t := g.declaredType(schemaDepth, 2)
		if g.orderly {
			t.Fields[g.name()] = g.keyedType(schemaDepth - 1)
		}
		return t
	case 1:
		return g.nodeRef()
	case 2:
		return g.freeType(schemaDepth)
	default:
		return smp.Definition{}
	}
}

// typ generates a definition with at most depth levels. References may lead deeper.
func (g *generator) typ(depth int) smp.Definition {
	if depth <= 0 {
		return g.scalarType()
	}
	switch g.weighted("type", 12, 5, 16, 10, 34, 14, 10, 9) {
	case 0:
		return g.scalarType()
	case 1:
		return g.anyType()
	case 2:
		return g.declaredType(depth, 0)
	case 3:
		return g.freeType(depth)
	case 4:
		return g.keyedType(depth)
	case 5:
		return g.setType()
	case 6:
		return g.atomicType(depth)
	default:
		return g.ref()
	}
}

// mergingType generates a merging list, usually a keyed one.
func (g *generator) mergingType() smp.Definition {
	switch g.weighted("merging list", 8, 1, 1) {
	case 0:
		return g.keyedType(schemaDepth - 1)
	case 1:
		return g.setType()
	default:
		return g.ref()
	}
}

func (g *generator) scalarType() smp.Definition {
	return smp.Definition{Type: smp.ScalarType, Scalars: pick(g, "scalars", []smp.Scalars{
		0, smp.StringScalar, smp.NumberScalar, smp.StringScalar | smp.IntegerScalar, smp.BoolScalar,
	})}
}

// declaredType generates a map with at least atLeast fields.
func (g *generator) declaredType(depth, atLeast int) smp.Definition {
	t := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{}}
	g.addFields(&t, depth, atLeast+g.intn("fields", 4))
	g.addUnions(&t, depth)
	g.addAlias(&t)
	if g.oneIn("values beside fields", 12) {
		values := g.typ(depth - 1)
		t.Values = &values
	}
	g.mapStrategy(&t)
	return t
}

func (g *generator) addFields(t *smp.Definition, depth, count int) {
	if g.sparse && g.oneIn("many fields", 8) {
		like := g.scalarType()
		for number := range 30 + g.intn("fields", 91) {
			t.Fields["n"+strconv.Itoa(number)] = like
		}
	}
	for range count {
		name := g.name()
		if g.oneIn("directive as field", 60) {
			name = pick(g, "name", directiveNames)
		}
		if _, ok := t.Fields[name]; !ok {
			if g.marks && g.oneIn("scalar with a mark", 2) {
				t.Fields[name] = g.mark(g.scalarType())
			} else {
				t.Fields[name] = g.mark(g.typ(depth - 1))
			}
		}
	}
}

func (g *generator) freeType(depth int) smp.Definition {
	t := smp.Definition{Type: smp.MapType}
	if g.intn("values", 5) > 0 {
		values := g.mark(g.typ(depth - 1))
		t.Values = &values
	}
	g.mapStrategy(&t)
	return t
}

// anyType generates a definition without a type, which may nevertheless have a strategy for
// maps.
func (g *generator) anyType() smp.Definition {
	t := smp.Definition{}
	if g.oneIn("strategy of anything", 4) {
		g.mapStrategy(&t)
	}
	return t
}

func (g *generator) mapStrategy(t *smp.Definition) {
	switch g.weighted("strategy", 70, 18, 12) {
	case 1:
		t.RetainKeys = true
	case 2:
		t.Strategy = smp.Replace
	}
}

func (g *generator) setType() smp.Definition {
	element := g.scalarType()
	if g.oneIn("set of anything", 8) {
		element = smp.Definition{}
	}
	return smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Element: &element}
}

func (g *generator) atomicType(depth int) smp.Definition {
	t := smp.Definition{Type: smp.ListType}
	switch g.weighted("atomic elements", 40, 40, 20) {
	case 0:
		element := g.scalarType()
		t.Element = &element
	case 1:
		element := g.typ(depth - 1)
		t.Element = &element
	}
	if g.oneIn("strategy", 4) {
		t.Strategy = smp.Replace
	}
	return t
}

// ref generates a reference. Some references override properties of the definition.
func (g *generator) ref() smp.Definition {
	g.define()
	switch g.weighted("reference", 50, 25, 20, 5) {
	case 0:
		return g.nodeRef()
	case 1:
		return smp.Definition{Ref: "nodes"}
	case 3:
		return smp.Definition{Ref: "tree"}
	default:
		return smp.Definition{Ref: "row", Strategy: smp.Merge, Keys: g.definitions["nodes"].Keys[:1:1]}
	}
}

func (g *generator) nodeRef() smp.Definition {
	g.define()
	t := smp.Definition{Ref: "node"}
	g.mapStrategy(&t)
	return t
}

// define generates the definitions: node is a map that contains itself directly, in a keyed
// list and in a free-form map; nodes is a keyed list of node, and row is an atomic list of
// node. A value of tree is a tree, and there may be lists around it.
func (g *generator) define() {
	if g.definitions != nil {
		return
	}
	node := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{}}
	g.definitions = map[string]smp.Definition{}
	element := smp.Definition{Ref: "node"}
	g.definitions["row"] = smp.Definition{Type: smp.ListType, Element: &element}
	nodes := smp.Definition{Type: smp.ListType, Strategy: smp.Merge, Element: &element}
	g.mergeKeys(&nodes, &node)
	g.definitions["nodes"] = nodes
	node.Fields["a"] = element
	node.Fields["b"] = smp.Definition{Ref: "nodes"}
	node.Fields["c"] = smp.Definition{Type: smp.MapType, Values: &element}
	g.addFields(&node, 2, g.intn("fields", 2))
	g.addUnions(&node, 2, keysOfType(nodes)...)
	g.definitions["node"] = node
	branch := smp.Definition{Ref: "tree"}
	for range g.intn("lists", 3) {
		element := branch
		branch = smp.Definition{Type: smp.ListType, Element: &element}
	}
	g.definitions["tree"] = smp.Definition{Type: smp.MapType, Values: &branch}
}

// keyedType generates a list of maps with merge keys.
func (g *generator) keyedType(depth int) smp.Definition {
	t := smp.Definition{Type: smp.ListType, Strategy: smp.Merge, RetainKeys: g.oneIn("retainKeys", 4)}
	element := smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{}}
	g.mergeKeys(&t, &element)
	switch g.weighted("elements", 74, 10, 10, 6) {
	case 0:
		g.addFields(&element, depth, g.intn("fields", 3))
		g.addUnions(&element, depth, keysOfType(t)...)
		g.addAlias(&element)
	case 1:
		element = smp.Definition{}
	case 2:
		values := smp.Definition{}
		element = smp.Definition{Type: smp.MapType, Values: &values}
	default:
		g.addFields(&element, depth, g.intn("fields", 3))
		if element.RetainKeys = g.oneIn("strategy of elements", 2); !element.RetainKeys {
			element.Strategy = smp.Replace
		}
	}
	t.Element = &element
	return t
}

// mergeKeys chooses the keys of list t and declares them in its element.
func (g *generator) mergeKeys(t, element *smp.Definition) {
	counts := [][2]int{{1, 1}, {1, 2}, {2, 2}, {1, 3}, {2, 3}} // pairs of the number of keys and the number of recommended keys
	weights := []int{28, 32, 12, 16, 12, 3, 3, 1, 2, 1}
	if g.alone {
		weights = []int{20, 50, 12, 16, 12}
	}
	at, names := g.weighted("keys", weights...), keyNames
	if at >= len(counts) {
		names = strangeKeyNames
	}
	n := counts[at%len(counts)]
	t.Keys = names[:n[0]:n[0]]
	if n[1] > n[0] || g.oneIn("recommended as default", 6) {
		t.Recommended = names[:n[1]:n[1]]
	}
	t.MapKeys = g.oneIn("map keys", 3)
	for i, name := range names[:max(n[1], 2)] {
		element.Fields[name] = g.markKey(g.keyType(i))
	}
}

// keysOfType returns all merge keys of the definition of a keyed list.
func keysOfType(t smp.Definition) []string {
	if t.Recommended != nil {
		return t.Recommended
	}
	return t.Keys
}

// keyType generates the definition of the merge key with this index. Keys after the first
// have defaults more often.
func (g *generator) keyType(place int) smp.Definition {
	t := smp.Definition{Type: smp.ScalarType, Scalars: pick(g, "key scalars", []smp.Scalars{
		0, smp.StringScalar, smp.IntegerScalar, smp.StringScalar | smp.NumberScalar,
	})}
	if g.orderly && place == 0 {
		t.Scalars = smp.StringScalar // most keys in real documents are strings
		return t
	}
	if g.alone && g.intn("key is not a text", 4) > 0 {
		t.Scalars = smp.StringScalar
	}
	if g.percent("default", 15+40*min(place, 1)) {
		t.Default = g.keyScalar(t.Scalars)
	}
	return t
}

// build builds the schema from generated definitions.
func build(root smp.Definition, definitions map[string]smp.Definition) smp.Schema {
	s, err := smp.NewSchema(root, func(name string) (smp.Definition, bool) {
		t, ok := definitions[name]
		return t, ok
	})
	if err != nil {
		panic(err)
	}
	return s
}

// fieldCount returns the number of fields that a schema declares.
func fieldCount(s smp.Schema) int {
	n := 0
	for range s.Fields() {
		n++
	}
	return n
}

// scalarsOf returns the types of scalars that a schema allows. Zero means all types.
func scalarsOf(s smp.Schema) smp.Scalars {
	if s.Type() == smp.ScalarType {
		return s.Scalars()
	}
	return 0
}

func isMap(v model.Value) bool  { return v.Type() == model.Map }
func isList(v model.Value) bool { return v.Type() == model.List }
