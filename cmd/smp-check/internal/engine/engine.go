// Package engine lets a command choose between the engine of the specification and that of
// clusters.
package engine

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// An Engine has the settings of both engines, and applies one of them. The zero Engine
// follows the specification.
type Engine struct {
	// Cluster selects the engine of clusters.
	Cluster bool
	// Ignore, Strict and Unions are the fields of [smp.Engine]. Unions has no effect on a
	// cluster.
	Ignore smp.Directives
	Strict bool
	Unions bool
	// Requires is the field of [cluster.Engine]. It has no effect without Cluster.
	Requires func(model.Path)
	// Trace, if not nil, is called for every decision.
	Trace func(cluster.Event)
}

// Specification returns the engine of the specification with these settings.
func (e Engine) Specification() smp.Engine {
	specification := smp.Engine{Ignore: e.Ignore, Strict: e.Strict, Unions: e.Unions}
	if e.Trace != nil {
		specification.Trace = func(event smp.Event) { e.Trace(cluster.Event{Event: event}) }
	}
	return specification
}

// OfCluster returns the engine of clusters with these settings.
func (e Engine) OfCluster() cluster.Engine {
	return cluster.Engine{Ignore: e.Ignore, Strict: e.Strict, Requires: e.Requires, Trace: e.Trace}
}

type merger interface {
	Apply(s smp.Schema, original, patch model.Value) (model.Value, error)
	Diff(s smp.Schema, original, modified model.Value, opts smp.DiffOptions) (model.Value, error)
	ThreeWay(s smp.Schema, original, modified, current model.Value, opts smp.ThreeWayOptions) (model.Value, error)
	Compose(s smp.Schema, patches ...model.Value) (model.Value, error)
	Conflicts(s smp.Schema, left, right model.Value) ([]smp.Conflict, error)
}

func (e Engine) merger() merger {
	if e.Cluster {
		return e.OfCluster()
	}
	return e.Specification()
}

// Apply is [smp.Engine.Apply] or [cluster.Engine.Apply].
func (e Engine) Apply(s smp.Schema, original, patch model.Value) (model.Value, error) {
	return e.merger().Apply(s, original, patch)
}

// Diff is [smp.Engine.Diff] or [cluster.Engine.Diff].
func (e Engine) Diff(s smp.Schema, original, modified model.Value, opts smp.DiffOptions) (model.Value, error) {
	return e.merger().Diff(s, original, modified, opts)
}

// ThreeWay is [smp.Engine.ThreeWay] or [cluster.Engine.ThreeWay].
func (e Engine) ThreeWay(s smp.Schema, original, modified, current model.Value, opts smp.ThreeWayOptions) (model.Value, error) {
	return e.merger().ThreeWay(s, original, modified, current, opts)
}

// Compose is [smp.Engine.Compose] or [cluster.Engine.Compose].
func (e Engine) Compose(s smp.Schema, patches ...model.Value) (model.Value, error) {
	return e.merger().Compose(s, patches...)
}

// Conflicts is [smp.Engine.Conflicts] or [cluster.Engine.Conflicts].
func (e Engine) Conflicts(s smp.Schema, left, right model.Value) ([]smp.Conflict, error) {
	return e.merger().Conflicts(s, left, right)
}

// Differences is [cluster.Engine.Differences]: it compares the two engines, no matter which
// one is selected.
func (e Engine) Differences(s smp.Schema, original, patch model.Value) []cluster.Divergence {
	return e.OfCluster().Differences(e.Specification(), s, original, patch)
}
