package strategicpatch

import (
	"reflect"
	"strings"
	"sync"

	"k8s.io/kube-openapi/pkg/util/proto"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/openapi"
)

// PatchMetaFromOpenAPI is a schema of OpenAPI version 2. If Schema is nil, maps merge
// by name and lists are replaced.
type PatchMetaFromOpenAPI struct {
	Schema proto.Schema
}

var _ LookupPatchMeta = PatchMetaFromOpenAPI{}

// NewPatchMetaFromOpenAPI returns the schema for s.
func NewPatchMetaFromOpenAPI(s proto.Schema) PatchMetaFromOpenAPI {
	return PatchMetaFromOpenAPI{Schema: s}
}

// MergeSchema returns the schema for the engine. The error is an *smp.Error with Code
// InvalidSchema.
func (s PatchMetaFromOpenAPI) MergeSchema() (smp.Schema, error) {
	if s.Schema == nil || !reflect.TypeOf(s.Schema).Comparable() {
		return schemaOf(s.Schema)
	}
	return known.schema(s.Schema, func() (smp.Schema, error) { return schemaOf(s.Schema) })
}

func schemaOf(s proto.Schema) (smp.Schema, error) {
	c := converter{referred: map[string]proto.Schema{}}
	return openapi.SchemaWith(c.object(s), func(name string) (model.Value, bool) {
		below, ok := c.referred[name]
		if !ok || below == nil {
			return model.Value{}, false
		}
		return c.object(below), true
	}, openapi.Lazily(), openapi.WithoutUnions(), openapi.Properties(c.names, c.property))
}

// LookupPatchMetadataForStruct returns the schema of a field and how it merges.
func (s PatchMetaFromOpenAPI) LookupPatchMetadataForStruct(key string) (LookupPatchMeta, PatchMeta, error) {
	return lookUp(s, LookupPatchMeta.LookupPatchMetadataForStruct, key)
}

// LookupPatchMetadataForSlice returns the schema of the elements of a list and
// how the list merges.
func (s PatchMetaFromOpenAPI) LookupPatchMetadataForSlice(key string) (LookupPatchMeta, PatchMeta, error) {
	return lookUp(s, LookupPatchMeta.LookupPatchMetadataForSlice, key)
}

// Name returns the name in the schema, or "" if there is no schema.
func (s PatchMetaFromOpenAPI) Name() string {
	if s.Schema == nil {
		return ""
	}
	return s.Schema.GetName()
}

// PatchMetaFromOpenAPIV3 is a schema of OpenAPI version 3. If Schema is nil, maps merge
// by name and lists are replaced.
type PatchMetaFromOpenAPIV3 struct {
	// SchemaList contains the schemas that references refer to, by name.
	SchemaList map[string]*spec.Schema
	Schema     *spec.Schema
}

var _ LookupPatchMeta = PatchMetaFromOpenAPIV3{}

// MergeSchema returns the schema for the engine. The error is an *smp.Error with Code
// InvalidSchema.
func (s PatchMetaFromOpenAPIV3) MergeSchema() (smp.Schema, error) {
	key := [2]any{s.Schema, reflect.ValueOf(s.SchemaList).Pointer()}
	return known.schema(key, func() (smp.Schema, error) {
		var c converterV3
		return openapi.SchemaWith(c.object(s.Schema), func(name string) (model.Value, bool) {
			below := s.SchemaList[name]
			return c.object(below), below != nil
		}, openapi.Lazily(), openapi.WithoutUnions(), openapi.Properties(c.names, c.property))
	})
}

// Lookup returns the cluster.Lookup of OpenAPI version 3, by which apimachinery accepts a list for
// any field, and rejects maps and lists in places without schema. If s has no schema at all,
// apimachinery accepts maps and lists everywhere, and Lookup returns the cluster.Lookup of version
// 2.
func (s PatchMetaFromOpenAPIV3) Lookup() cluster.Lookup {
	if s.Schema == nil {
		return cluster.OpenAPIV2
	}
	return cluster.OpenAPIV3
}

