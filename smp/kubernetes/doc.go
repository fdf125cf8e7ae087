// Package kubernetes patches objects of built-in Kubernetes kinds as a cluster does. Apply
// predicts the result of a strategic merge patch on an API server. Diff and ThreeWay write
// patches that an API server applies correctly. If clusters depart from the specification,
// so does this package. Package smp follows the specification.
//
//	patch, err := kubernetes.Diff(original, modified)
//	result, err := kubernetes.Apply(original, patch)
//
// These functions take JSON and find the schema by apiVersion and kind. For options, for
// values of package model and for conflicts, pass the schema that Lookup returns to a
// method of cluster.Engine. For the Go types of k8s.io/api, use
// package typed.
//
// # Schemas
//
// Lookup returns the schema of a kind. It contains the patch strategies and merge keys
// of the Go types, which a cluster uses: a list without a strategy is atomic. The
// specification also uses the recommended keys and key defaults of a list (rules
// keys-recommended, keys-default). They are the keys of server-side apply if the first of
// them is the merge key: port and protocol for the ports of a Service. LookupListTypes
// treats list and map types as strategies too, if a field has no patch strategy.
//
// Schemas have marks ([smp.Marks]), which describe how the API server treats a field. They
// were recorded on a real server of the table's release. Other kinds have only the marks
// of quantities and times. A field is marked as not stored only if the Go types of older
// releases write its zero in the same way.
//
// The table is embedded, and the schema of a kind is built when it is first looked up.
// Version is the Kubernetes release of the table. Kinds that exist only in other releases
// are unknown, and a field that merges differently in another release merges here as in
// this one. Options of requests, such as DeleteOptions, are in the table under v1 only,
// although every apiVersion has them.
package kubernetes
