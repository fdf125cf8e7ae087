package differential

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/smp"
)

// A lookup gives the shipped engine the schemas of this module, and finds fields
// as it does for Go types.
type lookup struct{ schema smp.Schema }

var _ strategicpatch.LookupPatchMeta = lookup{}

func (l lookup) Name() string { return l.schema.Kind().String() }

// field finds the schema of a declared field, by its name or one that differs in
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
	case s.Kind() != smp.ListType:
		err = fmt.Errorf("field %q is no list", name)
	case s.Element().Kind() == smp.ListType:
		err = fmt.Errorf("field %q is a list of lists", name)
	}
	if err != nil {
		return nil, strategicpatch.PatchMeta{}, err
	}
	return lookup{s.Element()}, metaOf(s), nil
}

func metaOf(s smp.Schema) strategicpatch.PatchMeta {
	var meta strategicpatch.PatchMeta
	var strategies []string
	switch {
	case s.Merging():
		strategies = append(strategies, "merge")
		meta.SetPatchMergeKey(strings.Join(s.Keys(), ","))
	case s.Kind() != smp.ListType && s.Strategy() == smp.Replace:
		strategies = append(strategies, "replace")
	}
	if s.RetainKeys() {
		strategies = append(strategies, "retainKeys")
	}
	meta.SetPatchStrategies(strategies)
	return meta
}
