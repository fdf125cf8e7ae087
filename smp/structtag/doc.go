// Package structtag reads schemas from Go types. The schema of a type defines how maps and lists
// merge in the JSON that encoding/json writes for values of the type.
//
//	type Pod struct {
//		Containers []Container `json:"containers" patchStrategy:"merge" patchMergeKey:"name"`
//	}
//
//	schema, err := structtag.Of[Pod]()
//
// Names follow encoding/json, including the json tag, embedding, conflicts by depth and tag, "-",
// ",string", and map keys that are text or integers. A field that is not embedded is a separate
// field, even if its tag has ",inline". Pointers count as the type that they point to.
//
// # Strategies
//
// Three more tags define the strategies:
//
//	Containers []Container `json:"containers" patchStrategy:"merge" patchMergeKey:"name"`
//	Volumes    []Volume    `json:"volumes" patchStrategy:"merge,retainKeys" patchMergeKey:"name"`
//	Ports      []Port      `json:"ports" patchStrategy:"merge" patchMergeKey:"port" recommendedPatchMergeKey:"port,protocol"`
//	Endpoints  []Endpoint  `json:"endpoints" patchStrategy:"merge" patchMergeKey:"host,port"`
//
// Clusters do not support a patchMergeKey of several fields. For your own types, set Specification of
// typed.Engine.
//
// patchStrategy contains one or more of the words merge, replace and retainKeys, combined by a
// comma or a vertical bar. Any other word is an error, and so is merge together with replace.
// patchMergeKey and recommendedPatchMergeKey contain one or more field names, separated by commas
// without white space. A list without strategy merge is atomic, and its merge keys are ignored;
// [Check] reports such keys. Tags on a scalar are ignored.
//
// Markers in comments, such as +listType=map, have no effect, because they are not part of the Go
// type. Types of custom resources usually have only markers. Read their schema from the
// CustomResourceDefinition with openapi.ReadCRD and CRD.Schema. Tags define no defaults of keys: for those
// of the definition, see [KeyDefaults].
//
// # Unions
//
// A fourth tag, patchUnion, defines which fields of a struct exclude each other:
//
//	Type          string         `json:"type,omitempty" patchUnion:"strategy"`
//	RollingUpdate *RollingUpdate `json:"rollingUpdate,omitempty" patchUnion:"strategy=RollingUpdate"`
//	Canary        *Canary        `json:"canary,omitempty" patchUnion:"strategy=Canary"`
//
// The tag of the discriminator is the name of the union. The name only distinguishes the unions of
// a struct. In the tag of a member's field, the name of the union is followed by an equals sign and
// the name of the member. Fields with the same member belong together. If the union has a
// discriminator, the name of the member is the value of the discriminator.
//
// A tag may name several unions, separated by commas. If it also contains the word omitzero, then
// an empty string, zero and false count as an absent field. This applies to all fields of the
// member. Fields of embedded structs count, too. A union without discriminator must have at least
// two members.
//
// # Types with their own JSON
//
// The schema of a type that writes its own JSON is one of these:
//
//   - The schema that the methods OpenAPISchemaType, OpenAPISchemaFormat and OpenAPIV3OneOfTypes
//     describe, if the type has these methods, like Quantity, Time and IntOrString of Kubernetes.
//   - A string, if it is an encoding.TextMarshaler.
//   - Any scalar, if it is an encoding.TextMarshaler and a json.Marshaler.
//   - A value without schema, if it is only a json.Marshaler.
//
// []byte and time.Time are strings, json.Number is a number, and an interface is a value without
// schema. A struct without fields is a map without schema.
//
// # Other programs
//
// EncodeKinds of package openapi writes such a schema as OpenAPI v3, and EncodeKustomize writes a
// document for the field openapi of a kustomization:
//
//	schema, err := structtag.Of[Proxy]()
//	document := openapi.EncodeKustomize(openapi.KindSchema{APIVersion: "example.com/v1", Kind: "Proxy", Schema: schema})
//
// Call [Check] in a test to find faults in the tags.
package structtag
