package openapi

import "github.com/strategicpatch/smp/model"

// An Option changes the way in which documents are read. A nil Option changes nothing.
type Option func(*options)

type options struct {
	listTypes bool // list types and map types count as strategies
	noUnions  bool // ignore unions
	lazily    bool // read fields when they are first used

	names    func(object int64) []string // nil unless properties may be numbers
	property func(object int64, name string) model.Value
}

// ListTypes makes x-kubernetes-list-type, x-kubernetes-list-map-keys and
// x-kubernetes-map-type count as strategies if there is no patch strategy.
// CustomResourceDefinitions are always read like this.
//
//	d, err := openapi.Read(doc, openapi.ListTypes())
func ListTypes() Option {
	return func(o *options) { o.listTypes = true }
}

// Lazily delays reading a field of a schema object until a document or a caller first uses the
// field (see smp.Definition.Field). A fault in a field is then reported by the calls that use the
// field, and not by [Document.Schema].
func Lazily() Option {
	return func(o *options) { o.lazily = true }
}

// WithoutUnions ignores x-kubernetes-unions and oneOf, so that the schema has no unions.
func WithoutUnions() Option {
	return func(o *options) { o.noUnions = true }
}

// Properties allows the keyword properties of a schema object to be a number. names returns the
// names of the properties of the object with this number, and property returns the schema object of
// one property. With [SchemaWith] and [Lazily], a program that stores schemas in another form can
// create only the schema objects that documents use.
func Properties(names func(object int64) []string, property func(object int64, name string) model.Value) Option {
	return func(o *options) { o.names, o.property = names, property }
}

func collect(opts []Option) options {
	var o options
	for _, opt := range opts {
		if opt != nil {
			opt(&o)
		}
	}
	return o
}
