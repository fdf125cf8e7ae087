package function

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

type crd struct {
	of      *openapi.CRD
	version string
}

// define records the kinds that definitions describe. Definitions in the functionConfig take
// precedence over those among the items.
func (r *run) define(crds []*openapi.CRD, items []model.Value) {
	for _, item := range items {
		if corpus.DeclaredKind(item).Kind == "CustomResourceDefinition" {
			if definition, err := openapi.ReadCRD(item); err == nil { // ignored if invalid, because a patch may be meant to correct it
				crds = append(crds, definition)
			}
		}
	}
	for _, definition := range crds {
		for _, version := range definition.Versions() {
			k := kubernetes.Kind{APIVersion: definition.Group() + "/" + version, Kind: definition.Kind()}
			if _, ok := r.crds[k]; !ok {
				r.crds[k] = crd{definition, version}
			}
		}
	}
}

// known returns the schema of a kind, and whether the kind is known.
func (r *run) known(k kubernetes.Kind) (smp.Schema, bool, error) {
	if c, ok := r.crds[k]; ok {
		schema, err := c.of.Schema(c.version)
		return schema, true, err
	}
	schema, ok := kubernetes.Lookup(k.APIVersion, k.Kind)
	return schema, ok, nil
}

// schema returns the schema of a kind. An unknown kind has smp.Schemaless, or is an error if
// it looks misspelled or RequireSchema is set.
func (r *run) schema(k kubernetes.Kind) (smp.Schema, error) {
	if schema, ok := r.schemas[k]; ok {
		return schema, nil
	}
	schema, err := r.findSchema(k)
	if err == nil {
		r.schemas[k] = schema
	}
	return schema, err
}

func (r *run) findSchema(k kubernetes.Kind) (smp.Schema, error) {
	if schema, ok, err := r.known(k); ok {
		return schema, err
	}
	var custom []kubernetes.Kind
	for kind := range r.crds {
		custom = append(custom, kind)
	}
	slices.SortFunc(custom, kubernetes.Kind.Compare)
	if err := kinds.CheckUndefined(k, custom); err != nil {
		return smp.Schema{}, err
	}
	if r.RequireSchema {
		return smp.Schema{}, fmt.Errorf("no schema is known for %s; put its CustomResourceDefinition into functionConfig.crds, or among the items", kinds.Text(k))
	}
	if !slices.Contains(r.undefined, k) {
		r.undefined = append(r.undefined, k)
	}
	return smp.Schemaless, nil
}
