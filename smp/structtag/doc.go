// Package structtag reads schemas from Go types: what each map and list of the
// JSON that encoding/json writes for a type merges like.
//
// Names follow encoding/json: the json tag, embedding, conflicts by depth and
// tag, "-", ",string", map keys that are text or integers. A field that is not
// embedded is a field of its own, whatever else its tag says (",inline").
// Pointers, however many, count as what they point to.
//
// The strategies stand in three more tags:
//
//	Containers []Container `json:"containers" patchStrategy:"merge" patchMergeKey:"name"`
//	Volumes    []Volume    `json:"volumes" patchStrategy:"merge,retainKeys" patchMergeKey:"name"`
//	Ports      []Port      `json:"ports" patchStrategy:"merge" patchMergeKey:"port" recommendedPatchMergeKey:"port,protocol"`
//	Endpoints  []Endpoint  `json:"endpoints" patchStrategy:"merge" patchMergeKey:"host,port"`
//
// patchStrategy holds merge, replace and retainKeys, combined by a comma or a
// vertical bar; merge with replace, and any other word, is an error.
// patchMergeKey and recommendedPatchMergeKey hold one or more field names,
// separated by commas without white space. A list without strategy merge is
// atomic and its merge keys are ignored; tags on a scalar are ignored.
//
// A fourth tag, patchUnion, says which fields of a struct exclude each other:
//
//	Type          string         `json:"type,omitempty" patchUnion:"strategy"`
//	RollingUpdate *RollingUpdate `json:"rollingUpdate,omitempty" patchUnion:"strategy=RollingUpdate"`
//	Canary        *Canary        `json:"canary,omitempty" patchUnion:"strategy=Canary"`
//
// It holds the name of a union, which only tells the unions of a struct apart: alone
// on the discriminator, and followed by an equals sign and the name of a member on
// each field of that member. Fields of one member go together. In a union with a
// discriminator the member's name is its value. Several unions are separated by
// commas; the word omitzero among them says that an empty string, zero or false
// counts as if the field were not there, for all fields of the member alike. Fields of
// embedded structs count like all others. A union without discriminator and with only
// one member is an error.
//
// A type that writes its own JSON is described
//   - by the methods OpenAPISchemaType, OpenAPISchemaFormat and
//     OpenAPIV3OneOfTypes, where it has them, as Kubernetes' Quantity, Time and
//     IntOrString do;
//   - as a string when it is an encoding.TextMarshaler;
//   - as any scalar when it is that and a json.Marshaler too;
//   - as a value without schema when it is a json.Marshaler only.
//
// []byte is a string, json.Number a number, time.Time a string, and an
// interface a value without schema. A struct without fields is a map without
// schema.
//
// Others read such a schema in a document: EncodeKinds of package openapi writes it as
// OpenAPI v3, EncodeKustomize as the field openapi of a kustomization wants it. An
// example of [Of] shows that; [Check] finds the faults of the tags before.
package structtag
