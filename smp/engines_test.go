package smp_test

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A merger is one of the two engines.
type merger interface {
	Apply(s smp.Schema, original, patch model.Value) (model.Value, error)
	ApplyJSON(s smp.Schema, original, patch []byte) ([]byte, error)
	Diff(s smp.Schema, original, modified model.Value, opts smp.DiffOptions) (model.Value, error)
	DiffJSON(s smp.Schema, original, modified []byte, opts smp.DiffOptions) ([]byte, error)
	ThreeWay(s smp.Schema, original, modified, current model.Value, opts smp.ThreeWayOptions) (model.Value, error)
	ThreeWayJSON(s smp.Schema, original, modified, current []byte, opts smp.ThreeWayOptions) ([]byte, error)
	Compose(s smp.Schema, patches ...model.Value) (model.Value, error)
	ComposeJSON(s smp.Schema, patches ...[]byte) ([]byte, error)
	Conflicts(s smp.Schema, left, right model.Value) ([]smp.Conflict, error)
	ConflictsJSON(s smp.Schema, left, right []byte) ([]smp.Conflict, error)
}

// mergers returns the engine of the specification and that of a cluster.
func mergers() [2]merger { return [2]merger{smp.Engine{}, cluster.Engine{}} }