// LookupPatchMetadataForStruct returns the schema of a field and how it merges.
func (s PatchMetaFromOpenAPIV3) LookupPatchMetadataForStruct(key string) (LookupPatchMeta, PatchMeta, error) {
	return lookUpV3(s, LookupPatchMeta.LookupPatchMetadataForStruct, key)
}

// LookupPatchMetadataForSlice returns the schema of the elements of a list and how the
// list merges. For a field that is not a list, it returns the schema of the field.
func (s PatchMetaFromOpenAPIV3) LookupPatchMetadataForSlice(key string) (LookupPatchMeta, PatchMeta, error) {
	return lookUpV3(s, elementsV3, key)
}

// Name returns the type keyword of the schema, or Struct if there is none.
func (s PatchMetaFromOpenAPIV3) Name() string {
	if s.Schema == nil || len(s.Schema.Type) == 0 {
		return "Struct"
	}
	return strings.Join(s.Schema.Type, "")
}

type lookupFunc func(schema LookupPatchMeta, key string) (LookupPatchMeta, PatchMeta, error)

func lookUp(s LookupPatchMeta, look lookupFunc, key string) (LookupPatchMeta, PatchMeta, error) {
	schema, err := s.MergeSchema()
	if err != nil {
		return nil, PatchMeta{}, err
	}
	return look(NewPatchMetaFromSchema(schema), key)
}

// A partV3 is a part of a schema of version 3.
type partV3 struct {
	PatchMetaFromSchema
	lookup cluster.Lookup
}

// Lookup returns the lookup of the whole schema.
func (s partV3) Lookup() cluster.Lookup { return s.lookup }

// LookupPatchMetadataForStruct returns the schema of a field and how it merges.
func (s partV3) LookupPatchMetadataForStruct(key string) (LookupPatchMeta, PatchMeta, error) {
	return lookUpV3(s, LookupPatchMeta.LookupPatchMetadataForStruct, key)
}

// LookupPatchMetadataForSlice returns the schema of the elements of a list and how the
// list merges. For a field that is not a list, it returns the schema of the field.
func (s partV3) LookupPatchMetadataForSlice(key string) (LookupPatchMeta, PatchMeta, error) {
	return lookUpV3(s, elementsV3, key)
}

type schemaV3 interface {
	LookupPatchMeta
	Lookup() cluster.Lookup
}

func lookUpV3(s schemaV3, look lookupFunc, key string) (LookupPatchMeta, PatchMeta, error) {
	below, meta, err := lookUp(s, look, key)
	if err != nil {
		return nil, PatchMeta{}, err
	}
	return partV3{below.(PatchMetaFromSchema), s.Lookup()}, meta, nil
}

// elementsV3 returns the schema of the elements of a list. For a field that is not a list, it
// returns the schema of the field.
func elementsV3(schema LookupPatchMeta, key string) (LookupPatchMeta, PatchMeta, error) {
	field, meta, err := schema.LookupPatchMetadataForStruct(key)
	if err != nil {
		return nil, PatchMeta{}, err
	}
	if s, err := field.MergeSchema(); err != nil || s.Type() != smp.ListType {
		return field, meta, err
	}
	return schema.LookupPatchMetadataForSlice(key)
}

// maxKnown is the largest number of schemas that are kept.
const maxKnown = 256

// known holds the schemas that are kept.
var known = schemas{made: map[any]answer{}}

type schemas struct {
	mu   sync.Mutex
	made map[any]answer
}

type answer struct {
	schema smp.Schema
	err    error
}

// schema returns the schema for a key. If there is no such schema yet, it calls build and keeps the
// result.
func (s *schemas) schema(key any, build func() (smp.Schema, error)) (smp.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.made[key]; ok {
		return a.schema, a.err
	}
	if len(s.made) == maxKnown {
		clear(s.made)
	}
	schema, err := build()
	s.made[key] = answer{schema, err}
	return schema, err
}
