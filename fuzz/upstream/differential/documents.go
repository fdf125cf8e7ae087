package differential

import (
	"encoding/json"
	"fmt"
	"strings"

	openapi_v2 "github.com/google/gnostic-models/openapiv2"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/util/proto"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A Document makes the definitions of an OpenAPI document available to both engines.
type Document struct {
	read   *openapi.Document
	prefix string
	lookup func(name string) (strategicpatch.LookupPatchMeta, bool)
	fields cluster.Lookup
}

// ReadV2 reads an OpenAPI v2 document.
func ReadV2(text []byte) (*Document, error) {
	parsed, err := openapi_v2.ParseDocument(text)
	if err != nil {
		return nil, err
	}
	models, err := proto.NewOpenAPIData(parsed)
	if err != nil {
		return nil, err
	}
	root, err := model.Parse(text)
	if err != nil {
		return nil, err
	}
	// apimachinery's lookup accepts lists for every reference, as its lookup in Go types does
	// for pointers. To get the same schema here, every reference becomes nullable.
	if root, err = nullable(root); err != nil {
		return nil, err
	}
	d := &Document{prefix: "#/definitions/", fields: cluster.OpenAPIV2}
	d.lookup = func(name string) (strategicpatch.LookupPatchMeta, bool) {
		m := models.LookupModel(name)
		return strategicpatch.NewPatchMetaFromOpenAPI(m), m != nil
	}
	d.read, err = openapi.Read(root)
	return d, err
}

// ReadV3 reads an OpenAPI v3 document.
func ReadV3(text []byte) (*Document, error) {
	var parsed spec3.OpenAPI
	if err := json.Unmarshal(text, &parsed); err != nil {
		return nil, err
	}
	root, err := model.Parse(text)
	if err != nil {
		return nil, err
	}
	d := &Document{prefix: "#/components/schemas/", fields: cluster.OpenAPIV3}
	d.lookup = func(name string) (strategicpatch.LookupPatchMeta, bool) {
		s, ok := parsed.Components.Schemas[name]
		return strategicpatch.PatchMetaFromOpenAPIV3{Schema: s, SchemaList: schemas(parsed)}, ok
	}
	d.read, err = openapi.Read(root)
	return d, err
}

func schemas(d spec3.OpenAPI) map[string]*spec.Schema { return d.Components.Schemas }

// Has reports whether there is a definition with that name.
func (d *Document) Has(name string) bool {
	_, ok := d.lookup(name)
	return ok
}

// Definition returns a definition as a schema of both engines.
func (d *Document) Definition(name string) (Subject, error) {
	s, err := d.read.Schema(d.prefix + strings.ReplaceAll(name, "/", "~1"))
	if err != nil {
		return Subject{}, err
	}
	lookup, ok := d.lookup(name)
	if !ok {
		return Subject{}, fmt.Errorf("the document has no definition %s", name)
	}
	return Subject{Schema: s, Lookup: lookup, Fields: d.fields}, nil
}

// nullable returns a document in which nullable is next to every reference.
func nullable(v model.Value) (model.Value, error) {
	switch v.Type() {
	case model.Map:
		var changes []model.Member
		for name, member := range v.Members() {
			next, err := nullable(member)
			if err != nil {
				return v, err
			}
			if next != member {
				changes = append(changes, model.Member{Name: name, Value: next})
			}
		}
		if ref, ok := v.Get("$ref"); ok && ref.Type() == model.String {
			changes = append(changes, model.Member{Name: "nullable", Value: model.NewBool(true)})
		}
		return v.WithMembers(changes...)
	case model.List:
		var changes []model.Element
		for i, e := range v.Elements() {
			next, err := nullable(e)
			if err != nil {
				return v, err
			}
			changes = append(changes, model.Element{Index: i, Value: next})
		}
		return v.WithElements(changes)
	default:
		return v, nil
	}
}
