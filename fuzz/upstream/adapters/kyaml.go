package adapters

import (
	"fmt"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge2"
	"sigs.k8s.io/kustomize/kyaml/yaml/walk"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/fuzz/upstream/engine"
	"github.com/strategicpatch/smp/smp"
	encoding "github.com/strategicpatch/smp/smp/openapi"
)

// Kyaml returns a server for the merge of kustomize's kyaml. It uses the schema of the
// request, and adds new elements at the end of lists. Its only state is a cache of schemas.
func Kyaml() protocol.Server {
	e := &kyaml{schemas: map[smp.Schema]*openapi.ResourceSchema{}}
	return protocol.Server{
		Name:     "kyaml",
		Ops:      []corpus.Op{corpus.OpApply},
		Dialects: []string{"kustomize"},
		Answer:   e.answer,
	}
}

type kyaml struct {
	schemas map[smp.Schema]*openapi.ResourceSchema
	count   int
}

func (e *kyaml) answer(r protocol.Request) corpus.Outcome {
	in := r.Input
	if why := engine.Unheard(in.Options); why != "" {
		return engine.Skipped("%s", why)
	}
	if err := in.Err(); err != nil {
		return engine.Skipped("the engine reads YAML, and the input is not valid JSON")
	}
	schema, err := e.schema(in.Schema)
	if err != nil {
		return engine.Skipped("the engine cannot read the schema: %v", err)
	}
	return engine.Answer(func() ([]byte, error) {
		original, err := node(in.JSON("original"))
		if err != nil {
			return nil, err
		}
		patch, err := node(in.JSON("patch"))
		if err != nil {
			return nil, err
		}
		result, err := walk.Walker{
			Sources:      []*yaml.RNode{original, patch},
			Visitor:      merge2.Merger{},
			Schema:       schema,
			MergeOptions: yaml.MergeOptions{ListIncreaseDirection: yaml.MergeOptionsListAppend},
		}.Walk()
		if err != nil {
			return nil, err
		}
		if result == nil {
			return []byte("{}"), nil // the patch deletes the object
		}
		return result.MarshalJSON()
	})
}

func node(text []byte) (*yaml.RNode, error) {
	if len(text) == 0 {
		text = []byte("{}")
	}
	return yaml.Parse(string(text))
}

// schema converts a schema for the engine. kyaml looks up references in one set of
// definitions for all schemas, so the definitions of each schema get unique names.
func (e *kyaml) schema(s smp.Schema) (*openapi.ResourceSchema, error) {
	if s.Equal(smp.Schemaless) {
		return &openapi.ResourceSchema{Schema: &spec.Schema{}}, nil
	}
	if known, ok := e.schemas[s]; ok {
		return known, nil
	}
	if len(e.schemas) > maxSchemas {
		clear(e.schemas)
		openapi.ResetOpenAPI()
	}
	e.count++
	prefix := fmt.Sprintf("smp%d.", e.count)
	all, err := definitions(s, "#/definitions/"+prefix)
	if err != nil {
		return nil, err
	}
	shared := spec.Definitions{}
	for name, definition := range all {
		shared[prefix+name] = *definition
	}
	openapi.AddDefinitions(shared)
	known := &openapi.ResourceSchema{Schema: all[encoding.Root]}
	e.schemas[s] = known
	return known, nil
}
