// Package variant numbers the dialects that package smp has no names for: the
// engine that clusters run, before decoding, with the lookup of an OpenAPI
// document's schemas in place of that of Go types. They are for the drop-in and
// for tests, as smp.Dialect(variant.OpenAPIV2).
package variant

// The variants. The lookups of OpenAPI documents find fields by exact name and
// take lists of lists.
const (
	// OpenAPIV2 lets everything pass below a value without schema.
	OpenAPIV2 = 3 + iota
	// OpenAPIV3 takes a list for any field.
	OpenAPIV3
)
