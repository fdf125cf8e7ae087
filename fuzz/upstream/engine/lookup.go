package engine

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/smp"
)

// Lookup converts a schema of this module for the engine. Fields are found as in Go types,
// which API servers use.
func Lookup(s smp.Schema) strategicpatch.LookupPatchMeta { return lookup{s} }

type lookup struct{ schema smp.Schema }

var _ strategicpatch.LookupPatchMeta = lookup{}

func (l lookup) Name() string { return l.schema.Type().String() }

// field returns the schema of a declared field. The name may differ from the declared name in
// case.
func (l lookup) field(name string) (smp.Schema, error) {
	if s, ok := l.schema.Field(name); ok {
		return s, nil
	}
	for field, s := range l.schema.Fields() {
		if strings.EqualFold(field, name) {
			return s, nil
		}
	}
	return smp.Schema{}, fmt.Errorf("there is no field %q", name)
}

// LookupPatchMetadataForStruct returns the schema of a field that is a map.
func (l lookup) LookupPatchMetadataForStruct(name string) (strategicpatch.LookupPatchMeta, strategicpatch.PatchMeta, error) {
	s, err := l.field(name)
	if err != nil {
		return nil, strategicpatch.PatchMeta{}, err
	}
	return lookup{s}, metaOf(s), nil
}

// LookupPatchMetadataForSlice returns the schema of the elements of a field that
// is a list.
func (l lookup) LookupPatchMetadataForSlice(name string) (strategicpatch.LookupPatchMeta, strategicpatch.PatchMeta, error) {
	s, err := l.field(name)
	switch {
	case err != nil:
	case s.Type() != smp.ListType && s.AcceptsLists():
		return lookup{s}, metaOf(s), nil // as for the Go pointer that the field is
	case s.Type() != smp.ListType:
		err = fmt.Errorf("field %q is not a list", name)
	case s.Element().Type() == smp.ListType:
		err = fmt.Errorf("field %q is a list of lists", name)
	}
	if err != nil {
		return nil, strategicpatch.PatchMeta{}, err
	}
	return lookup{s.Element()}, metaOf(s), nil
}

func metaOf(s smp.Schema) strategicpatch.PatchMeta {
	var strategies []string
	key := ""
	switch {
	case s.Merging():
		strategies = append(strategies, "merge")
		key = strings.Join(s.Keys(), ",")
	case s.Type() != smp.ListType && s.Strategy() == smp.Replace:
		strategies = append(strategies, "replace")
	}
	if s.RetainKeys() {
		strategies = append(strategies, "retainKeys")
	}
	return ofTags(tags{strings.Join(strategies, ","), key})
}

// tags are the struct tags of a field.
type tags struct{ strategy, key string }

// known caches the engine's reading of tags.
var known sync.Map // from tags to strategicpatch.PatchMeta

// ofTags returns the PatchMeta that the engine reads from a field with these tags. It is not
// built with the methods of PatchMeta, because they have no effect before 0.23.
func ofTags(t tags) strategicpatch.PatchMeta {
	if meta, ok := known.Load(t); ok {
		return meta.(strategicpatch.PatchMeta)
	}
	object := reflect.StructOf([]reflect.StructField{{
		Name: "F", Type: reflect.TypeFor[[]string](),
		Tag: reflect.StructTag(fmt.Sprintf(`json:"f" patchStrategy:%q patchMergeKey:%q`, t.strategy, t.key)),
	}})
	root, err := strategicpatch.NewPatchMetaFromStruct(reflect.Zero(object).Interface())
	if err != nil {
		panic(err) // cannot happen: the value is a struct
	}
	_, meta, err := root.LookupPatchMetadataForStruct("f")
	if err != nil {
		panic(err) // cannot happen: the struct has this field
	}
	known.Store(t, meta)
	return meta
}
