// Package explain describes the effects of a patch on a document. Each changed field has
// a reason and a rule. The formats are text, JSON, an HTML page, and Go values:
//
//	1 field changes
//
//	  spec
//	~   replicas: 3 → 5                     # replaced (scalar)
package explain
