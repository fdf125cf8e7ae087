package strategicpatch

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/structtag"
)

// The Go types of Kubernetes have tags for one merge key. Where a server tells the
// elements of a list apart by more, as it says in comments that no program sees,
// these are the lists and their keys, by the name of the type and the field: ports
// of one number, once for TCP and once for UDP, are two.
var listKeys = map[[2]string][]string{
	{coreTypes + "ServiceSpec", "ports"}:                   {"port", "protocol"},
	{coreTypes + "Container", "ports"}:                     {"containerPort", "protocol"},
	{coreTypes + "EphemeralContainer", "ports"}:            {"containerPort", "protocol"},
	{coreTypes + "PodSpec", "topologySpreadConstraints"}:   {"topologyKey", "whenUnsatisfiable"},
	{coreTypes + "VolumeHealthStatus", "healthConditions"}: {"status", "reason"},
	{coreTypes + "PodVolumeHealth", "healthConditions"}:    {"status", "reason"},
}

const coreTypes = "k8s.io/api/core/v1."

// keyDefaults are what servers fill in for these keys.
var keyDefaults = map[[2]string]model.Value{
	{coreTypes + "ServicePort", "protocol"}:   model.NewString("TCP"),
	{coreTypes + "ContainerPort", "protocol"}: model.NewString("TCP"),
}

// typeOptions join these keys into the schema of a Go type, which is read where
// documents go.
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
