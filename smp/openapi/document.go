package openapi

import (
	"strings"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A Document is an OpenAPI document, or a schema object with definitions. It
// never changes and may be shared between goroutines.
type Document struct {
	root    model.Value
	options options
	// definitions are the maps from names to schema objects.
	definitions []site
	kinds       func() (map[kindName][]site, error)
}

// definitionPlaces are where definitions stand: in OpenAPI v2 and older JSON
// Schema, in v3, in newer JSON Schema.
var definitionPlaces = [][]string{
	{definitionsKeyword},
	{"components", "schemas"},
	{defsKeyword},
}

// Read takes an OpenAPI document of version 2 or 3, or a schema object. Only
// its outermost maps are looked at; schemas are read when they are asked for.
//
// An *smp.Error with Code InvalidSchema says that the document, or what should
// hold its definitions, is not a map.
func Read(doc model.Value, opts ...Option) (*Document, error) {
	if doc.Type() != model.Map {
		return nil, fault(nil, "an OpenAPI document is a map, not a %s", doc.Type())
	}
	d := &Document{root: doc, options: collect(opts)}
	for _, names := range definitionPlaces {
		s, found := site{value: doc}, true
		for _, name := range names {
			if s, found = s.member(name); !found {
				break
			}
			if s.value.Type() != model.Map {
				return nil, fault(s.at.path(nil), "%s is a map, not a %s", name, s.value.Type())
			}
		}
		if found {
			d.definitions = append(d.definitions, s)
		}
	}
	d.kinds = sync.OnceValues(d.findKinds)
	return d, nil
}

// Schema takes the name of a definition, as io.k8s.api.core.v1.Pod, or a JSON
// pointer into the document, as #/components/schemas/x/properties/y, and
// returns the schema that stands there. The pointer # names the whole
// document, if that is a schema object.
//
// Every error is an *smp.Error with Code InvalidSchema, whose Path says where in
// the document: there is no such definition, or it or what it reaches is
// faulty, as the package documentation says.
func (d *Document) Schema(ref string) (smp.Schema, error) {
	s, err := d.find(ref)
	if err != nil {
		return smp.Schema{}, err
	}
	return d.reader().schema(s)
}

func (d *Document) reader() *reader { return newReader(d.root, nil, d.options) }

// find returns the schema object that ref names.
func (d *Document) find(ref string) (site, error) {
	root := site{value: d.root}
	if ref == "#" && d.isNoSchema() {
		return root, fault(nil, "the document is no schema itself: name one of its definitions")
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
	return root, fault(at.path(nil), "there is no definition %q", ref)
}

// isNoSchema reports whether the root only holds schemas.
func (d *Document) isNoSchema() bool {
	holds := func(name string) bool {
		_, ok := d.root.Get(name)
		return ok
	}
	return holds("openapi") || holds("swagger") || holds("components") || len(d.definitions) > 0 && !keywordsOf(d.root).speaks
}

// Schema builds a schema from a schema object that stands alone. Its references
// point into the object itself, as #/$defs/x, #/definitions/x or #.
//
// Every error is an *smp.Error with Code InvalidSchema, whose Path says where in
// the object.
func Schema(object model.Value, opts ...Option) (smp.Schema, error) {
	d, err := Read(object, opts...)
	if err != nil {
		return smp.Schema{}, err
	}
	return d.Schema("#")
}

// SchemaWith is Schema of an object whose references, #/definitions/x or
// #/components/schemas/x, definition answers by name, for programs that have
// the definitions in another form than a document. It is asked once a name, and
// not by two goroutines at once; with Lazily, when a document goes there.
func SchemaWith(object model.Value, definition func(name string) (model.Value, bool), opts ...Option) (smp.Schema, error) {
	r := newReader(object, nil, collect(opts))
	asked := map[string]model.Value{} // absent where there is no definition
	r.definition = func(name string) (model.Value, bool) {
		v, known := asked[name]
		if !known {
			if found, ok := definition(name); ok {
				v = found
			}
			asked[name] = v
		}
		return v, present(v)
	}
	return r.schema(site{value: object})
}
