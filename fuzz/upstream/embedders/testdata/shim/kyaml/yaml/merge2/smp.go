package merge2

import (
	"os"

	"github.com/strategicpatch/smp/smp/kustomize"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// planted is true if the environment variable is set. No patch has an effect then.
var planted = os.Getenv("SMP_EMBEDDERS_FAULT") != ""

// Merge is the function Merge of smp/kustomize, with the schema that the kustomization names.
func Merge(src, dest *yaml.RNode, mergeOptions yaml.MergeOptions) (*yaml.RNode, error) {
	if planted {
		return dest, nil
	}
	schemas, err := kustomize.NewSchemas(openapi.NamedSchema())
	if err != nil {
		return nil, err
	}
	return schemas.Merge(src, dest, mergeOptions)
}

func mergeNodes(src, dest *yaml.RNode, mergeOptions yaml.MergeOptions) (string, error) {
	result, err := Merge(src, dest, mergeOptions)
	if err != nil {
		return "", err
	}
	return result.String()
}
