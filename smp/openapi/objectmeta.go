package openapi

import "github.com/strategicpatch/smp/smp"

// makeResource declares the fields of every resource in the map t: apiVersion, kind and metadata.
// These fields replace the fields of the same names that the schema may declare.
func makeResource(t *smp.Definition) {
	if t.Fields == nil {
		t.Fields = map[string]smp.Definition{}
	}
	if len(t.Fields) == 0 && t.Values == nil {
		t.Values = &smp.Definition{} // a schema without fields allows any field
	}
	t.Fields["apiVersion"] = stringType()
	t.Fields["kind"] = stringType()
	t.Fields["metadata"] = ObjectMeta()
}

// ObjectMeta returns the definition of the metadata of a resource. The schemas of custom resources
// leave out this definition. Finalizers are a set, owner references are keyed by uid, and managed
// fields are atomic.
func ObjectMeta() smp.Definition {
	return smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"annotations":                stringMapType(),
		"creationTimestamp":          stringType(),
		"deletionGracePeriodSeconds": integerType(),
		"deletionTimestamp":          stringType(),
		"finalizers":                 {Type: smp.ListType, Strategy: smp.Merge, Element: ptr(stringType())},
		"generateName":               stringType(),
		"generation":                 integerType(),
		"labels":                     stringMapType(),
		"managedFields":              {Type: smp.ListType, Element: ptr(managedFieldsType())},
		"name":                       stringType(),
		"namespace":                  stringType(),
		"ownerReferences": {
			Type: smp.ListType, Strategy: smp.Merge,
			Keys: []string{"uid"}, MapKeys: true,
			Element: ptr(ownerReferenceType()),
		},
		"resourceVersion": stringType(),
		"selfLink":        stringType(),
		"uid":             stringType(),
	}}
}

func ownerReferenceType() smp.Definition {
	return smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"apiVersion":         stringType(),
		"blockOwnerDeletion": boolType(),
		"controller":         boolType(),
		"kind":               stringType(),
		"name":               stringType(),
		"uid":                stringType(),
	}}
}

func managedFieldsType() smp.Definition {
	return smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"apiVersion":  stringType(),
		"fieldsType":  stringType(),
		"fieldsV1":    {Type: smp.MapType},
		"manager":     stringType(),
		"operation":   stringType(),
		"subresource": stringType(),
		"time":        stringType(),
	}}
}

func stringMapType() smp.Definition {
	return smp.Definition{Type: smp.MapType, Values: ptr(stringType())}
}

func stringType() smp.Definition {
	return smp.Definition{Type: smp.ScalarType, Scalars: smp.StringScalar}
}
func integerType() smp.Definition {
	return smp.Definition{Type: smp.ScalarType, Scalars: smp.IntegerScalar}
}
func boolType() smp.Definition { return smp.Definition{Type: smp.ScalarType, Scalars: smp.BoolScalar} }

func ptr(t smp.Definition) *smp.Definition { return &t }
