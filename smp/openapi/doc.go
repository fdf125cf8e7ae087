// Package openapi reads schemas from OpenAPI documents, schema objects and
// CustomResourceDefinitions. It also writes a schema as an OpenAPI document.
//
//	d, err := openapi.Read(doc)
//	if err != nil { … }
//	schema, err := d.Kind("apps/v1", "Deployment")
//
// There is a function for each form of a schema:
//
//   - [Read] reads an OpenAPI document of version 2 (#/definitions) or 3
//     (#/components/schemas). [Document.Schema] returns the schema of a definition, and
//     [Document.Kind] that of an apiVersion and kind.
//   - [Schema] reads a single schema object, which may have its own $defs or definitions.
//   - [ReadCRD] reads a CustomResourceDefinition. [CRD.Defaults] fills in the defaults that
//     a server fills in.
//   - [Encode] writes a schema. Reading the result gives an equal schema.
//
// Definitions are read when a schema reaches them. Other definitions are neither read
// nor checked, so a large document costs little if a kind uses little of it.
//
// # Structure
//
// A schema object describes one of these:
//
//   - A scalar: it has such a type, x-kubernetes-int-or-string or the format
//     int-or-string (a string or a number), or a oneOf or anyOf of scalars. The
//     definition io.k8s.apimachinery.pkg.api.resource.Quantity is also a string or a
//     number, although version 2 calls it a string.
//   - A map: it has type object, properties, additionalProperties or
//     x-kubernetes-embedded-resource. Its properties are its only fields unless
//     additionalProperties (true or a schema) or x-kubernetes-preserve-unknown-fields
//     allows others. An object without properties may hold any fields.
//   - A list: it has type array or items. If it has no type and no structure, a patch
//     merge key or a list type makes it a list, too.
//   - A value without schema: any other object. An object whose types mix maps or lists
//     with another type is one, too. Null among the types has no effect, because null in a
//     patch deletes. nullable has no effect either, except that it counts as a Go pointer
//     in the engine of clusters.
//
// A $ref refers to the same document. Extensions and a default next to it take
// precedence over those of the definition. Other keywords next to it are ignored. allOf
// counts if the object has no structure of its own, and may then have only one element
// with more than constraints. oneOf and anyOf count if the object has no type, either.
// If they have one alternative besides null, it describes the whole object.
//
//	image: {type: string}
//	ports: {type: array, items: {$ref: "#/definitions/Port"}}
//	limit: {anyOf: [{type: string}, {type: integer}, {type: "null"}]}  a string or a number
//
// # Strategies
//
// x-kubernetes-patch-strategy is merge, replace or retainKeys. A comma or a bar
// combines retainKeys with one of the others. x-kubernetes-patch-merge-key is the merge
// key, or several that are used together (rule keys-multi).
// x-kubernetes-recommended-patch-merge-key has the recommended keys (rule
// keys-recommended). As on a cluster, a list without a patch strategy is atomic, even
// if it has a merge key. In a value without schema, replace and retainKeys apply to
// maps.
//
//	ports:
//	  type: array
//	  items: {$ref: "#/definitions/Port"}
//	  x-kubernetes-patch-strategy: merge
//	  x-kubernetes-patch-merge-key: containerPort
//	  x-kubernetes-recommended-patch-merge-key: containerPort,protocol
//
// In CustomResourceDefinitions, x-kubernetes-list-type, x-kubernetes-list-map-keys and
// x-kubernetes-map-type count as strategies. In other documents they count with the
// option [ListTypes]. A patch strategy takes precedence. A list of type map is then
// keyed by all its map keys. A list of type set is a set, but a set of maps or lists is
// atomic, because a patch cannot merge these by value.
//
// A list may have both patch strategy merge and list type map. If it has no merge key,
// the map keys are its merge key. If the map keys begin with the merge key, and the list
// has no recommended keys, the map keys are the recommended keys. Defaults of keys
// count only in lists whose keys come from the map keys (rule keys-default).
//
// An extension has no effect on a type for which it has no meaning. Published documents
// have such extensions, for example a patch strategy on a string or a list type on
// bytes.
//
// # Unions
//
// x-kubernetes-unions lists the unions of a map. In each entry,
// fields-to-discriminateBy maps each field of a member to the value that the
// discriminator has if the member is set. Fields with the same value are one member.
// Without a discriminator, the values only group the fields.
//
//	x-kubernetes-unions:
//	- discriminator: type
//	  fields-to-discriminateBy: {rollingUpdate: RollingUpdate}
//
// An entry may have unset-values, which only this package writes. For a field it lists
// the scalars that count as if every field of its member were absent. Kubernetes
// publishes two values, LocalhostProfile and Queuing, for which its servers accept only
// Localhost and Queue. This package reads these two as Localhost and Queue, unless the
// entry has unset-values.
//
// Without the extension, a oneOf next to properties is a union if each alternative requires
// one field that no other alternative requires. A oneOf in an element of allOf counts, too.
// Fields that all alternatives require are in no member. An alternative that contains only
// the keyword not adds no member. An alternative may have no other constraint, except a
// oneOf of this form for the fields in its own field. Any other oneOf is not a union. For
// example, if an alternative requires two fields, or limits the values of its field,
// servers accept objects that have the fields of two alternatives.
//
//	properties: {value: {type: string}, valueFrom: {type: object}}
//	oneOf:
//	- required: [value]
//	- required: [valueFrom]
//
// A merge key or recommended key of a list cannot be in a member of a union of its
// elements, because every element has it. Such a union is ignored in a
// CustomResourceDefinition, and in any document if it comes from oneOf.
// [CRD.IgnoredUnions] lists the ignored ones. If x-kubernetes-unions of another
// document has such a union, it is an error.
//
// # Marks
//
// Two keywords, which only this package writes, give the marks of a property
// ([smp.Marks]). They describe how API servers treat the field. x-smp-marks lists any
// of not-stored, filled-in, immutable, quantity and time. x-smp-alias-of names another
// property of the same object that always has the same value:
//
//	properties:
//	  paused: {type: boolean, x-smp-marks: [not-stored]}
//	  serviceAccount: {type: string, x-smp-alias-of: serviceAccountName}
//	  serviceAccountName: {type: string}
//
// They count in the object of the property itself, even next to a $ref or allOf. They
// do not count in the definition that it refers to.
//
// # Errors
//
// Every fault of a document is an [*smp.Error] with Code InvalidSchema. Its Document is
// schema, and its Path is the place in the document, down to the keyword with the
// fault. The Code is UnknownKind if the document does not have the requested kind or
// version.
package openapi
