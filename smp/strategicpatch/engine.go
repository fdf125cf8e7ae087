package strategicpatch

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/variant"
)

// limits let through what encoding/json reads.
var limits = smp.Limits{Depth: model.HardMaxDepth}

// structEngine is for schemas from Go structs: what a cluster answers, before
// it decodes that.
var structEngine = smp.Engine{Dialect: smp.KubernetesBeforeDecoding, Limits: limits}

// schemaEngine is for other schemas. It lacks what comes of looking up Go types:
// fields match exactly, lists of lists are replaced, and what has no schema
// merges.
var schemaEngine = smp.Engine{
	Dialect: smp.Dialect(variant.OpenAPIV2),
	Limits:  limits,
}
