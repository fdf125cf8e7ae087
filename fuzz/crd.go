package fuzz

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// CRD reads a CustomResourceDefinition. The bytes are either a JSON map or choices that
// determine one. Every version must have a schema or an error with a place. A schema must
// contain the fields of all resources, and must not change when it is written and read again.
func CRD(data []byte) error {
	if err := sized(data); err != nil {
		return err
	}
	definition := crdOf(schemaWriter{gen.FromBytes(data)})
	if len(data) > 0 && data[0] == '{' {
		var err error
		if definition, err = model.Parse(data); err != nil {
			return fmt.Errorf("%w: %w", ErrUnparsable, err)
		}
	}
	crd, err := openapi.ReadCRD(definition)
	if err != nil {
		return refusedSchema(err)
	}
	if crd.Group() == "" || crd.Kind() == "" {
		return fmt.Errorf("a definition without group or kind: %s", definition.JSON())
	}
	for _, version := range crd.Versions() {
		s, err := crd.Schema(version)
		if err != nil {
			if err := refusedSchema(err); err != nil {
				return err
			}
			continue
		}
		if err := schemaReadsBack(s); err != nil {
			return err
		}
		for _, name := range []string{"apiVersion", "kind", "metadata"} {
			if _, ok := s.Field(name); !ok {
				return fmt.Errorf("version %s has no field %s: %s", version, name, definition.JSON())
			}
		}
		metadata, _ := s.Field("metadata")
		if finalizers, _ := metadata.Field("finalizers"); !finalizers.Set() {
			return fmt.Errorf("version %s: expected finalizers to be a set: %s", version, definition.JSON())
		}
	}
	return nil
}

// refusedSchema returns an error if err is not one with which a schema may be rejected.
func refusedSchema(err error) error {
	return refusal(err, "schema", smp.InvalidSchema, smp.UnknownKind)
}

// crdOf generates a definition with up to a few schemas.
func crdOf(w schemaWriter) model.Value {
	apiVersion := w.word("version", "apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1", "apiextensions.k8s.io/v2")
	spec := []model.Member{
		{Name: "group", Value: w.word("group", "example.com", "")},
		{Name: "names", Value: w.json("names", `{"kind":"Shop"}`, `{}`)},
	}
	var versions []model.Value
	for i := range w.src.Intn("versions", 3) {
		v := []model.Member{{Name: "name", Value: w.word("name", "v1", "v2")}}
		if w.src.Intn("served", 4) > 0 || i == 0 {
			v = append(v, model.Member{Name: "served", Value: model.NewBool(true)})
		}
		if w.src.Intn("schema", 4) < 3 {
			v = append(v, model.Member{Name: "schema", Value: w.validation()})
		}
		versions = append(versions, must(model.NewMap(v...)))
	}
	if versions != nil {
		spec = append(spec, model.Member{Name: "versions", Value: must(model.NewList(versions...))})
	}
	if w.src.Intn("shared schema", 2) == 1 {
		spec = append(spec, model.Member{Name: "validation", Value: w.validation()}, model.Member{Name: "version", Value: model.NewString("v1")})
	}
	if w.src.Intn("preserve", 4) == 3 {
		spec = append(spec, model.Member{Name: "preserveUnknownFields", Value: w.json("preserve", `true`, `false`, `1`)})
	}
	return must(model.NewMap(
		model.Member{Name: "apiVersion", Value: apiVersion},
		model.Member{Name: "kind", Value: model.NewString("CustomResourceDefinition")},
		model.Member{Name: "spec", Value: must(model.NewMap(spec...))},
	))
}

func (w schemaWriter) validation() model.Value {
	return must(model.NewMap(model.Member{Name: "openAPIV3Schema", Value: w.object(schemaObjectDepth)}))
}
