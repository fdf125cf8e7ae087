package openapi

// An Option changes how documents are read.
type Option func(*options)

type options struct {
	listTypes bool
}

// ListTypes lets x-kubernetes-list-type, x-kubernetes-list-map-keys and
// x-kubernetes-map-type count as strategies where there is no patch strategy.
// CustomResourceDefinitions are always read so.
func ListTypes() Option {
	return func(o *options) { o.listTypes = true }
}

func collect(opts []Option) options {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	return o
}
