package strategicpatch

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/structtag"
)

// A LookupPatchMeta is a schema: PatchMetaFromStruct, PatchMetaFromSchema, or one
// of the nested module kubeopenapi. The engine goes by what MergeSchema returns;
// the other methods are for callers.
type LookupPatchMeta interface {
	// LookupPatchMetadataForStruct returns the schema of a field and how it
	// merges. The error is a FieldNotFoundError if there is no such field.
	LookupPatchMetadataForStruct(key string) (LookupPatchMeta, PatchMeta, error)
	// LookupPatchMetadataForSlice returns the schema of the elements of a field
	// that is a list, and how the list merges. The error is a
	// FieldNotFoundError if there is no such field.
	LookupPatchMetadataForSlice(key string) (LookupPatchMeta, PatchMeta, error)
	// Name returns the kind of value that the schema describes.
	Name() string

	// MergeSchema returns the schema that documents merge by. The error says what
	// is wrong with the type or document that it is made of. A method Dialect,
	// which returns an smp.Dialect, says besides by whose rules: without one they
	// are the shipped engine's for documents of OpenAPI version 2.
	MergeSchema() (smp.Schema, error)
}

// rules are what all functions of this package merge documents by.
type rules struct {
	engine smp.Engine
	schema smp.Schema
	typ    reflect.Type // nil unless the schema is a Go type's
}

// rulesOf returns the rules of a schema that a caller gave.
func rulesOf(schema LookupPatchMeta) (rules, error) {
	if v := reflect.ValueOf(schema); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return rules{}, errors.New("there is no schema")
	}
	if s, ok := schema.(PatchMetaFromSchema); ok {
		return s.lookup.rules, nil // of a Go type, if it was looked up there
	}
	r := rules{engine: schemaEngine}
	switch s := schema.(type) {
	case PatchMetaFromStruct:
		r.engine, r.typ = structEngine, s.T
	case *PatchMetaFromStruct:
		r.engine, r.typ = structEngine, s.T
	case interface{ Dialect() smp.Dialect }:
		r.engine.Dialect = s.Dialect()
	}
	var err error
	r.schema, err = schema.MergeSchema()
	return r, err
}

// rulesOfStruct returns the rules of the type of a Go struct.
func rulesOfStruct(dataStruct interface{}) (rules, error) {
	t, err := structType(dataStruct)
	if err != nil {
		return rules{}, err
	}
	schema, err := schemaOfType(t)
	return rules{structEngine, schema, t}, err
}

// A PatchMeta says how one field merges.
type PatchMeta struct {
	strategies []string
	mergeKey   string
}

// GetPatchStrategies returns the strategies: merge, replace, retainKeys. It
// returns no strategy where the default holds.
func (pm *PatchMeta) GetPatchStrategies() []string {
	if pm.strategies == nil {
		return []string{}
	}
	return pm.strategies
}

// SetPatchStrategies changes the strategies of this copy.
func (pm *PatchMeta) SetPatchStrategies(ps []string) { pm.strategies = ps }

// GetPatchMergeKey returns the merge key of a list that merges by one, else "".
func (pm *PatchMeta) GetPatchMergeKey() string { return pm.mergeKey }

// SetPatchMergeKey changes the merge key of this copy.
func (pm *PatchMeta) SetPatchMergeKey(pmk string) { pm.mergeKey = pmk }

// PatchMetaFromStruct is the schema of a Go struct, by its json, patchStrategy
// and patchMergeKey tags.
type PatchMetaFromStruct struct {
	T reflect.Type
}

var _ LookupPatchMeta = PatchMetaFromStruct{}

// NewPatchMetaFromStruct returns the schema of a Go struct, or of the struct
// that dataStruct points to. The error says that it is neither. Its fields are
// read when a document goes there, and what is read is kept, by type: 17 KB for a
// Deployment of which a patch set an image, and 270 KB when documents have been to all
// of its fields. A tag that makes no sense is the error of the calls that meet the field, an *smp.Error with Code
// InvalidSchema; structtag.Check finds all of them.
func NewPatchMetaFromStruct(dataStruct interface{}) (PatchMetaFromStruct, error) {
	t, err := structType(dataStruct)
	if err != nil {
		return PatchMetaFromStruct{}, err
	}
	_, err = schemaOfType(t)
	return PatchMetaFromStruct{T: t}, err
}

// GetTagStructTypeOrDie returns the type of a Go struct, or of the struct that
// dataStruct points to. It panics if it is neither.
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

// typeSchemas keeps the schemas of Go types, which callers give with every
// call: a reflect.Type leads to a typeSchema.
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

// deepen makes the stack as long as the first call with a type needs it, which reads
// that type from within the walk of a document. Else the stack grows on the way, and
// is copied each time with all calls that are open: a third of that call's work.
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

// LookupPatchMetadataForStruct returns the schema of a field and how it merges.
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

// Name returns the kind of the Go type, struct as a rule.
func (s PatchMetaFromStruct) Name() string {
	if s.T == nil {
		return "nil"
	}
	return s.T.Kind().String()
}

// A FieldNotFoundError says that a schema has no field of a name.
type FieldNotFoundError struct {
	Path  string
	Field string
}

// Error returns the message.
func (e FieldNotFoundError) Error() string {
	return fmt.Sprintf("unable to find api field %q in %s", e.Field, e.Path)
}
