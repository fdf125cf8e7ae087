// Package openapi reads schemas from OpenAPI documents, schema objects and
// CustomResourceDefinitions. It also writes a schema as an OpenAPI document.
//
//	d, err := openapi.Read(doc)
//	if err != nil { … }
//	schema, err := d.Kind("apps/v1", "Deployment")
//
// There is a function for each form of a schema:
//
//   - [Read] reads an OpenAPI document of version 2 (#/definitions) or 3 (#/components/schemas).
//     [Document.Schema] returns the schema of a definition, and [Document.Kind] returns the schema
//     of an apiVersion and kind.
//   - [Schema] reads a single schema object, which may have its own $defs or definitions.
//   - [ReadCRD] reads a CustomResourceDefinition. [CRD.Defaults] returns the defaults that a server
//     fills in.
//   - [Encode] writes a schema. Reading the result gives an equal schema.
//
// A definition is read when a schema refers to it. Other definitions are neither read nor checked.
// The cost therefore depends on the definitions that a kind uses, and not on the size of the
// document.
//
// # Structure
//
// A schema object describes one of these:
//
//   - A scalar: the object has the type of a scalar, x-kubernetes-int-or-string or the format
//     int-or-string (a string or a whole number), or a oneOf or anyOf of scalars. The definition
//     io.k8s.apimachinery.pkg.api.resource.Quantity is a string or a number, although version 2
//     calls it a string.
//   - A map: the object has type object, properties, additionalProperties or
//     x-kubernetes-embedded-resource. The properties are the only fields of the map, unless
//     additionalProperties (true or a schema) or x-kubernetes-preserve-unknown-fields allows other
//     fields. Without properties, the map may have any fields.
//   - A list: the object has type array or items. An object without type and structure is also a
//     list if it has a patch merge key or a list type.
//   - A value without schema: any other object, such as one whose types include a map or list and
//     another type. Null among the types has no effect, because null in a patch deletes. nullable
//     affects only the engine of clusters, which treats the value like a Go pointer.
//
// A $ref refers to the same document. Extensions and a default next to the $ref take precedence
// over the extensions and the default of the definition. Other keywords next to the $ref are
// ignored. allOf has an effect if the object has no structure of its own. Only one element of allOf
// may contain more than constraints. oneOf and anyOf have an effect if the object has neither
// structure nor type. If they have only one alternative other than null, this alternative describes
// the whole object.
//
//	image: {type: string}
//	ports: {type: array, items: {$ref: "#/definitions/Port"}}
//	limit: {anyOf: [{type: string}, {type: integer}, {type: "null"}]}  a string or a whole number
//
// # Strategies
//
// x-kubernetes-patch-strategy is merge, replace or retainKeys. A comma or a vertical bar combines
// retainKeys with one of the others. x-kubernetes-patch-merge-key contains the merge key, or
// several keys that are used together (rule keys-multi). x-kubernetes-recommended-patch-merge-key
// contains the recommended keys (rule keys-recommended). As on a cluster, a list without a patch
// strategy is atomic, even if it has a merge key. In a value without schema, replace and retainKeys
// apply to maps.
//
//	ports:
//	  type: array
//	  items: {$ref: "#/definitions/Port"}
//	  x-kubernetes-patch-strategy: merge
//	  x-kubernetes-patch-merge-key: containerPort
//	  x-kubernetes-recommended-patch-merge-key: containerPort,protocol
//
// In CustomResourceDefinitions, x-kubernetes-list-type, x-kubernetes-list-map-keys and
// x-kubernetes-map-type count as strategies. In other documents they count only with the option
// [ListTypes]. A patch strategy takes precedence. If list types count, a list of type map is keyed
// by all its map keys. A list of type set is a set. However, if its elements are maps or lists, the
// list is atomic, because a patch cannot merge such elements by value.
//
// A list may have both patch strategy merge and list type map. If it has no merge key,
// the map keys are its merge key. If the map keys begin with the merge key, and the list
// has no recommended keys, the map keys are the recommended keys. Defaults of keys
// count only in lists whose keys come from the map keys (rule keys-default).
//
// A key has the default of its own property. The default of an element, or of a map above the list,
// does not matter, and a null default is ignored. A server fills in defaults before it checks the
// keyword required, so a required key has a default, too. However, documents that are generated from
// Go types give every required property the default "", 0 or false. Such a default of a required
// property is ignored, except in CustomResourceDefinitions. The keyword nullable does not change the
// default of a key. API servers reject a CustomResourceDefinition with a nullable key, and
// [CRD.CheckKeys] reports such a key.
//
// An extension has no effect on a type for which it has no meaning. Published documents have such
// extensions, for example a patch strategy for a string or a list type for bytes.
//
// # Unions
//
// x-kubernetes-unions lists the unions of a map. In each entry, fields-to-discriminateBy maps each
// field of a member to the value that the discriminator has if the member is set. Fields with the
// same value form one member. Without a discriminator, the values only group the fields.
//
//	x-kubernetes-unions:
//	- discriminator: type
//	  fields-to-discriminateBy: {rollingUpdate: RollingUpdate}
//
// An entry may have unset-values, which only this package writes. For a field, unset-values lists
// the scalars that count as absent in every field of its member. Kubernetes publishes two values,
// LocalhostProfile and Queuing, for which its servers accept only Localhost and Queue. This package
// reads these two as Localhost and Queue, unless the entry has unset-values.
//
// Without the extension, a oneOf next to properties is a union if each alternative requires one
// field that no other alternative requires. A oneOf in an element of allOf counts, too. Fields that
// all alternatives require are in no member. An alternative that contains only the keyword not adds
// no member. An alternative must not have other constraints. The only exception is a oneOf of this
// form in the schema of the alternative's own field. Any other oneOf is not a union. For example,
// if an alternative requires two fields, or limits the values of its field, servers accept objects
// that have the fields of two alternatives.
//
//	properties: {value: {type: string}, valueFrom: {type: object}}
//	oneOf:
//	- required: [value]
//	- required: [valueFrom]
//
// A merge key or recommended key of a list cannot be in a member of a union of its elements,
// because every element has the key. In a CustomResourceDefinition, such a union is ignored.
// [CRD.IgnoredUnions] lists the ignored unions. In another document, such a union is ignored if it
// comes from oneOf, but is an error in x-kubernetes-unions.
//
// # Marks
//
// Two keywords, which only this package writes, contain the marks of a property ([smp.Marks]).
// Marks describe how API servers treat the field. x-smp-marks is a list of the words not-stored,
// filled-in, zero-filled-in, derived, immutable, required, quantity, time and base64. x-smp-alias-of
// names another property of the same object that always has the same value. The keyword required sets
// the mark required of each property that it names:
//
//	properties:
//	  paused: {type: boolean, x-smp-marks: [not-stored]}
//	  serviceAccount: {type: string, x-smp-alias-of: serviceAccountName}
//	  serviceAccountName: {type: string}
//
// The keywords have an effect in the object of the property itself, even next to a $ref or allOf.
// The keywords have no effect in the definition that the object refers to.
//
// # Errors
//
// Every fault of a document is an [*smp.Error] with Code InvalidSchema. The Document of the error
// is schema. Its Path leads to the keyword that has the fault. The Code is UnknownKind if the
// document does not have the requested kind or version.
package openapi
