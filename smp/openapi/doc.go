// Package openapi reads schemas from OpenAPI documents, from bare schema
// objects and from CustomResourceDefinitions, and writes a schema back as an
// OpenAPI document.
//
//   - [Read] takes an OpenAPI document, version 2 (#/definitions) or 3
//     (#/components/schemas). [Document.Schema] answers for a definition,
//     [Document.Kind] for an apiVersion and kind.
//   - [Schema] takes a schema object that stands alone, with its own $defs or
//     definitions where it needs any.
//   - [ReadCRD] takes a CustomResourceDefinition. [CRD.Defaults] fills in what a
//     server fills in.
//   - [Encode] writes a schema; reading what it writes gives an equal schema.
//
// Definitions are looked up by name when something reaches them. What is not
// reached is neither read nor checked, so that the size of a document does not
// matter to a kind that uses little of it.
//
// # Structure
//
// A schema object describes
//
//   - a scalar: by its type, by x-kubernetes-int-or-string or the format
//     int-or-string (a string or a number), or by a oneOf or anyOf of scalars.
//     The definition io.k8s.apimachinery.pkg.api.resource.Quantity is a string
//     or a number too: version 2 has no way to say it;
//   - a map: by type object, properties, additionalProperties or
//     x-kubernetes-embedded-resource. Its properties are all the names it has
//     unless additionalProperties (true or a schema) or
//     x-kubernetes-preserve-unknown-fields says what else may be there. An
//     object that names no properties may hold anything;
//   - a list: by type array or items. Where nothing else tells, a patch merge
//     key or a list type does too;
//   - else a value without schema. Types that mix maps or lists with something
//     else give no more than that; null among the types says nothing, for
//     in a patch null deletes. nullable says so little too, but stands for a
//     Go pointer, which counts in the kubernetes dialect.
//
// $ref points into the same document. It may have extensions and a default
// beside it, which win over those of the definition; what else stands beside
// it is not looked at. allOf counts where the object has no structure of its
// own, and may then have one element that this package has a use for
// (constraints aside). oneOf and anyOf count where there is no type either; one
// alternative beside null stands for the whole.
//
// # Strategies
//
// x-kubernetes-patch-strategy is merge, replace or retainKeys; retainKeys
// combines with the others by a comma or a bar. x-kubernetes-patch-merge-key
// names the merge key, or several that count together (rule keys-multi).
// x-kubernetes-recommended-patch-merge-key names the recommended ones (rule
// keys-recommended). A list without a patch strategy is atomic, as on a
// cluster, whatever merge key it has. Where nothing else is known of a value,
// replace and retainKeys are for the maps there.
//
// x-kubernetes-list-type, x-kubernetes-list-map-keys and x-kubernetes-map-type
// count as strategies in CustomResourceDefinitions, and elsewhere with the
// option [ListTypes]; a patch strategy wins over them. A list of type map is
// then keyed by all its map keys. A list of type set is a set; of maps or lists
// it is atomic, because a patch cannot merge those by value.
//
// Where a list with patch strategy merge also has list type map, its map keys
// are the recommended keys if they begin with the merge key and no others are
// recommended, and the merge key if there is none. Defaults of keys count only
// in lists whose keys come from the map keys (rule keys-default).
//
// An extension on a kind it has no meaning for has no effect; published
// documents have some (a patch strategy on a string, a list type on bytes).
//
// # Unions
//
// x-kubernetes-unions lists the unions of a map. Of an entry, fields-to-discriminateBy
// gives each field of a member the value that the field discriminator has where the
// member is set. Fields with one value are one member; without discriminator values
// tell members apart and nothing else. unset-values, which only this package
// writes, lists for a field the scalars that count as if it, and every other field of its
// member, were not there. Two values that Kubernetes publishes, LocalhostProfile and
// Queuing, are read as those that its servers take, Localhost and Queue, where
// unset-values is missing.
//
// Where the extension is missing, a oneOf beside properties is a union if each of its
// alternatives requires one field of its own and says nothing else, but in turn by such
// a oneOf which fields are in that one, and so is a oneOf in an element of allOf. What
// all of them require is in no member. An alternative that is only a not stands for no
// member. Any other oneOf is no union: where an alternative requires two fields, names a
// type, or limits the values of its field, servers accept fields of two alternatives.
//
// A merge key or recommended key of a list cannot be in a member of a union of its
// elements, because every element has it. In a CustomResourceDefinition, and if it
// comes from oneOf, such a union is ignored ([CRD.IgnoredUnions] lists them). If an
// extension of another document names it, the document is faulty.
//
// # Marks
//
// Two keywords, which only this package writes, give the marks of a property
// ([smp.Marks]): what API servers do with the field. x-smp-marks lists any of
// not-stored, filled-in, immutable, quantity and time. x-smp-alias-of names another
// property of the same object that always has the same value:
//
//	properties:
//	  paused: {type: boolean, x-smp-marks: [not-stored]}
//	  serviceAccount: {type: string, x-smp-alias-of: serviceAccountName}
//	  serviceAccountName: {type: string}
//
// They count in the object of the property itself, next to a $ref or allOf too, and
// not in the definition that it refers to.
//
// # Errors
//
// Every fault of a document is an *smp.Error with Code InvalidSchema: Document
// is schema and Path the place in the document, down to the keyword that is
// at fault. Asking for a kind or version that a document does not have is one
// with Code UnknownKind.
package openapi
