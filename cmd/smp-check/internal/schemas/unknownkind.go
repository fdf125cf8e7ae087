package schemas

import (
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// unknownKind returns the error for a kind without a schema. It lists all remedies. The name
// file is that of the document with the kind, or empty if the kind is that of --kind.
func unknownKind(file string, k kubernetes.Kind, custom []kubernetes.Kind) error {
	hint := "Pass its schema with --crd FILE or --schema FILE, use the schema of another kind with --kind, or merge without a schema with --schemaless."
	cause := fmt.Errorf("no schema is known for %s\n%s%s", kinds.Text(k), hint, kinds.Similar(k, custom))
	if file == "" {
		return fmt.Errorf("--kind: %s: %w", smp.UnknownKind, cause)
	}
	return &smp.Error{Code: smp.UnknownKind, Document: file, Path: model.Path{model.Field("kind")}, Cause: cause}
}

// notAnObject returns the error for a kustomization that is used as an object or a patch. It
// lists all remedies.
func notAnObject(d load.Document) error {
	e := &smp.Error{Code: smp.UnknownKind, Document: d.Name, Cause: fmt.Errorf("this is a kustomization, which is not an object of a cluster\n%s", load.InsteadOfKustomization)}
	if d.Identity().Kind.Kind != "" {
		e.Path = model.Path{model.Field("kind")}
	}
	return e
}

// Custom returns the kinds that the files of --crd define, after Choose has read them.
func (c *Choice) Custom() []kubernetes.Kind { return c.crds.kinds() }

// addUndefined records a kind whose objects merge without a schema.
func (c *Choice) addUndefined(k kubernetes.Kind) {
	if !slices.Contains(c.Undefined, k) {
		c.Undefined = append(c.Undefined, k)
	}
}

// An EmptyDefinition is a version of a CustomResourceDefinition that defines no fields.
type EmptyDefinition struct {
	File string
	Kind kubernetes.Kind
}

func (c *Choice) addEmpty(d EmptyDefinition) {
	if !slices.Contains(c.Empty, d) {
		c.Empty = append(c.Empty, d)
	}
}

// definesNothing reports whether the schema of a custom resource defines only apiVersion, kind and
// metadata, and allows any other field.
func definesNothing(s smp.Schema) bool {
	if s.Declared() {
		return false
	}
	for name := range s.Fields() {
		if name != "apiVersion" && name != "kind" && name != "metadata" {
			return false
		}
	}
	return true
}

// noKind returns the error for documents without a kind.
func noKind(docs []load.Document) error {
	names, empty := make([]string, len(docs)), ""
	for i, d := range docs {
		names[i] = d.Name
		if d.CheckPresent() != nil {
			empty += ", and " + d.Name + " is empty"
		}
	}
	return &smp.Error{
		Code:     smp.UnknownKind,
		Document: strings.Join(names, ", "),
		Cause: fmt.Errorf("no document has an apiVersion and kind%s\n%s", empty,
			"Name the kind with --kind, as in --kind apps/v1/Deployment, or a schema with --schema FILE, or merge without a schema with --schemaless."),
	}
}
