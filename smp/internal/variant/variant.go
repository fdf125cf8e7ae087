// Package variant numbers two dialects that package smp does not name. Both follow
// apimachinery before decoding, but with the lookup of fields in an OpenAPI document
// instead of a Go type. The drop-in and tests use them as
// smp.Dialect(variant.OpenAPIV2).
package variant

// The variants. Lookups in OpenAPI documents find fields by exact name and accept lists
// of lists.
const (
	// OpenAPIV2 accepts everything below a value without schema.
	OpenAPIV2 = 3 + iota
	// OpenAPIV3 accepts a list for any field.
	OpenAPIV3
)
