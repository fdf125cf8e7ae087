package openapi

import "github.com/strategicpatch/smp/model"

// An Option changes how documents are read.
type Option func(*options)

type options struct {
	listTypes bool // list and map types count as strategies
	noUnions  bool // no map has unions
	lazily    bool // fields are read when a document goes there

	names    func(object int64) []string // nil, unless properties may be numbers
	property func(object int64, name string) model.Value
}

// ListTypes lets x-kubernetes-list-type, x-kubernetes-list-map-keys and
// x-kubernetes-map-type count as strategies where there is no patch strategy.
// CustomResourceDefinitions are always read so.
func ListTypes() Option {
	return func(o *options) { o.listTypes = true }
}

// Lazily reads the fields of an object when a document first goes there, as
// smp.Definition.Field has it. A fault in one is then the error of the calls that meet
// the field, not of [Document.Schema].
func Lazily() Option {
	return func(o *options) { o.lazily = true }
}

// WithoutUnions reads neither x-kubernetes-unions nor a oneOf of required fields: the
// schema has no unions.
func WithoutUnions() Option {
	return func(o *options) { o.noUnions = true }
}

// Properties lets the properties of a schema object be a number: names answers which
// properties the object of that number has, and property with the schema object of
// one. A program that has schemas in another form then makes, for [SchemaWith] and
// with [Lazily], the objects that documents reach, and no other.
func Properties(names func(object int64) []string, property func(object int64, name string) model.Value) Option {
	return func(o *options) { o.names, o.property = names, property }
}

func collect(opts []Option) options {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	return o
}
