package strategicpatch

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/structtag"
)

// A LookupPatchMeta is a schema. It is a PatchMetaFromStruct, a PatchMetaFromSchema, or a type of
// the nested module kubeopenapi. The engine uses only MergeSchema. The other methods are for
// callers.
type LookupPatchMeta interface {
	// LookupPatchMetadataForStruct returns the schema of a field and how the field merges. The
	// error is a FieldNotFoundError if there is no such field.
	LookupPatchMetadataForStruct(key string) (LookupPatchMeta, PatchMeta, error)
	// LookupPatchMetadataForSlice returns the schema of the elements of a field that is
	// a list, and how the list merges. The error is a FieldNotFoundError if there is no
	// such field.
	LookupPatchMetadataForSlice(key string) (LookupPatchMeta, PatchMeta, error)
	// Name returns the type of the values that the schema describes.
	Name() string

	// MergeSchema returns the schema for the engine. The error describes a fault in the type or
	// document that the schema comes from. A LookupPatchMeta may also have a method Lookup that
	// returns a cluster.Lookup. Without this method, fields are looked up as in documents of
	// OpenAPI version 2.
	MergeSchema() (smp.Schema, error)
}

// A rules holds the engine and the schema with which the functions of this package merge documents.
type rules struct {
	engine cluster.Engine
	schema smp.Schema
	typ    reflect.Type // nil unless the schema comes from a Go type
}

// rulesOf returns the rules for a schema that a caller passes.
func rulesOf(schema LookupPatchMeta) (rules, error) {
	if v := reflect.ValueOf(schema); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return rules{}, errors.New("expected a schema, got nil")
	}
	if s, ok := schema.(PatchMetaFromSchema); ok {
		return s.lookup.rules, nil // if the schema is part of that of a Go type, these are the rules of the type
	}
	r := rules{engine: schemaEngine}
	switch s := schema.(type) {
	case PatchMetaFromStruct:
		r.engine, r.typ = structEngine, s.T
	case *PatchMetaFromStruct:
		r.engine, r.typ = structEngine, s.T
	case interface{ Lookup() cluster.Lookup }:
		r.engine.Lookup = s.Lookup()
	}
	var err error
	r.schema, err = schema.MergeSchema()
	return r, err
}

// rulesOfStruct returns the rules for the type of a Go struct.
func rulesOfStruct(dataStruct interface{}) (rules, error) {
	t, err := structType(dataStruct)
	if err != nil {
		return rules{}, err
	}
	schema, err := schemaOfType(t)
	return rules{structEngine, schema, t}, err
}

// A PatchMeta describes how one field merges.
type PatchMeta struct {
	strategies []string
	mergeKey   string
}

// GetPatchStrategies returns the strategies of the field. Possible strategies are merge, replace and
// retainKeys. If the field has the default strategy, the list is empty.
func (pm *PatchMeta) GetPatchStrategies() []string {
	if pm.strategies == nil {
		return []string{}
	}
	return slices.Clone(pm.strategies)
}

// SetPatchStrategies changes the strategies of pm. It does not change the schema.
func (pm *PatchMeta) SetPatchStrategies(ps []string) { pm.strategies = slices.Clone(ps) }

// GetPatchMergeKey returns the merge key of a keyed list, or "".
func (pm *PatchMeta) GetPatchMergeKey() string { return pm.mergeKey }

// SetPatchMergeKey changes the merge key of pm. It does not change the schema.
func (pm *PatchMeta) SetPatchMergeKey(pmk string) { pm.mergeKey = pmk }

// PatchMetaFromStruct is the schema of a Go struct. It uses the tags json,
// patchStrategy and patchMergeKey.
type PatchMetaFromStruct struct {
	T reflect.Type
}

var _ LookupPatchMeta = PatchMetaFromStruct{}

// NewPatchMetaFromStruct returns the schema of a Go struct, or of the struct that
// dataStruct points to. It returns an error for any other value.
//
// A field is read when a document first uses it. The fields that were read are kept for each type.
// A Deployment takes 17 KB after a patch that sets an image, and 270 KB when all its fields have
// been read. If a tag is invalid, the calls that use the field return an *smp.Error with Code
// InvalidSchema. structtag.Check reports all such tags.
func NewPatchMetaFromStruct(dataStruct interface{}) (PatchMetaFromStruct, error) {
	t, err := structType(dataStruct)
	if err != nil {
		return PatchMetaFromStruct{}, err
	}
	_, err = schemaOfType(t)
	return PatchMetaFromStruct{T: t}, err
}

// GetTagStructTypeOrDie returns the type of a Go struct, or of the struct that dataStruct points
// to. If dataStruct is any other value, it panics.
func GetTagStructTypeOrDie(dataStruct interface{}) reflect.Type {
	t, err := structType(dataStruct)
	if err != nil {
		panic(err)
	}
	return t
}

func structType(dataStruct interface{}) (reflect.Type, error) {
	if dataStruct == nil {
		return nil, mergepatch.ErrBadArgKind(struct{}{}, nil)
	}
	t := reflect.TypeOf(dataStruct)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil, mergepatch.ErrBadArgKind(struct{}{}, dataStruct)
	}
	return t, nil
}

// typeSchemas keeps the schemas of Go types, because callers pass a type with every
// call. The keys are of type reflect.Type, and the values of type typeSchema.
var typeSchemas sync.Map

type typeSchema struct {
	schema smp.Schema
	err    error
}

func schemaOfType(t reflect.Type) (smp.Schema, error) {
	if known, ok := typeSchemas.Load(t); ok {
		s := known.(typeSchema)
		return s.schema, s.err
	}
	deepen(false)
	schema, err := structtag.OfType(t, typeOptions()...)
	typeSchemas.Store(t, typeSchema{schema, err})
	return schema, err
}

// deepen grows the stack to the size that the first call with a type needs, because this call reads
// the type at a deep level of recursion. Without deepen, the stack would grow and be copied several
// times, which takes a third of the time of the call.
//
//go:noinline
func deepen(really bool) byte {
	if !really {
		return 0
	}
	var room [24 << 10]byte
	return touched(&room)
}

//go:noinline
func touched(room *[24 << 10]byte) byte { return room[len(room)-1] }

// MergeSchema returns the schema of the Go type.
func (s PatchMetaFromStruct) MergeSchema() (smp.Schema, error) { return schemaOfType(s.T) }

// LookupPatchMetadataForStruct returns the schema of a field and how the field merges.
func (s PatchMetaFromStruct) LookupPatchMetadataForStruct(key string) (LookupPatchMeta, PatchMeta, error) {
	r, err := rulesOf(s)
	if err != nil {
		return nil, PatchMeta{}, err
	}
	return lookup{rules: r}.field(key)
}

// LookupPatchMetadataForSlice returns the schema of the elements of a list and
// how the list merges.
func (s PatchMetaFromStruct) LookupPatchMetadataForSlice(key string) (LookupPatchMeta, PatchMeta, error) {
	r, err := rulesOf(s)
	if err != nil {
		return nil, PatchMeta{}, err
	}
	return lookup{rules: r}.elements(key)
}

// Name returns the reflect.Kind of the Go type, which is usually struct.
func (s PatchMetaFromStruct) Name() string {
	if s.T == nil {
		return "nil"
	}
	return s.T.Kind().String()
}

// A FieldNotFoundError reports a field that is missing from a schema.
type FieldNotFoundError struct {
	Path  string
	Field string
}

// Error returns the text of the error, with the field and the path.
func (e FieldNotFoundError) Error() string {
	return fmt.Sprintf("unable to find api field %q in %s", e.Field, e.Path)
}
