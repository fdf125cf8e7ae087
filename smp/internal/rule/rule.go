// Code generated from corpus/SPEC.md by go generate ./corpus; DO NOT EDIT.

// Package rule has the ids of the rules, for the packages that package smp imports. Package smp
// documents the rules.
package rule

// These are the ids, with the sections of corpus/SPEC.md.
const (
	Root               = "root"                // section 4.1
	MapMerge           = "map-merge"           // section 4.2
	FieldNames         = "field-names"         // section 4.2
	MapValues          = "map-values"          // section 4.2
	UnknownField       = "unknown-field"       // section 4.2
	ValueType          = "value-type"          // section 4.2
	Scalar             = "scalar"              // section 4.3
	NullDeletes        = "null-deletes"        // section 4.4
	AbsentIsEmpty      = "absent-is-empty"     // section 4.5
	MapReplace         = "map-replace"         // section 4.6
	MapDelete          = "map-delete"          // section 4.6
	MapAtomic          = "map-atomic"          // section 4.6
	RetainKeys         = "retain-keys"         // section 4.7
	ListAtomic         = "list-atomic"         // section 5.1
	SetMerge           = "set-merge"           // section 5.2
	SetDelete          = "set-delete"          // section 5.2
	KeyedMerge         = "keyed-merge"         // section 5.3
	KeyedOriginal      = "keyed-original"      // section 5.3
	KeyedDelete        = "keyed-delete"        // section 5.4
	ListReplace        = "list-replace"        // section 5.5
	ElementReplace     = "element-replace"     // section 5.6
	NoNestedLists      = "no-nested-lists"     // section 5.7
	KeyEquality        = "key-equality"        // section 6.1
	KeysMulti          = "keys-multi"          // section 6.2
	KeysDefault        = "keys-default"        // section 6.3
	KeysRecommended    = "keys-recommended"    // section 6.4
	KeysAbsent         = "keys-absent"         // section 6.5
	KeysPartial        = "keys-partial"        // section 6.5
	KeysNull           = "keys-null"           // section 6.5
	KeysChange         = "keys-change"         // section 6.6
	OrderDefault       = "order-default"       // section 7.1
	OrderDirective     = "order-directive"     // section 7.2
	OrderRecommended   = "order-recommended"   // section 7.2
	UnknownDirective   = "unknown-directive"   // section 8.1
	DataNames          = "data-names"          // section 8.2
	DirectiveLevel     = "directive-level"     // section 8.3
	UnionMember        = "union-member"        // section 8.4
	UnionDiscriminator = "union-discriminator" // section 8.4
	DiffExact          = "diff-exact"          // section 10.1
	DiffMinimal        = "diff-minimal"        // section 10.2
	DiffNull           = "diff-null"           // section 10.3
	DiffSet            = "diff-set"            // section 10.4
	DiffKeyed          = "diff-keyed"          // section 10.5
	DiffRetain         = "diff-retain"         // section 10.6
	DiffRecommended    = "diff-recommended"    // section 10.7
	DiffSuperset       = "diff-superset"       // section 10.8
	NotRepresentable   = "not-representable"   // section 10.9
	ThreeWay           = "threeway"            // section 11.1
	UnionTarget        = "union-target"        // section 11.2
	ThreeWayConverges  = "threeway-converges"  // section 11.3
	ThreeWayUnsent     = "threeway-unsent"     // section 11.3
	ThreeWayConflict   = "threeway-conflict"   // section 11.4
	Keep               = "keep"                // section 11.6
	Compose            = "compose"             // section 12.1
	ConflictList       = "conflict-list"       // section 12.2
	Lint               = "lint"                // section 12.3
)
