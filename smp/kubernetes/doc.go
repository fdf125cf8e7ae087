// Package kubernetes knows how the documents of every built-in Kubernetes kind
// merge. The table is embedded; the part of a kind is decoded when it is first
// looked up.
//
// Lookup follows the patch strategies and merge keys of the Go types, which is
// what a cluster does: a list that has none is atomic. Where the key of server
// side apply for a merging list begins with the list's merge key (the ports of
// a Service: port; port and protocol), it gives the recommended keys, and the
// defaults of key fields count (rules keys-recommended, keys-default).
// LookupListTypes takes list and map types as strategies too, where a place
// has no patch strategy.
//
// Schemas have marks ([smp.Marks]): what the API server does with a field. They were
// recorded on a real server of the table's release, so kinds that it does not serve have
// only the marks of quantities and times. A field is marked as not stored only if the Go
// types of older releases write its zero in the same way.
//
// The table is of one release of Kubernetes, which Version names. Kinds that
// are only in other releases are unknown to it, and a place that merges
// otherwise in another release merges here as in this one.
//
// Options of requests, such as DeleteOptions, are in the table under v1 only,
// although every apiVersion has them.
package kubernetes
