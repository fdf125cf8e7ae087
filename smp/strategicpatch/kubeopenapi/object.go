package strategicpatch

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"k8s.io/kube-openapi/pkg/util/proto"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/strategicpatch/smp/model"
)

// extensions lists the extensions that package openapi reads.
var extensions = []string{
	"x-kubernetes-patch-strategy", "x-kubernetes-patch-merge-key", "x-kubernetes-recommended-patch-merge-key",
	"x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type",
	"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string",
}

// An object collects the keywords of a schema object for package openapi.
type object []model.Member

func (o *object) add(keyword string, v model.Value) {
	*o = append(*o, model.Member{Name: keyword, Value: v})
}

func (o *object) addText(keyword, text string) {
	if text != "" {
		o.add(keyword, model.NewString(text))
	}
}

func (o *object) addTexts(keyword string, texts []string) {
	if len(texts) > 0 {
		o.add(keyword, valueOf(texts))
	}
}

func (o *object) addList(keyword string, values []model.Value) {
	if len(values) > 0 {
		list, _ := model.NewList(values...) // cannot fail: the values come from a document, so the list is not nested deeper than it
		o.add(keyword, list)
	}
}

func (o *object) addExtensions(all map[string]any) {
	for _, name := range extensions {
		if v, ok := all[name]; ok {
			o.add(name, valueOf(v))
		}
	}
}

func (o *object) addReference(name string) {
	o.addText("$ref", "#/definitions/"+strings.NewReplacer("~", "~0", "/", "~1", "%", "%25").Replace(name))
}

func (o object) value() model.Value {
	m, _ := model.NewMap(o...)
	return m
}

// valueOf returns a Go value as JSON. If the value has no JSON form, the result is null, and
// package openapi reports the place.
func valueOf(v any) model.Value {
	value, err := model.FromAny(v)
	if err == nil {
		return value
	}
	text, err := json.Marshal(v)
	if err == nil {
		value, err = model.Parse(text)
	}
	if err != nil {
		return model.NewNull()
	}
	return value
}

// A converter makes schema objects of version 2, whose keyword properties is a number (see
// openapi.Properties). It keeps the targets of references.
type converter struct {
	referred map[string]proto.Schema
	kinds    []*proto.Kind // by the number that stands in for their properties
	made     object
}

func (c *converter) names(kind int64) []string { return c.kinds[kind].Keys() }

func (c *converter) property(kind int64, name string) model.Value {
	return c.object(c.kinds[kind].Fields[name])
}

var _ proto.SchemaVisitorArbitrary = (*converter)(nil)

// object returns the schema object of a schema. It is empty if the schema is nil.
func (c *converter) object(s proto.Schema) model.Value {
	if s == nil {
		return object{}.value()
	}
	around := c.made
	c.made = nil
	s.Accept(c)
	c.made.addExtensions(s.GetExtensions())
	if def := s.GetDefault(); def != nil {
		c.made.add("default", valueOf(def))
	}
	made := c.made
	c.made = around
	return made.value()
}

// VisitArray adds the keywords of a list.
func (c *converter) VisitArray(a *proto.Array) {
	c.made.addText("type", "array")
	c.made.add("items", c.object(a.SubType))
}

// VisitMap adds the keywords of a map without declared fields.
func (c *converter) VisitMap(m *proto.Map) {
	c.made.addText("type", "object")
	c.made.add("additionalProperties", c.object(m.SubType))
}

// VisitPrimitive adds the keywords of a scalar.
func (c *converter) VisitPrimitive(p *proto.Primitive) {
	c.made.addText("type", p.Type)
	c.made.addText("format", p.Format)
}

// VisitKind adds the keywords of a map with fields.
func (c *converter) VisitKind(k *proto.Kind) {
	c.made.addText("type", "object")
	c.made.add("properties", model.NewInt(int64(len(c.kinds))))
	c.kinds = append(c.kinds, k)
	c.made.addTexts("required", k.RequiredFields)
}

// VisitReference adds a reference.
func (c *converter) VisitReference(r proto.Reference) {
	c.referred[r.Reference()] = r.SubSchema()
	c.made.addReference(r.Reference())
}

// VisitArbitrary adds no keywords, because the value can be anything.
func (c *converter) VisitArbitrary(*proto.Arbitrary) {}

// A converterV3 makes schema objects of version 3, whose keyword properties is a number (see
// openapi.Properties).
type converterV3 struct {
	properties []map[string]spec.Schema // by number
}

func (c *converterV3) names(object int64) []string {
	return slices.Sorted(maps.Keys(c.properties[object]))
}

func (c *converterV3) property(object int64, name string) model.Value {
	s := c.properties[object][name]
	return c.object(&s)
}

// object returns the schema object of a schema. It is empty if the schema is nil.
func (c *converterV3) object(s *spec.Schema) model.Value {
	var o object
	if s == nil {
		return o.value()
	}
	o.addText("$ref", s.Ref.String())
	switch len(s.Type) {
	case 0:
	case 1:
		o.addText("type", s.Type[0])
	default:
		o.addTexts("type", s.Type)
	}
	o.addText("format", s.Format)
	if s.Nullable {
		o.add("nullable", model.NewBool(true))
	}
	if s.Default != nil {
		o.add("default", valueOf(s.Default))
	}
	o.addTexts("required", s.Required)
	o.addList("allOf", c.objects(s.AllOf))
	o.addList("oneOf", c.objects(s.OneOf))
	o.addList("anyOf", c.objects(s.AnyOf))
	c.addBelow(&o, s)
	o.addExtensions(s.Extensions)
	return o.value()
}

func (c *converterV3) objects(all []spec.Schema) []model.Value {
	var objects []model.Value
	for i := range all {
		objects = append(objects, c.object(&all[i]))
	}
	return objects
}

// addBelow adds the keywords that describe members and elements.
func (c *converterV3) addBelow(o *object, s *spec.Schema) {
	if items := s.Items; items != nil && items.Schema != nil {
		o.add("items", c.object(items.Schema))
	} else if items != nil {
		o.addList("items", c.objects(items.Schemas))
	}
	if len(s.Properties) > 0 {
		o.add("properties", model.NewInt(int64(len(c.properties))))
		c.properties = append(c.properties, s.Properties)
	}
	switch more := s.AdditionalProperties; {
	case more == nil:
	case more.Schema != nil:
		o.add("additionalProperties", c.object(more.Schema))
	default:
		o.add("additionalProperties", model.NewBool(more.Allows))
	}
}
