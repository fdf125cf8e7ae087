package corpus

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// differentKinds returns an error if the documents of a case have different kinds. Engines do
// not check this themselves. Without a schema, apiVersion and kind are ordinary fields.
func differentKinds(c Case) error {
	if c.Schema.Schemaless() {
		return nil
	}
	_, _, err := CommonKind(c.Input.Documents())
	return err
}

// DeclaredKind returns the apiVersion and kind of a document. Values that are missing
// or not strings are empty.
func DeclaredKind(v model.Value) kubernetes.Kind {
	apiVersion, _ := v.Get("apiVersion")
	kind, _ := v.Get("kind")
	return kubernetes.Kind{APIVersion: apiVersion.Text(), Kind: kind.Text()}
}

// CommonKind returns the kind of the first document that has both apiVersion and kind, and the name
// of that document. The other documents may lack one or both fields. If another document has a
// different apiVersion or kind, the error is an *smp.Error with Code DifferentKind. If no document
// has both fields, CommonKind returns the zero Kind and does not compare the fields.
func CommonKind(documents []Document) (kind kubernetes.Kind, from string, err error) {
	for _, d := range documents {
		if k := DeclaredKind(d.Value); k.APIVersion != "" && k.Kind != "" {
			kind, from = k, d.Name
			break
		}
	}
	if kind == (kubernetes.Kind{}) {
		return kind, "", nil
	}
	different := func(d Document, field, here, there string) error {
		return &smp.Error{
			Code:     smp.DifferentKind,
			Document: d.Name,
			Path:     model.Path{model.Field(field)},
			Cause:    fmt.Errorf("%s here, %s in %s", model.Shorten(here), model.Shorten(there), from),
		}
	}
	for _, d := range documents {
		switch k := DeclaredKind(d.Value); {
		case k.Kind != "" && k.Kind != kind.Kind:
			return kubernetes.Kind{}, "", different(d, "kind", k.Kind, kind.Kind)
		case k.APIVersion != "" && k.APIVersion != kind.APIVersion:
			return kubernetes.Kind{}, "", different(d, "apiVersion", k.APIVersion, kind.APIVersion)
		}
	}
	return kind, from, nil
}
