// Package schemas builds the OpenAPI documents of Kubernetes' Go types, as an
// API server publishes them. Its tests hold them, and older documents that
// kubectl keeps as testdata, against the struct tags of the same types: all
// must say the same of how a kind merges.
package schemas
