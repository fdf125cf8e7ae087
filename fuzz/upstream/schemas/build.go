package schemas

import (
	"encoding/json"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kube-openapi/pkg/builder"
	"k8s.io/kube-openapi/pkg/builder3"
	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
)

// Build returns the OpenAPI documents, version 2 and version 3, with all definitions of get,
// which openapi-gen generated. Built-in kinds are marked as such. version is the version in
// the documents. Descriptions are left out.
//
// It is an error if get lacks a definition that another one needs.
func Build(get common.GetOpenAPIDefinitions, version string) (v2, v3 []byte, err error) {
	kinds := kindsByModel()
	named := func(name string) (string, spec.Extensions) {
		if of := kinds[name]; len(of) > 0 {
			return name, spec.Extensions{"x-kubernetes-group-version-kind": of}
		}
		return name, nil
	}
	info := &spec.Info{InfoProps: spec.InfoProps{
		Title:       "Kubernetes",
		Description: "Derived from the Go types of Kubernetes. Copyright The Kubernetes Authors.",
		License:     &spec.License{Name: "Apache 2.0", URL: "http://www.apache.org/licenses/LICENSE-2.0"},
		Version:     version,
	}}
	names := slices.Sorted(maps.Keys(get(func(string) spec.Ref { return spec.Ref{} })))

	swagger, err := builder.BuildOpenAPIDefinitionsForResources(
		&common.Config{Info: info, GetDefinitions: get, GetDefinitionName: named}, names...)
	if err != nil {
		return nil, nil, err
	}
	for name, s := range swagger.Definitions {
		undescribe(&s)
		swagger.Definitions[name] = s
	}
	schemas, err := builder3.BuildOpenAPIDefinitionsForResources(
		&common.OpenAPIV3Config{Info: info, GetDefinitions: get, GetDefinitionName: named}, names...)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range schemas {
		undescribe(s)
	}
	if v2, err = json.Marshal(swagger); err != nil {
		return nil, nil, err
	}
	v3, err = json.Marshal(&spec3.OpenAPI{
		Version: "3.0.0", Info: info, Paths: &spec3.Paths{},
		Components: &spec3.Components{Schemas: schemas},
	})
	return v2, v3, err
}

// kindsByModel returns the built-in kinds by the names of their definitions.
func kindsByModel() map[string][]any {
	kinds := map[string][]any{}
	for _, k := range table.Kinds(table.NewScheme()) {
		gvk := schema.FromAPIVersionAndKind(k.APIVersion, k.Kind.Kind)
		model := table.ModelName(k.Type.PkgPath() + "." + k.Type.Name())
		kinds[model] = append(kinds[model], map[string]any{"group": gvk.Group, "version": gvk.Version, "kind": gvk.Kind})
	}
	return kinds
}

// undescribe removes the descriptions in a schema.
func undescribe(s *spec.Schema) {
	s.Description = ""
	for name, property := range s.Properties {
		undescribe(&property)
		s.Properties[name] = property
	}
	if s.Items != nil && s.Items.Schema != nil {
		undescribe(s.Items.Schema)
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil {
		undescribe(s.AdditionalProperties.Schema)
	}
	for _, parts := range [][]spec.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for i := range parts {
			undescribe(&parts[i])
		}
	}
}
