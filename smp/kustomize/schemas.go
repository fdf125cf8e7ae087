package kustomize

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A Schemas contains the schemas of kinds. They come from CustomResourceDefinitions, from OpenAPI
// documents and, for all other kinds, from package kubernetes. A nil *Schemas contains only the
// schemas of package kubernetes. A Schemas is safe for concurrent use.
type Schemas struct {
	crds      map[kind]crd
	documents []*openapi.Document
	built     sync.Map // smp.Schema by kind
}

type kind struct{ apiVersion, kind string }

// A crd is a version of a CustomResourceDefinition.
type crd struct {
	of      *openapi.CRD
	version string
}

// NewSchemas reads CustomResourceDefinitions and OpenAPI documents, such as the one that the field
// openapi of a kustomization names. Texts are YAML or JSON and may contain any number of documents.
// If several documents define a kind, CustomResourceDefinitions take precedence over OpenAPI
// documents, and earlier texts take precedence over later ones.
//
// It is an error if a text cannot be read, or contains a document that is neither a
// CustomResourceDefinition nor an OpenAPI document. If the schema of a definition is invalid, the
// calls that need the definition return an error.
func NewSchemas(texts ...[]byte) (*Schemas, error) {
	s := &Schemas{crds: map[kind]crd{}}
	for i, text := range texts {
		decoder := yaml.NewDecoder(bytes.NewReader(text))
		for {
			var n yaml.Node
			err := decoder.Decode(&n)
			if errors.Is(err, io.EOF) {
				break
			}
			if err == nil {
				err = s.add(yaml.NewRNode(&n))
			}
			if err != nil {
				return nil, fmt.Errorf("text %d of the schemas: %w", i+1, err)
			}
		}
	}
	return s, nil
}

func (s *Schemas) add(n *yaml.RNode) error {
	d, err := document("document", n)
	if err != nil || d.value.Type() == model.Null {
		return err
	}
	document := d.value
	if of, _ := document.Get("kind"); of.Text() == "CustomResourceDefinition" {
		definition, err := openapi.ReadCRD(document)
		if err != nil {
			return err
		}
		for _, version := range definition.Versions() {
			k := kind{definition.Group() + "/" + version, definition.Kind()}
			if _, ok := s.crds[k]; !ok {
				s.crds[k] = crd{definition, version}
			}
		}
		return nil
	}
	_, older := document.Get("definitions")
	if _, newer := document.Get("components"); !older && !newer {
		return errors.New("expected a CustomResourceDefinition, or an OpenAPI document with definitions or components")
	}
	read, err := openapi.Read(document)
	if err == nil {
		s.documents = append(s.documents, read)
	}
	return err
}

// Lookup returns the schema of a kind, and whether the kind is known. If it is not known, the
// schema is [smp.Schemaless]. If the schema is invalid, the error is an *smp.Error.
func (s *Schemas) Lookup(apiVersion, name string) (smp.Schema, bool, error) {
	k := kind{apiVersion, name}
	if s == nil {
		return builtIn(k)
	}
	if known, ok := s.built.Load(k); ok {
		return known.(smp.Schema), true, nil
	}
	schema, ok, err := s.find(k)
	if err == nil && ok {
		s.built.Store(k, schema)
	}
	return schema, ok, err
}

func (s *Schemas) find(k kind) (smp.Schema, bool, error) {
	if c, ok := s.crds[k]; ok {
		schema, err := c.of.Schema(c.version)
		return schema, true, err
	}
	for _, document := range s.documents {
		schema, err := document.Kind(k.apiVersion, k.kind)
		var e *smp.Error
		if errors.As(err, &e) && e.Code == smp.UnknownKind {
			continue
		}
		return schema, true, err
	}
	return builtIn(k)
}

func builtIn(k kind) (smp.Schema, bool, error) {
	if schema, ok := kubernetes.Lookup(k.apiVersion, k.kind); ok {
		return schema, true, nil
	}
	return smp.Schemaless, false, nil
}
