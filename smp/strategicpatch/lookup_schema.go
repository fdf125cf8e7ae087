package strategicpatch

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/openapi"
)

// PatchMetaFromSchema is a schema that does not come from a Go struct. The zero
// value is none, and an error of every call: that of smp.Schemaless says that maps
// merge by name and lists are replaced.
type PatchMetaFromSchema struct {
	lookup lookup
}

var _ LookupPatchMeta = PatchMetaFromSchema{}

// NewPatchMetaFromSchema returns a schema of package smp: one of the built-in
// table (package kubernetes), of a custom resource definition (package
// openapi), or one that a program describes itself.
func NewPatchMetaFromSchema(schema smp.Schema) PatchMetaFromSchema {
	return PatchMetaFromSchema{lookup{rules: rules{engine: schemaEngine, schema: schema}}}
}

// NewPatchMetaFromOpenAPI returns the schema of a definition in an OpenAPI
// document of version 2 or 3, which document is: JSON text as []byte, a
// model.Value, or anything that encoding/json writes as one, such as the types
// of kube-openapi. ref is the name of the definition, as
// io.k8s.api.core.v1.Pod, or a JSON pointer, as #/components/schemas/x.
//
// Only what patches reach of the document is read, as they come. A fault in a field
// is the error of the calls that meet it. To read a long document once, parse it
// once and hand over the model.Value.
//
// The schema keeps the document, which takes a third more than its text when it is
// parsed, and what was read: 14 to 20 KB for a Deployment of which a patch set an
// image, and 300 KB when documents have been to all of its fields. Nothing is kept
// once the schema is not.
//
// The error is mergepatch.ErrBadJSONDoc if document is not JSON, else one of
// package openapi: an *smp.Error with Code InvalidSchema that says where in the
// document.
func NewPatchMetaFromOpenAPI(document interface{}, ref string) (PatchMetaFromSchema, error) {
	v, err := openAPIDocument(document)
	if err != nil {
		return PatchMetaFromSchema{}, err
	}
	d, err := openapi.Read(v, openapi.Lazily(), openapi.WithoutUnions())
	if err != nil {
		return PatchMetaFromSchema{}, err
	}
	schema, err := d.Schema(ref)
	if err != nil {
		return PatchMetaFromSchema{}, err
	}
	return NewPatchMetaFromSchema(schema), nil
}

func openAPIDocument(document interface{}) (model.Value, error) {
	switch d := document.(type) {
	case model.Value:
		return d, nil
	case []byte:
		v, err := model.Parse(d)
		if err != nil {
			return model.Value{}, mergepatch.ErrBadJSONDoc
		}
		return v, nil
	}
	text, err := json.Marshal(document)
	if err != nil {
		return model.Value{}, err
	}
	return model.Parse(text)
}

// MergeSchema returns the schema.
func (s PatchMetaFromSchema) MergeSchema() (smp.Schema, error) { return s.lookup.schema, nil }

// LookupPatchMetadataForStruct returns the schema of a field and how it merges.
func (s PatchMetaFromSchema) LookupPatchMetadataForStruct(key string) (LookupPatchMeta, PatchMeta, error) {
	return s.lookup.field(key)
}

// LookupPatchMetadataForSlice returns the schema of the elements of a list and
// how the list merges.
func (s PatchMetaFromSchema) LookupPatchMetadataForSlice(key string) (LookupPatchMeta, PatchMeta, error) {
	return s.lookup.elements(key)
}

// Name returns any, scalar, map or list.
func (s PatchMetaFromSchema) Name() string { return s.lookup.schema.Type().String() }

// A lookup answers for the fields of a schema.
type lookup struct {
	rules
	path model.Path
}

func (l lookup) field(name string) (LookupPatchMeta, PatchMeta, error) {
	schema, known := l.schema.Member(name)
	if !known && l.schema.Type() != smp.AnyType {
		return nil, PatchMeta{}, FieldNotFoundError{Path: l.path.String(), Field: name}
	}
	if err := schema.Err(); err != nil {
		return nil, PatchMeta{}, err
	}
	below := lookup{rules{engine: l.engine, schema: schema}, l.path.Append(model.Field(name))}
	return PatchMetaFromSchema{below}, metaOf(schema), nil
}

func (l lookup) elements(name string) (LookupPatchMeta, PatchMeta, error) {
	list, meta, err := l.field(name)
	if err != nil {
		return nil, PatchMeta{}, err
	}
	below := list.(PatchMetaFromSchema).lookup
	switch below.schema.Type() {
	case smp.ListType:
		below.schema = below.schema.Element()
	case smp.AnyType:
	default:
		return nil, PatchMeta{}, fmt.Errorf("%s: expected a list, but it is a %s", below.path, below.schema.Type())
	}
	return PatchMetaFromSchema{below}, meta, nil
}

// metaOf says how a map or list merges, in the words of the tags.
func metaOf(s smp.Schema) PatchMeta {
	pm := PatchMeta{mergeKey: mergeKey(s)}
	switch {
	case s.Merging():
		pm.strategies = append(pm.strategies, "merge")
	case s.Type() != smp.ListType && s.Strategy() == smp.Replace:
		pm.strategies = append(pm.strategies, "replace")
	}
	if s.RetainKeys() {
		pm.strategies = append(pm.strategies, "retainKeys")
	}
	return pm
}

// mergeKey returns the merge key of a list as its tag has it. What the tag lists
// as several fields is the name of one field here.
func mergeKey(s smp.Schema) string { return strings.Join(s.Keys(), ",") }
