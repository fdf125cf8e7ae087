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
package structtag
