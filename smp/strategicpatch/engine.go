package strategicpatch

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// limits accept every document that encoding/json reads.
var limits = smp.Limits{Depth: model.HardMaxDepth}

// structEngine is the engine for schemas from Go structs. It gives the result of a cluster before
// decoding.
var structEngine = cluster.Engine{BeforeDecoding: true, Limits: limits}

// schemaEngine is the engine for other schemas. It does not have the effects of a lookup in Go
// types, so names of fields must match exactly, lists of lists are replaced, and values without
// schema merge.
var schemaEngine = cluster.Engine{Lookup: cluster.OpenAPIV2, BeforeDecoding: true, Limits: limits}
