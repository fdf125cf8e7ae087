package strategicpatch

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/structtag"
)

// listKeys contains lists whose elements a server identifies by more keys than the tag has. The
// tags in the Go types of Kubernetes have only one merge key, and all keys are only in comments.
// For example, two ports with the same number, one for TCP and one for UDP, are two elements. The
// lists are indexed by type and field.
var listKeys = map[[2]string][]string{
	{coreTypes + "ServiceSpec", "ports"}:                   {"port", "protocol"},
	{coreTypes + "Container", "ports"}:                     {"containerPort", "protocol"},
	{coreTypes + "EphemeralContainer", "ports"}:            {"containerPort", "protocol"},
	{coreTypes + "PodSpec", "topologySpreadConstraints"}:   {"topologyKey", "whenUnsatisfiable"},
	{coreTypes + "VolumeHealthStatus", "healthConditions"}: {"status", "reason"},
	{coreTypes + "PodVolumeHealth", "healthConditions"}:    {"status", "reason"},
}

const coreTypes = "k8s.io/api/core/v1."

// keyDefaults contains the defaults that servers fill in for these keys.
var keyDefaults = map[[2]string]model.Value{
	{coreTypes + "ServicePort", "protocol"}:   model.NewString("TCP"),
	{coreTypes + "ContainerPort", "protocol"}: model.NewString("TCP"),
}

// typeOptions returns the options for reading the schema of a Go type. They add these keys, and
// delay reading a type until a document reaches it.
func typeOptions() []structtag.Option {
	return []structtag.Option{
		structtag.ListTypes(func(definition, field string) (structtag.ListType, bool) {
			keys, ok := listKeys[[2]string{definition, field}]
			return structtag.ListType{Relation: "map", Keys: slices.Clone(keys)}, ok
		}),
		structtag.KeyDefaults(func(definition, field string) model.Value {
			return keyDefaults[[2]string{definition, field}]
		}),
		structtag.Lazily(),
	}
}
