package openapi

import (
	"strconv"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Document is an OpenAPI document, or a schema object with definitions. It never
// changes and may be shared between goroutines. The zero Document has no definitions.
type Document struct {
	root    model.Value
	options options
	// definitions holds the maps from names to schema objects.
	definitions []site
	kinds       func() (map[kindName][]site, error) // nil for the zero Document
}

// String returns the number of definitions in words, such as "document with 3 definitions".
func (d *Document) String() string {
	n := 0
	for _, names := range d.definitions {
		n += names.value.Len()
	}
	if n == 1 {
		return "document with 1 definition"
	}
	return "document with " + strconv.Itoa(n) + " definitions"
}

// definitionPlaces are the places of definitions. The first one is that of OpenAPI v2 and older
// JSON Schema, the second one that of OpenAPI v3, and the third one that of newer JSON Schema.
var definitionPlaces = [][]string{
	{definitionsKeyword},
	{"components", "schemas"},
	{defsKeyword},
}

// Read reads an OpenAPI document of version 2 or 3, or a schema object. It checks only
// the outermost maps. The schemas are read later, by [Document.Schema] and
// [Document.Kind].
//
// The error is an [*smp.Error] with Code InvalidSchema if the document, or the place of
// its definitions, is not a map.
func Read(doc model.Value, opts ...Option) (*Document, error) {
	if doc.Type() != model.Map {
		return nil, fault(nil, "expected an OpenAPI document, got %s", doc.Type().Noun())
	}
	d := &Document{root: doc, options: collect(opts)}
	for _, names := range definitionPlaces {
		s, found := site{value: doc}, true
		for _, name := range names {
			if s, found = s.member(name); !found {
				break
			}
			if s.value.Type() != model.Map {
				return nil, fault(s.at.path(nil), "expected a map, got %s", s.value.Type().Noun())
			}
		}
		if found {
			d.definitions = append(d.definitions, s)
		}
	}
	d.kinds = sync.OnceValues(d.findKinds)
	return d, nil
}

// Schema returns the schema with the given name or JSON pointer. A name is the name of a
// definition, such as io.k8s.api.core.v1.Pod. A pointer leads to a place in the document, such as
// #/components/schemas/x/properties/y. The pointer # means the whole document, which must be a
// schema object.
//
// It is an error if the definition does not exist or has a fault, or if a definition that it refers
// to has a fault. Every error is an [*smp.Error] with Code InvalidSchema and the path in the
// document.
func (d *Document) Schema(ref string) (smp.Schema, error) {
	s, err := d.find(ref)
	if err != nil {
		return smp.Schema{}, err
	}
	return d.reader().schema(s)
}

func (d *Document) reader() *reader { return newReader(d.root, nil, d.options) }

// find returns the schema object with the name or pointer ref.
func (d *Document) find(ref string) (site, error) {
	root := site{value: d.root}
	if ref == "#" && d.isNoSchema() {
		return root, fault(nil, "the document itself is not a schema; name one of its definitions")
	}
	if strings.HasPrefix(ref, "#") {
		s, err := root.follow(ref)
		if err != nil {
			return s, fault(s.at.path(nil), "%w", err)
		}
		return s, nil
	}
	at := root.at
	for _, names := range d.definitions {
		if s, ok := names.member(ref); ok {
			return s, nil
		}
		at = names.at
	}
	return root, fault(at.path(nil), "definition %q not found", ref)
}

// isNoSchema reports whether the document contains only definitions and is not itself a schema
// object.
func (d *Document) isNoSchema() bool {
	holds := func(name string) bool {
		_, ok := d.root.Get(name)
		return ok
	}
	return holds("openapi") || holds("swagger") || holds("components") || len(d.definitions) > 0 && !keywordsOf(d.root).affectsMerge
}

// Schema returns the schema of a single schema object. Its references lead to places in
// the object itself: #/$defs/x, #/definitions/x or #.
//
//	s, err := openapi.Schema(model.MustParse(`{"properties":{"replicas":{"type":"integer"}}}`))
//
// Every error is an [*smp.Error] with Code InvalidSchema and the path in the object.
func Schema(object model.Value, opts ...Option) (smp.Schema, error) {
	d, err := Read(object, opts...)
	if err != nil {
		return smp.Schema{}, err
	}
	return d.Schema("#")
}

// SchemaWith is like [Schema], but the definitions need not be in a document. The function
// definition returns the schema object for a name, and whether there is such an object. References
// have the form #/definitions/x or #/components/schemas/x. definition is called at most once for a
// name, and never by two goroutines at the same time. With [Lazily], definition is called when a
// document or a caller first uses the schema with this name. If definition is nil, there are no
// definitions.
func SchemaWith(object model.Value, definition func(name string) (model.Value, bool), opts ...Option) (smp.Schema, error) {
	r := newReader(object, nil, collect(opts))
	asked := map[string]model.Value{} // absent values for definitions that do not exist
	r.definition = func(name string) (model.Value, bool) {
		v, known := asked[name]
		if !known {
			if definition != nil {
				if found, ok := definition(name); ok {
					v = found
				}
			}
			asked[name] = v
		}
		return v, present(v)
	}
	return r.schema(site{value: object})
}
