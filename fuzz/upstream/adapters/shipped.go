package adapters

import (
	"encoding/json"
	"fmt"
	"sync"

	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/fuzz/upstream/engine"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Shipped returns a server for the engine of k8s.io/apimachinery. Built-in kinds have the
// schema of their Go type. Other kinds have the schema of the request, as OpenAPI v3.
func Shipped() protocol.Server {
	e := &shipped{byKind: kindLookup(), bySchema: map[smp.Schema]strategicpatch.LookupPatchMeta{}}
	return protocol.Server{
		Name:     "shipped",
		Ops:      engine.Ops(),
		Dialects: []string{"kubernetes"},
		Answer:   e.answer,
	}
}

type shipped struct {
	byKind   func(kubernetes.Kind) (any, bool)
	bySchema map[smp.Schema]strategicpatch.LookupPatchMeta
}

// kindLookup returns a function that finds an empty object of a built-in kind.
func kindLookup() func(kubernetes.Kind) (any, bool) {
	objects := sync.OnceValue(func() map[kubernetes.Kind]any {
		scheme := table.NewScheme()
		objects := map[kubernetes.Kind]any{}
		for _, kind := range table.Kinds(scheme) {
			objects[kind.Kind] = zeroOf(kind)
		}
		return objects
	})
	return func(kind kubernetes.Kind) (any, bool) {
		if kind == (kubernetes.Kind{}) {
			return nil, false
		}
		object, ok := objects()[kind]
		return object, ok
	}
}

func (e *shipped) answer(r protocol.Request) corpus.Outcome {
	return engine.Run(r.Input, func() (strategicpatch.LookupPatchMeta, error) { return e.meta(r) })
}

// meta converts the schema of a request for the engine.
func (e *shipped) meta(r protocol.Request) (strategicpatch.LookupPatchMeta, error) {
	if object, ok := e.byKind(r.BuiltIn); ok {
		return strategicpatch.NewPatchMetaFromStruct(object)
	}
	if meta, ok := e.bySchema[r.Input.Schema]; ok {
		return meta, nil
	}
	all, err := definitions(r.Input.Schema, "#/components/schemas/")
	if err != nil {
		return nil, err
	}
	meta := strategicpatch.PatchMetaFromOpenAPIV3{SchemaList: all, Schema: all[openapi.Root]}
	if len(e.bySchema) > maxSchemas {
		clear(e.bySchema)
	}
	e.bySchema[r.Input.Schema] = meta
	return meta, nil
}

// maxSchemas is the number of schemas that an adapter caches.
const maxSchemas = 1000

// definitions converts a schema as kube-openapi reads OpenAPI v3. It returns the definition
// openapi.Root and the definitions to which it refers. Their references begin with the
// prefix.
func definitions(s smp.Schema, prefix string) (map[string]*spec.Schema, error) {
	components, _ := openapi.Encode(s).Get("components")
	schemas, _ := components.Get("schemas")
	all := map[string]*spec.Schema{}
	for name, definition := range schemas.Members() {
		parsed := &spec.Schema{}
		text := renamed(definition, prefix).AppendJSON(nil)
		if err := json.Unmarshal(text, parsed); err != nil {
			return nil, fmt.Errorf("definition %s: %w", name, err)
		}
		all[name] = parsed
	}
	return all, nil
}
