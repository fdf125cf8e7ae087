package strategicpatch

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// limits let through what encoding/json reads.
var limits = smp.Limits{Depth: model.HardMaxDepth}

// The engines of schemas from Go structs, which find fields without regard to
// case, and of others.
var (
	structEngine = smp.Engine{Limits: limits}
	schemaEngine = smp.Engine{Limits: limits}
)
