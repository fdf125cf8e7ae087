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
// fields are atomic. The fields have the marks of the metadata of built-in kinds.
func ObjectMeta() smp.Definition {
	notStored := smp.Marks{NotStored: true}
	return smp.Definition{Type: smp.MapType, Fields: map[string]smp.Definition{
		"annotations":                marked(stringMapType(), notStored),
		"creationTimestamp":          marked(stringType(), smp.Marks{FilledIn: true, Derived: true, Time: true}),
		"deletionGracePeriodSeconds": integerType(),
		"deletionTimestamp":          marked(stringType(), smp.Marks{Time: true}),
		"finalizers":                 {Type: smp.ListType, Strategy: smp.Merge, Element: ptr(stringType()), Marks: notStored},
		"generateName":               marked(stringType(), notStored),
		"generation":                 marked(integerType(), smp.Marks{NotStored: true, Derived: true}),
		"labels":                     marked(stringMapType(), notStored),
		"managedFields":              {Type: smp.ListType, Element: ptr(managedFieldsType()), Marks: smp.Marks{Derived: true}},
		"name":                       stringType(),
		"namespace":                  stringType(),
		"ownerReferences": {
			Type: smp.ListType, Strategy: smp.Merge,
			Keys: []string{"uid"}, MapKeys: true,
			Element: ptr(ownerReferenceType()), Marks: notStored,
		},
		"resourceVersion": stringType(),
		"selfLink":        marked(stringType(), notStored),
		"uid":             marked(stringType(), smp.Marks{FilledIn: true, Derived: true}),
	}}
}

func marked(t smp.Definition, m smp.Marks) smp.Definition {
	t.Marks = m
	return t
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
		"time":        marked(stringType(), smp.Marks{Time: true}),
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
