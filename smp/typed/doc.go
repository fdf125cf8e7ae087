// Package typed applies and finds strategic merge patches of Go values: Apply, Diff
// and ThreeWay of any type that encoding/json writes and reads, the API types of
// Kubernetes and those of your own. How lists and maps merge is said by the tags of
// the type, as package structtag reads them, and kept by type.
//
//	deployment, err = typed.Apply(deployment, patch)
//
// [Overlay] lays several patches over a value and reports what each of them changed.
//
// # Values
//
// Values are read and written by encoding/json: embedded and inlined fields,
// pointers, omitempty and types that write their own JSON are what they are there,
// and a field that is not exported, or is called "-", is not in a result. Arguments
// stay as they are, and results share no memory with them. A pointer, or an
// interface that holds one, gives a new pointer. A null member counts as absent, so no
// patch removes an embedded pointer of which such members are left.
//
// A map[string]any has no tags, and neither has a type with the methods
// UnstructuredContent and SetUnstructuredContent, as unstructured.Unstructured of
// apimachinery has them. [Engine] has a field for their schema: that of a kind, of a
// definition, or smp.Schemaless. Their maps are read where a patch goes and are
// never written as text.
//
// # Zero values
//
// A Go value cannot say which of its fields somebody has set. Of the JSON of
//
//	Settings{Image: "app:2"}
//
// where Replicas has no omitempty, "replicas": 0 is a part; sent as a patch it would
// scale down to nothing. As a layer of [Overlay], made by [Values], a Go value says
// what is not zero in it, and nothing else: in structs at any depth, those in lists
// and maps included. Merge keys stay, and what stands in a list or under a key of a
// map is said, whatever it is. Where zero is meant there are two ways: a pointer to
// it, if the field is one, and a layer of JSON, made by [Raw], which can also say null
// and directives: $retainKeys where a layer goes from one member of a union to another.
//
// Diff and ThreeWay compare whole values: what is zero in modified and was not in
// original is meant to be zero.
package typed
