// Package kubernetes patches objects of built-in Kubernetes kinds as a cluster does. Apply predicts
// the result of a strategic merge patch on an API server. Diff and ThreeWay write patches that an
// API server applies correctly. If clusters depart from the specification, this package gives the
// results of clusters. Package smp follows the specification.
//
//	patch, err := kubernetes.Diff(original, modified)
//	result, err := kubernetes.Apply(original, patch)
//
// These functions take JSON and find the schema by apiVersion and kind. If you need other options or
// values of package model, pass the schema that Lookup returns to a method of cluster.Engine. For the
// Go types of k8s.io/api, use package typed.
//
// # Custom resources
//
// A server rejects strategic merge patches of custom resources with status 415, and has no patch
// strategies for them. Their kinds are not in this package. Servers accept JSON Merge Patches. This
// code writes a three-way merge as such a patch, with the schema of the CustomResourceDefinition:
//
//	crd, err := openapi.ReadCRD(definition)
//	schema, err := crd.Schema("v1")
//	patch, err := smp.ThreeWay(schema, lastApplied, modified, live)
//	result, err := smp.Apply(schema, live, patch)
//	mergePatch, err := smp.AsMergePatch(live, result)
//
// # Schemas
//
// Lookup returns the schema of a kind. The schema contains the patch strategies and merge keys of
// the Go types, which are the ones that clusters use. A list without a strategy is atomic. The
// specification also uses the recommended keys and key defaults of a list (rules keys-recommended,
// keys-default). The recommended keys are those of server-side apply if the first of them is the
// merge key. For example, the ports of a Service have the recommended keys port and protocol.
// LookupListTypes also treats list types and map types as strategies, if a field has no patch
// strategy.
//
// Schemas have marks ([smp.Marks]), which describe how the API server treats a field. Marks were
// recorded on a real server of the table's release. Kinds that could not be recorded have only the
// marks of quantities, times and binary data. A field is marked as not stored only if the Go types of older
// releases write its zero value in the same way as those of this release.
//
// The table is embedded, and the schema of a kind is built when it is first looked up. Version is
// the Kubernetes release of the table. Kinds that exist only in other releases are unknown. Fields
// that merge differently in other releases merge as in this release. Options of requests, such as
// DeleteOptions, are in the table only with apiVersion v1, although all apiVersions have them.
package kubernetes
