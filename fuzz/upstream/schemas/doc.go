// Package schemas builds the OpenAPI documents of Kubernetes' Go types, as an API server
// publishes them. Its tests compare these documents, and older ones from kubectl's testdata,
// with the struct tags of the same types: all must define the same merge behavior.
package schemas
