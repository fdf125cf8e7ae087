package openapi

// An Option changes how documents are read.
type Option func(*options)

type options struct {
	listTypes bool // list and map types count as strategies
	noUnions  bool // no map has unions
	lazily    bool // fields are read when a document goes there
}

// ListTypes lets x-kubernetes-list-type, x-kubernetes-list-map-keys and
// x-kubernetes-map-type count as strategies where there is no patch strategy.
// CustomResourceDefinitions are always read so.
func ListTypes() Option {
	return func(o *options) { o.listTypes = true }
}

// Lazily reads the fields of an object when a document first goes there, as
// smp.Type.Field has it. A fault in one is then the error of the calls that meet
// the field, not of [Document.Schema].
func Lazily() Option {
	return func(o *options) { o.lazily = true }
}

// WithoutUnions reads neither x-kubernetes-unions nor a oneOf of required fields: the
// schema has no unions.
func WithoutUnions() Option {
	return func(o *options) { o.noUnions = true }
}

func collect(opts []Option) options {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	return o
}
